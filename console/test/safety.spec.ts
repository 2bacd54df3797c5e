import { clientOf, issue, makeCompany } from './company.ts'
import { expect, test, visit } from './console.ts'
import { places } from '../src/shell/places.ts'

const hostile = '<img src=x onerror=alert(1)></script><script>alert(1)</script>'
const short = '<img src=x onerror=alert(1)>'

test('point 8: markup in every text of a company and a document is shown as text, and runs nowhere', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await makeCompany({ url, simulatorUrl, documentTypes: [33] })
  const timbre = await clientOf(company, company.administrator)
  await timbre.put('/api/Tenant/Update', {
    body: { businessName: hostile, businessActivity: hostile, address: short, municipality: '<b>x</b>', city: '<b>x</b>', branchName: '<b>x</b>' }
  })
  const { correlationId } = await issue(company, {
    header: {
      documentId: { documentType: '33', paymentMethod: 1 },
      receiver: { taxNumber: '88888888-8', businessName: hostile, businessActivity: short, address: short, municipality: '<b>x</b>' }
    },
    details: [{ itemName: hostile.slice(0, 80), itemDescription: hostile, quantity: 1, unitPrice: 1000 }],
    references: [{ documentType: '801', folio: '<b>1</b>', date: '2026-11-01', reason: hostile }]
  })
  let alerts = 0
  page.on('dialog', async (dialog) => {
    alerts += 1
    await dialog.dismiss()
  })
  await signedIn(`documents/${correlationId}`, company.administrator)
  await expect(page.getByText(hostile).first()).toBeVisible()
  for (const { to, name } of places) {
    await visit(page, to.slice(1))
    await expect(page.locator('img[src=x]'), name).toHaveCount(0)
  }
  expect(alerts).toBe(0)
})
