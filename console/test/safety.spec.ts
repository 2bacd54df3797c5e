import { clientOf, issue, makeCompany } from './company.ts'
import { expect, settled, test, visit } from './console.ts'
import { places } from '../src/shell/places.ts'
import { only } from '../../test/support/expecting.ts'

const hostile = '<img src=x onerror=alert(1)></script><script>alert(1)</script>'
const short = '<img src=x onerror=alert(1)>'

test('point 8: markup in every text of a company and a document is shown as text, and runs nowhere', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await makeCompany({ url, simulatorUrl, documentTypes: [33] })
  const timbre = await clientOf(company, company.administrator)
  await timbre.put('/api/Tenant/Update', {
    body: {
      businessName: hostile, businessActivity: hostile, address: short, municipality: '<b>x</b>', city: '<b>x</b>', branchName: '<b>x</b>',
      siiOffice: hostile.slice(0, 60), phone: '<b>x</b>'
    }
  })
  const operator = only((await timbre.get('/api/User/GetUsers')).filter(({ fullName }) => fullName === 'Óscar Rojas'))
  await timbre.put('/api/User/Update', { body: { id: operator.id, fullName: hostile } })
  await timbre.post('/api/Role/Create', { body: { name: short } })
  const { correlationId } = await issue(company, {
    header: {
      documentId: { documentType: '33', paymentMethod: 1, paymentTerms: hostile },
      receiver: {
        taxNumber: '88888888-8', businessName: hostile, businessActivity: short, address: short, municipality: '<b>x</b>', city: '<b>x</b>',
        contact: short, internalCode: '<b>x</b>'
      }
    },
    details: [{
      itemName: hostile.slice(0, 80), itemDescription: hostile, quantity: 1, unitOfMeasure: '<b>', unitPrice: 1000,
      itemCode: { codeType: '<i>x</i>', codeValue: short }
    }],
    references: [{ documentType: '801', folio: '<b>1</b>', date: '2026-11-01', reason: hostile }]
  })
  let alerts = 0
  page.on('dialog', async (dialog) => {
    alerts += 1
    await dialog.dismiss()
  })
  await signedIn(`documents/${correlationId}`, company.administrator)
  await expect(page.getByText(hostile).first()).toBeVisible()
  const { 'content-security-policy': policy } = (await page.request.get('/console')).headers()
  expect(policy).toContain("default-src 'none'; script-src 'self';")
  expect(policy).not.toContain('unsafe-')
  const isText = async (where: string) => {
    await settled(page)
    await expect(page.locator('img[src=x]'), where).toHaveCount(0)
  }
  for (const tab of ['Datos', 'JSON']) {
    await page.getByRole('tab', { name: tab }).click()
    await isText(tab)
  }
  for (const about of ['note', 'copy']) {
    await visit(page, `issue?${about}=${correlationId}`)
    await isText(about)
  }
  await visit(page, 'people?tab=roles')
  await isText('roles')
  for (const { to, name } of places) {
    await visit(page, to.slice(1))
    await isText(name)
  }
  expect(alerts).toBe(0)
})
