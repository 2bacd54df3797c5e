import { expectNothingAmiss } from './amiss.ts'
import { clientOf, registerCompany } from './company.ts'
import { expect, pdfIn, test } from './console.ts'
import { first } from '../../test/support/expecting.ts'

test('a template with settings is previewed beside its form, saved, and deleted', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await registerCompany({ url, simulatorUrl })
  await signedIn('templates', company.administrator)
  await page.getByRole('button', { name: 'Nueva plantilla' }).click()
  await page.getByRole('menuitem', { name: /Con opciones/ }).click()
  await expect(pdfIn(page.getByRole('region', { name: 'Vista previa' }))).toBeVisible()
  await page.getByLabel('Nombre').fill('Verde')
  // One type, for each is drawn before a template is kept.
  await page.getByRole('combobox', { name: 'Documentos' }).fill('Boleta')
  await page.getByRole('option', { name: 'Boleta', exact: true }).click()
  await page.getByLabel('Color', { exact: true }).fill('#7ee0a0')
  await expect(page.getByText(/se leerán con dificultad/)).toBeVisible()
  await page.getByLabel('Color', { exact: true }).fill('#0b6e4f')
  await page.keyboard.press('Escape')
  await page.getByLabel('Pie de página').fill('Cambios hasta 30 días después de la compra.')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Está en uso: sus documentos se imprimen con ella desde ahora.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Eliminar' })).toBeVisible()
  await page.getByRole('link', { name: 'Plantillas PDF' }).first().click()
  await page.getByRole('link', { name: /Verde/ }).click()
  await page.reload()
  await page.getByLabel('Nombre').fill('Verde de fábrica')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Hay cambios sin guardar')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Verde de fábrica' })).toBeVisible()
  await expectNothingAmiss(page, 'a kept template')
  await page.getByRole('button', { name: 'Eliminar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Aún no hay plantillas')).toBeVisible()
})

test('a template is previewed with a document of the company; missing legal content is named in words', async ({ page, signedIn, company }) => {
  const timbre = await clientOf(company, company.administrator)
  const document = first((await timbre.get('/api/Webhook/GetWebhooks', { query: { invoiceTypeCode: 33, status: [5] } })).data)
  const bodies: Array<{ correlationId?: string, sample?: string }> = []
  await page.route('**/api/PdfTemplate/Preview', (route) => {
    bodies.push(route.request().postDataJSON() as typeof bodies[number])
    return route.fulfill({
      contentType: 'application/pdf', body: '%PDF-1.7',
      headers: { 'content-disposition': 'inline; filename="preview.pdf"', 'x-template-missing': 'taxNumber, stamp' }
    })
  })
  await signedIn('templates/new')
  const preview = page.getByRole('region', { name: 'Vista previa' })
  await expect(preview.getByText('el RUT del emisor, el timbre.')).toBeVisible()
  await preview.getByRole('combobox', { name: 'Documento propio' }).fill(document.invoiceNumber)
  await page.getByRole('option', { name: `Factura N° ${document.invoiceNumber}` }).click()
  await expect(preview.getByRole('radio', { name: 'Corriente' })).toBeDisabled()
  await expect.poll(() => bodies.at(-1)).toMatchObject({ correlationId: document.correlationId })
  expect(bodies.at(-1)).not.toHaveProperty('sample')
})

test('an error in the code shows its line and links to it', async ({ page, signedIn }) => {
  await signedIn('templates/new-code')
  const source = page.getByLabel('Código Typst')
  await expect(pdfIn(page.getByRole('region', { name: 'Vista previa' }))).toBeVisible()
  await source.fill('#import "/dte.typ": *\n#falta()\n')
  await page.getByLabel('Nombre').fill('Rota')
  // A server that is busy with another drawing is asked again.
  let asked = 0
  await page.route('**/api/PdfTemplate/Create', (route) => {
    asked += 1
    return asked > 1
      ? route.continue()
      : route.fulfill({
        status: 429, headers: { 'retry-after': '0' },
        json: { success: false, statusCode: 429, errorCode: 'PDF_TEMPLATE_BUSY', errors: ['…'], result: null }
      })
  })
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('button', { name: /Línea 2/ }).click()
  await expect(source).toBeFocused()
  // Leaving with changes asks.
  page.once('dialog', (dialog) => dialog.dismiss())
  await page.getByRole('link', { name: 'Plantillas PDF' }).first().click()
  await expect(source).toBeVisible()
})

test('a template replaces the one in use when saved with a button that says so', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await registerCompany({ url, simulatorUrl })
  const timbre = await clientOf(company, company.administrator)
  await timbre.post('/api/PdfTemplate/Create', { body: { name: 'Antigua', kind: 'settings', format: 'letter', documentTypes: [33], isDefault: true } })
  await signedIn('templates/new', company.administrator)
  await page.getByLabel('Nombre').fill('Moderna')
  await page.getByRole('combobox', { name: 'Documentos' }).fill('Factura')
  await page.getByRole('option', { name: 'Factura', exact: true }).click()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByRole('button', { name: 'Guardar y usar esta en su lugar' }).click()
  await expect(page.getByText(/Está en uso: sus documentos/)).toBeVisible()
  const list = await timbre.get('/api/PdfTemplate/List')
  expect(list.map(({ name, isDefault }) => [name, isDefault]).sort()).toEqual([['Antigua', false], ['Moderna', true]])
})
