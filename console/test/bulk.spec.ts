import { readFile } from 'node:fs/promises'
import type { Route } from '@playwright/test'
import { expectNothingAmiss } from './amiss.ts'
import { clientOf, makeCompany, receiver } from './company.ts'
import { accessibilityProblems, expect, test, visit } from './console.ts'
import { exactly } from '../../test/support/expecting.ts'

const header = 'Documento;Tipo;RUT receptor;Razón social receptor;Giro receptor;Dirección receptor;Comuna receptor;Ítem;Cantidad;Precio unitario'

/** A sheet of facturas, a line each; `broken` changes the cells of a row. */
function sheetOf (count: number, broken: Record<number, { rut?: string, quantity?: string, price?: string }> = {}) {
  const { businessName, businessActivity, address, municipality, taxNumber } = receiver
  const lines = Array.from({ length: count }, (_, index) => {
    const { rut = taxNumber, quantity = '2', price = String(1000 + index) } = broken[index + 1] ?? {}
    return [`F-${index + 1}`, '33', rut, businessName, businessActivity, address, municipality, 'Taladro', quantity, price].join(';')
  })
  return { name: 'noviembre.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${header}\r\n${lines.join('\r\n')}\r\n`) }
}

/** The numbers of a submission as they are now, while it is issued, and then nothing more: a connection that breaks. */
async function cutAfterOneEvent (route: Route): Promise<void> {
  const answer = await route.fetch({ headers: { ...await route.request().allHeaders(), accept: 'application/json' } })
  const { result: { rows: _, ...numbers } } = await answer.json() as { result: Record<string, unknown> }
  await route.fulfill({ contentType: 'text/event-stream', body: `event: progress\ndata: ${JSON.stringify({ ...numbers, status: 2 })}\n\n` })
}

test('point 4: a sheet of a thousand documents shows mistakes at their cells, is corrected, issued with live progress and gives its result', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  test.slow()
  const company = await makeCompany({ url, simulatorUrl, documentTypes: [33], folios: 1000 })
  await signedIn('bulk', company.administrator)
  // The first stream breaks after an event; the progress comes back by itself.
  let streams = 0
  await page.route('**/BulkInvoice/Get?*', async (route) => {
    if ((await route.request().allHeaders())['accept'] !== 'text/event-stream') return route.continue()
    streams += 1
    return streams === 1 ? cutAfterOneEvent(route) : route.continue()
  })

  // The upload does not go on until its progress was seen.
  let goOn = () => {}
  const seen = new Promise<void>((resolve) => { goOn = resolve })
  await page.route('**/BulkInvoice/Create*', async (route) => {
    await seen
    await route.continue()
  }, { times: 1 })
  await page.getByLabel('Suba una planilla').setInputFiles(sheetOf(1000, {
    3: { rut: '88888888-1' }, 500: { quantity: 'dos' }, 1000: { price: '-5' }
  }))
  await expect(page.getByRole('progressbar', { name: /noviembre\.csv/ })).toBeAttached()
  await expect(page.getByRole('button', { name: 'Cancelar' })).toBeVisible()
  goOn()
  await expect(page.getByRole('heading', { level: 1, name: 'noviembre' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '3 errores' })).toBeVisible()
  const mistakes = page.getByRole('table', { name: /Errores de la planilla/ })
  const cells = [['C4', '88888888-1'], ['I501', '—'], ['J1001', '-5']] as const
  for (const [cell, value] of cells) {
    await expect(mistakes.getByRole('row').filter({ hasText: cell }).getByRole('cell', { name: value, exact: true })).toBeVisible()
  }

  await page.getByLabel('Subir el archivo corregido').setInputFiles(sheetOf(1000))
  await expect(page.getByRole('heading', { name: '3 errores' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Ver el envío anterior' })).toBeVisible()
  await page.getByRole('button', { name: 'Emitir 1.000 documentos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Emitir los documentos' })
  await expect(dialog).toContainText('Se emitirán 1.000 documentos en Simulador')
  await expect(dialog.getByRole('row', { name: /^Factura 1\.000 \$ / })).toBeVisible()
  await dialog.getByRole('button', { name: 'Emitir', exact: true }).click()

  await expect(page.getByRole('progressbar', { name: 'Avance' })).toBeVisible()
  await expect(page.getByText('Terminado', { exact: true })).toBeVisible({ timeout: 600_000 })
  expect(streams).toBeGreaterThan(1)
  await expect(page.getByRole('table', { name: /Documentos del envío/ }).getByText(/^Factura N° \d+$/).first()).toBeVisible()
  // Its last verdicts change the page once more.
  await expect(page.getByText('En camino al SII', { exact: true })).toHaveCount(0)
  await expectNothingAmiss(page, 'a submission at its end')
  await page.getByRole('button', { name: 'Descargar el resultado' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Resultado en texto' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('noviembre-resultado.csv')
  const [, ...results] = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/).map((line) => line.split(';'))
  const [documents, folios] = exactly(2, [1, 6].map((column) => new Set(results.map((cells) => cells[column]))))
  expect([results.length, documents.size, folios.size]).toEqual([1000, 1000, 1000])
})

test('problems of the file itself appear where it was dropped; a submission not issued can be deleted', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await makeCompany({ url, simulatorUrl, documentTypes: [33], folios: 1 })
  await signedIn('bulk', company.administrator)
  await expect(page.getByText('Aún no hay envíos masivos')).toBeVisible()
  await page.getByLabel('Suba una planilla').setInputFiles({ name: 'raro.csv', mimeType: 'text/csv', buffer: Buffer.from('Esto;no es\r\n1;2\r\n') })
  await expect(page.getByRole('alert').filter({ hasText: 'Esto' })).toBeVisible()

  await page.getByLabel('Suba una planilla').setInputFiles(sheetOf(2))
  await expect(page.getByText(/se necesitan 2 folios y quedan 1/).first()).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Eliminar el envío' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Aún no hay envíos masivos')).toBeVisible()

  // One of two waits for folios; the submission is stopped.
  await page.getByLabel('Suba una planilla').setInputFiles(sheetOf(2))
  await page.getByRole('button', { name: 'Emitir 2 documentos' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Emitir', exact: true }).click()
  await expect(page.getByText(/Esperan: 1 · Factura · faltan folios/)).toBeVisible()
  await page.getByRole('button', { name: 'Detener', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Detener el envío' }).click()
  await expect(page.getByText('Anulado', { exact: true }).first()).toBeVisible()
})

test('documents that a submission did not issue go to a new one, which links back to it', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await makeCompany({ url, simulatorUrl, documentTypes: [33], folios: 1 })
  const timbre = await clientOf(company, company.operator)
  const invoices = [1, 2].map((quantity) => ({
    key: `F-${quantity}`, header: { documentId: { documentType: '33', paymentMethod: 1 }, receiver }, details: [{ itemName: 'Taladro', quantity, unitPrice: 1000 }]
  }))
  const { id } = await timbre.post('/api/BulkInvoice/Create', { body: { name: 'Noviembre', invoices } })
  await timbre.put('/api/BulkInvoice/Cancel', { body: { id } })
  await signedIn(`bulk/${id}`, company.viewer)
  await expect(page.getByText('Anulado', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Repetir los no emitidos' })).toHaveCount(0)
  await signedIn(`bulk/${id}`, company.operator)
  await page.getByRole('button', { name: 'Repetir los no emitidos' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Noviembre (2)' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Emitir 2 documentos' })).toBeVisible()
  await page.getByRole('link', { name: 'Ver el envío anterior' }).click()
  await page.getByRole('link', { name: 'Ver el que lo reemplaza' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Noviembre (2)' })).toBeVisible()
})

test('a document of a sheet is corrected in the form, with mistakes next to their fields', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await makeCompany({ url, simulatorUrl, documentTypes: [33], folios: 5 })
  await signedIn('bulk', company.operator)
  await page.getByLabel('Suba una planilla').setInputFiles(sheetOf(2, { 2: { quantity: 'dos', rut: '88888888-1' } }))
  const causes = page.getByRole('region', { name: 'Motivos de no emisión o rechazo' })
  await expect(causes.getByRole('listitem')).toHaveCount(2)
  await causes.getByRole('button', { name: 'Ver las filas: Cantidad: no es un número; escriba 1234,5 o 1.234,5' }).click()
  const rows = page.getByRole('table', { name: /Documentos del envío/ })
  await expect(rows.getByRole('row')).toHaveCount(2)
  await expect(rows).toContainText('F-2')
  await page.getByRole('button', { name: 'Mostrar todas las filas' }).click()
  await expect(rows.getByRole('row')).toHaveCount(3)
  await page.getByRole('link', { name: 'Corregir F-2' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Corregir un documento del envío' })).toBeVisible()
  const quantity = page.getByLabel('Línea 1: Cantidad')
  await expect(quantity).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('RUT o nombre')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('RUT o nombre').fill(receiver.taxNumber)
  await quantity.fill('0')
  await page.getByRole('button', { name: 'Guardar la corrección' }).click()
  await expect(page.locator('.wrong')).toContainText('Cantidad:')
  await expect(quantity).toBeFocused()
  await quantity.fill('2')
  await page.getByRole('button', { name: 'Guardar la corrección' }).click()
  await expect(page.getByRole('button', { name: 'Emitir 2 documentos' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /error/ })).toHaveCount(0)

  // A note names its factura by the key of that: it has no folio yet, and its totals are computed all the same.
  const timbre = await clientOf(company, company.operator)
  const header = (documentType: string) => ({ documentId: { documentType, paymentMethod: 1 }, receiver })
  const { id } = await timbre.post('/api/BulkInvoice/Create', {
    body: {
      name: 'Con nota', invoices: [
        { key: 'F-1', header: header('33'), details: [{ itemName: 'Taladro', quantity: 1, unitPrice: 1000 }] },
        { header: header('61'), details: [{ itemName: 'Taladro', quantity: 0, unitPrice: 1000 }], references: [{ documentKey: 'F-1', code: '3', reason: 'Rebaja' }] }
      ]
    }
  })
  await visit(page, `bulk/${id}`)
  await expect(page.getByRole('table', { name: /Errores/ }).getByRole('cell', { name: 'Línea 1: Cantidad', exact: true })).toBeVisible()
  await visit(page, `issue?row=${id}.2`)
  await page.getByLabel('Línea 1: Cantidad').fill('2')
  await expect(page.getByRole('region', { name: 'Totales' })).toContainText('$ 2.380')
  await expect(page.getByText('Listo para emitir')).toBeVisible()
})

test('the template can be downloaded; a viewer sees no upload', async ({ page, signedIn, company }) => {
  await signedIn('bulk')
  await page.getByRole('button', { name: 'Descargar plantilla' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /Excel/ }).click()
  expect((await download).suggestedFilename()).toBe('plantilla-33.xlsx')

  await signedIn('bulk', company.viewer)
  await expect(page.getByRole('heading', { level: 1, name: 'Envíos masivos' })).toBeVisible()
  await expect(page.getByLabel('Suba una planilla')).toHaveCount(0)
})
