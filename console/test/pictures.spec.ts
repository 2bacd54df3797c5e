import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { withViewer } from './chromium.ts'
import { clientOf } from './company.ts'
import { expect, pdfIn, test, visit, type Page } from './console.ts'
import { first } from '../../test/support/expecting.ts'

/** `npm run console:pictures` writes the pictures of docs/console.md; otherwise they are only drawn. */
const folder = process.env['CONSOLE_PICTURES']
// The PDF of a document is in its picture.
if (folder) test.use({ launchOptions: withViewer })

const sold = [
  { Nombre: 'Taladro percutor 850 W', Cantidad: '2', Unidad: 'UN', Precio: '42990' },
  { Nombre: 'Pintura látex blanca, 1 galón', Cantidad: '3,5', Unidad: 'GL', Precio: '14990' },
  { Nombre: 'Despacho a obra', Cantidad: '1', Precio: '25000' }
]

test('the pictures of the documentation', async ({ page, signedIn, company }, info) => {
  if (folder) await mkdir(folder, { recursive: true })
  const shoot = async (name: string) => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await page.screenshot({ path: folder ? join(folder, `${name}.png`) : info.outputPath(`${name}.png`), animations: 'disabled' })
  }
  const timbre = await clientOf(company, company.administrator)
  const rejected = first((await timbre.get('/api/Webhook/GetWebhooks', { query: { status: [7] } })).data)
  await signedIn('overview')
  await expect(page.getByRole('slider').first()).toBeVisible()
  await shoot('overview')
  await visit(page, 'documents')
  await shoot('documents')
  // Tall enough for most of what is printed.
  await page.setViewportSize({ width: 1440, height: 1320 })
  await visit(page, `documents/${rejected.correlationId}`)
  await drawn(page)
  await shoot('document')
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, 'issue')
  await page.getByLabel('RUT o nombre').fill('nandu')
  await page.getByRole('listbox').getByRole('option').first().click()
  for (const [index, values] of sold.entries()) {
    if (index > 0) await page.keyboard.press('Enter')
    for (const [column, value] of Object.entries(values)) await page.getByLabel(`Línea ${index + 1}: ${column}`).fill(value)
  }
  await expect(page.getByText('Listo para emitir')).toBeVisible()
  await shoot('issue')
})

/** Once the PDF is there and, where the browser has a viewer, has been drawn by it. */
async function drawn (page: Page): Promise<void> {
  const pdf = pdfIn(page.getByRole('tabpanel'))
  await expect(pdf).toBeVisible()
  if (!await page.evaluate(() => navigator.pdfViewerEnabled)) return
  // Nothing tells when the viewer has drawn: an area without letters takes a few thousand bytes.
  await expect.poll(async () => (await pdf.screenshot()).length).toBeGreaterThan(30_000)
  await page.evaluate(() => { scrollTo(0, 0) })
}
