import { expectNothingAmiss, expectWordsInBoth } from './amiss.ts'
import { clientOf, type Company } from './company.ts'
import { desktop, drawn, expect, pdfIn, resize, settled, test, visit } from './console.ts'

async function receivedOf (company: Company): Promise<Array<{ id: string, folio: number, failedChecks: string[] }>> {
  const timbre = await clientOf(company, company.administrator)
  return (await timbre.get('/api/Received/List', { query: {} })).data
}

test('received documents are listed with supplier, total, what failed and the days left, and found by filters in the address', async ({ page, signedIn, company }) => {
  const changed = (await receivedOf(company)).find(({ failedChecks }) => failedChecks.includes('signature') && failedChecks.includes('stamp'))!
  await signedIn('received')
  await settled(page)
  const row = page.getByRole('row', { name: new RegExp(`Factura.*N° ${changed.folio}`) })
  await expect(row).toContainText('Ferretería Maipo SpA')
  await expect(row).toContainText('$ 164.750')
  await expect(row).toContainText('Falla: firma')
  await expect(row).toContainText(/quedan \d días/)

  await page.getByRole('link', { name: 'Con fallas' }).click()
  await page.getByRole('searchbox', { name: 'Proveedor, RUT o folio' }).fill(String(changed.folio))
  await expect(page).toHaveURL(new RegExp(`view=failed.*search=.*${changed.folio}`))
  await expect(row).toBeVisible()
  await page.getByLabel('Monto desde').fill('900000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nada coincide con estos filtros')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Quitar los filtros' }).last().click()
  await expect(row).toBeVisible()
})

test('a received document says what was checked in sentences, and is drawn as a representation', async ({ page, signedIn, company }) => {
  const changed = (await receivedOf(company)).find(({ failedChecks }) => failedChecks.includes('signature'))!
  await signedIn(`received/${changed.id}`)
  await expect(page.getByRole('heading', { level: 1, name: `Factura N° ${changed.folio}` })).toBeVisible()
  const checks = page.getByRole('region', { name: 'Qué se revisó' })
  await expect(checks.getByText('El contenido cambió después de firmarse.')).toBeVisible()
  await expect(page.getByText(/Se puede reclamar hasta el \d+ \w+ 2\d{3}, \d\d:\d\d\./)).toBeVisible()
  await expect(page.getByText('no la impresión del proveedor')).toBeVisible()
  await expect(pdfIn(page.getByRole('main'))).toHaveCount(1)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar' }).click()
  await page.getByRole('menuitem', { name: 'Descargar XML' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.xml$/)
  await expectWordsInBoth(page)
})

test('files that are chosen or dropped are taken one after another, each with its outcome', async ({ page, signedIn, company }) => {
  const [first] = await receivedOf(company)
  const timbre = await clientOf(company, company.administrator)
  const bytes = Buffer.from(await (await timbre.get('/api/Received/GetXml', { query: { id: first!.id } })).arrayBuffer())
  await signedIn('received')
  await page.getByRole('button', { name: 'Subir archivos' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/Archivos XML/).setInputFiles([
    { name: 'otra-vez.xml', mimeType: 'text/xml', buffer: bytes },
    { name: 'nada.xml', mimeType: 'text/xml', buffer: Buffer.from('<nada/>') }
  ])
  const outcomes = dialog.getByRole('listitem')
  await expect(outcomes.first()).toContainText('ya estaba')
  await expect(outcomes.first()).toContainText(`Factura N° ${first!.folio}`)
  await expect(outcomes.last()).toContainText('no se tomó')
  await expectNothingAmiss(page, 'received-upload')
})

test('the list is walked by keyboard, also on a phone', async ({ page, signedIn, company }) => {
  const all = await receivedOf(company)
  await signedIn('received')
  await settled(page)
  await page.getByRole('searchbox', { name: 'Proveedor, RUT o folio' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Factura N° ${all[0]!.folio}` })).toBeVisible()
  await settled(page)
  await expectNothingAmiss(page, 'received-document')
  await page.getByRole('link', { name: 'Recibidos' }).last().click()
  await resize(page, { width: 390, height: 844 })
  await drawn(page)
  await expect(page.getByRole('list', { name: /Documentos recibidos/ }).getByRole('listitem')).toHaveCount(all.length)
  await resize(page, desktop)
  await visit(page, 'received?search=nadie')
  await expect(page.getByText('Nada coincide con estos filtros')).toBeVisible()
})
