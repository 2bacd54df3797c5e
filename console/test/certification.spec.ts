import { clientOf, makeCompany, order, rutOf, type Company } from './company.ts'
import { accessibilityProblems, expect, inLight, scrollsSideways, test } from './console.ts'
import { defined, first, only } from '../../test/support/expecting.ts'

const customer = (number: number) => ({
  taxNumber: rutOf(76_200_000 + number), businessName: `Cliente ${number} SpA`, businessActivity: 'Comercio', address: 'Calle Uno 1',
  municipality: 'Santiago', city: 'Santiago'
})

async function setFile ({ simulatorUrl, taxNumber }: Company, variants: object) {
  const file = await order({ simulatorUrl }, 'certifications/sets', { taxNumber, seed: 7, variants })
  return { name: 'SIISetDePruebas.txt', mimeType: 'text/plain', buffer: Buffer.from(await file.arrayBuffer()) }
}

test('a company certifies: the set is read line by line, issued, declared and reviewed', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await makeCompany({ url, simulatorUrl, documentTypes: [33, 56, 61], folios: 40 })
  const timbre = await clientOf(company, company.administrator)
  await signedIn('certification', company.administrator)
  await page.getByRole('button', { name: 'Comenzar' }).click()
  const next = page.getByRole('region', { name: 'Qué sigue' })
  await expect(next).toContainText('Genere el set una sola vez')
  await expect(next.getByRole('link', { name: /Abrir en el SII/ })).toHaveAttribute('href', /^https:\/\/maullin\.sii\.cl/)

  const upload = page.getByLabel('Elija el archivo del set')
  await upload.setInputFiles(await setFile(company, { unknownLine: true }))
  await expect(page.getByRole('alert').filter({ hasText: 'Estas líneas del archivo no se pudieron interpretar:' })).toContainText(/Línea \d+: esta línea no se entiende/)
  await upload.setInputFiles(await setFile(company, {}))
  await page.getByRole('button', { name: 'SET BASICO' }).click()
  await expect(page.getByRole('table', { name: 'SET BASICO' }).getByRole('row', { name: /^1 Factura/ })).toBeVisible()
  await page.getByRole('button', { name: 'Guardar este set' }).click()

  const items = page.getByRole('region', { name: /^Sets, libros y pasos/ })
  const basic = items.getByRole('button', { name: /^SET BASICO/ })
  await expect(basic).toContainText('Falta algo')
  await basic.click()
  await expect(items.getByText('Faltan clientes para el set')).toBeVisible()
  await page.getByRole('button', { name: 'Datos para los sets' }).click()
  const data = page.getByRole('group', { name: 'Cliente 1' })
  for (const [label, value] of [['RUT', customer(1).taxNumber], ['Razón social', customer(1).businessName]] as const) {
    await data.getByLabel(label).fill(value)
  }
  const kept = page.waitForResponse('**/api/Certification/Options')
  await page.getByRole('region', { name: 'Más' }).getByRole('button', { name: 'Guardar' }).click()
  expect((await kept).status()).toBe(200)
  await timbre.put('/api/Certification/Options', { body: { kind: 'DTE', receivers: [1, 2, 3, 4].map(customer) } })
  await page.reload()
  await page.getByRole('button', { name: 'Datos para los sets' }).click()
  await expect(page.getByRole('group', { name: 'Cliente 4' }).getByLabel('Razón social')).toHaveValue(customer(4).businessName)
  await page.getByRole('button', { name: 'Datos para los sets' }).click()
  await expect(basic).toContainText('Listo para emitir')
  await basic.click()
  expect(await accessibilityProblems(page)).toEqual([])
  await inLight(page, 'dark')
  expect(await accessibilityProblems(page, 'colours')).toEqual([])
  await page.setViewportSize({ width: 320, height: 800 })
  await expect.poll(() => scrollsSideways(page)).toBe(false)
  await page.setViewportSize({ width: 1440, height: 900 })

  await items.getByRole('button', { name: 'Vista previa' }).click()
  const preview = page.getByRole('dialog', { name: 'SET BASICO: lo que se emitiría' })
  await expect(preview.getByRole('row', { name: /^1 Factura/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await items.getByRole('button', { name: 'Emitir', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Emitir' }).click()
  await expect(basic).toContainText('Recibido por el SII')
  await expect(items.getByRole('list', { name: 'Documentos del intento' }).getByRole('link').first()).toBeVisible()

  const journey = only(await timbre.get('/api/Certification/Progress'))
  const { attentionNumber, attempts } = defined(journey.items.find(({ name }) => name === 'SET BASICO'))
  const { trackId, sentAt } = first(attempts)
  await expect(items.getByRole('group', { name: 'Datos para esa página' })).toContainText(String(Number(trackId)))
  await items.getByRole('button', { name: 'Marcar como hecho' }).click()
  await expect(basic).toContainText('En revisión')
  const date = new Intl.DateTimeFormat('es-CL', { timeZone: 'America/Santiago', day: '2-digit', month: '2-digit', year: 'numeric' })
    .format(new Date(defined(sentAt)))
  const declared = await order(company, 'certifications/declarations', {
    taxNumber: company.taxNumber, attentionNumber, trackId: String(Number(trackId)), date
  })
  interface DeclaredMail { subject: string, text: string, file?: { text: string } }
  const { mail } = JSON.parse(await declared.text()) as { mail: DeclaredMail }
  await page.getByRole('button', { name: 'Revisión del SII' }).click()
  await page.getByLabel('Correo del SII').fill(`${mail.subject}\n${mail.file?.text ?? mail.text}`)
  await page.getByRole('button', { name: 'Registrar' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'SET BASICO: aprobado.' })).toBeVisible()
  await expect(basic).toContainText('Aprobado')

  const book = items.getByRole('button', { name: /LIBRO DE VENTAS/ })
  await book.click()
  await items.getByRole('button', { name: 'Vista previa' }).click()
  const contents = page.getByRole('dialog', { name: /LIBRO DE VENTAS: lo que se emitiría/ })
  await expect(contents.getByText(/^\d{4}-\d{2}$/)).toBeVisible()
  const file = page.waitForEvent('download')
  await contents.getByRole('button', { name: 'Descargar el XML' }).click()
  expect((await file).suggestedFilename()).toMatch(/\.xml$/)
  await page.keyboard.press('Escape')
  await items.getByRole('button', { name: 'Emitir', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Emitir' }).click()
  await expect(book).toContainText('Recibido por el SII')
})

test('an action that comes too early shows its error beside its button', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await makeCompany({ url, simulatorUrl, documentTypes: [33, 56, 61], folios: 40 })
  const timbre = await clientOf(company, company.administrator)
  await timbre.post('/api/Certification/Start', { body: { kind: 'DTE', documentTypes: [33, 56, 61], enrolledOn: '2026-11-02' } })
  const { buffer } = await setFile(company, {})
  await timbre.post('/api/Certification/UploadSet', { body: { File: new Blob([buffer]) } })
  await signedIn('certification', company.administrator)
  const tools = page.getByRole('region', { name: 'Más' })
  const open = (name: string) => tools.getByRole('button', { name, exact: true }).click()
  const refusals = tools.getByRole('alert')

  await open('Simulación')
  const documents = [{ header: { documentId: { documentType: '33' }, receiver: customer(1) }, details: [{ itemName: 'Mochila', quantity: 1, unitPrice: 1990 }] }]
  await page.getByLabel('Elija el archivo de la simulación').setInputFiles({
    name: 'simulacion.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ documents }))
  })
  await expect(refusals).toHaveCount(1)
  await open('Intercambio')
  await page.getByLabel('Elija ENVIO_DTE_n.xml').setInputFiles({ name: 'ENVIO_DTE_1234567.xml', mimeType: 'text/xml', buffer: Buffer.from('<nada/>') })
  await expect(page.getByLabel('Número del archivo')).toHaveValue('1234567')
  await tools.getByRole('button', { name: 'Descargar las respuestas' }).click()
  await expect(refusals).toHaveCount(2)
  await open('Muestras impresas')
  await tools.getByRole('button', { name: 'Descargar las muestras' }).click()
  await expect(refusals).toHaveCount(3)
  await open('Paso a producción')
  await tools.getByLabel('Código de la empresa en producción').fill('no-existe')
  await tools.getByRole('button', { name: 'Preparar' }).click()
  await expect(refusals).toHaveCount(4)

  await timbre.put('/api/Certification/Options', { body: { kind: 'DTE', receivers: [customer(1)] } })
  await signedIn('certification', company.viewer)
  await expect(page.getByRole('heading', { level: 2, name: 'Qué sigue' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Datos para los sets' })).toContainText(customer(1).businessName)
  await expect(page.getByRole('button', { name: /Emitir|Marcar como hecho|Guardar/ })).toHaveCount(0)
})
