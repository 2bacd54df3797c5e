import { readFile } from 'node:fs/promises'
import { filesIn } from '../../src/certification/rehearsal/archive.ts'
import { addDays, today } from '../src/text/formats.ts'
import { boleta, clientOf, factura, issue, makeCompany, order, receiver, until, type Company } from './company.ts'
import { accessibilityProblems, addFilter, expect, idle, moreAction, resize, settled, test, visit, type Download } from './console.ts'
import { defined, first } from '../../test/support/expecting.ts'

test.describe(() => {
  // A clock that is changed stays changed.
  test.use({ ownPage: true })

  test('waiting documents update without a reload, every three seconds at most', async ({ page, signedIn, company }) => {
    const timbre = await clientOf(company, company.administrator)
    const accepted = first((await timbre.get('/api/Webhook/GetWebhooks', { query: { status: [5], pageSize: 1 } })).data)
    const at = new Date().toISOString()
    const mail = (state: string) => ({ mail: { to: 'pagos@nandu.example', state, at, failure: null } })
    let change: object = { status: 1, statusText: 'Waiting', mail: null }
    let asked = 0
    await page.route('**/api/Webhook/GetWebhook?*', async (route) => {
      asked += 1
      const answer = await route.fetch()
      const { result, ...envelope } = await answer.json() as { result: object }
      await route.fulfill({ json: { ...envelope, result: { ...result, ...change } } })
    })
    await page.clock.install()
    await signedIn(`documents/${accepted.correlationId}`)
    await settled(page)
    await page.clock.pauseAt(Date.now() + 60_000)
    await idle(page)
    /** How often it is asked in three seconds. What is answered meanwhile is drawn in the next three at the latest. */
    const askedInThree = async (): Promise<number> => {
      const before = asked
      for (const ms of [2900, 100]) {
        await page.clock.runFor(ms)
        await idle(page)
      }
      return asked - before
    }
    /** Lets time pass until the page says so: what is answered late is drawn some seconds later. */
    const untilSaid = async (text: string): Promise<void> => {
      for (let round = 0; round < 5 && !await page.getByText(text).isVisible(); round++) {
        expect(await askedInThree()).toBeLessThanOrEqual(1)
      }
      await expect(page.getByText(text)).toBeVisible()
    }
    change = mail('queued')
    await untilSaid('Correo en cola')
    change = mail('sent')
    await untilSaid('Correo enviado')
    expect([await askedInThree(), await askedInThree()]).toEqual([0, 0])
  })
})

test('filters are kept in the address, survive a reload and a visit to a document, and can be cleared', async ({ page, signedIn, company }) => {
  await signedIn('documents', company.viewer)
  const views = page.getByRole('navigation', { name: 'Estados' })
  await views.getByRole('link', { name: /^Por atender/ }).click()
  await expect(page).toHaveURL(/status=7/)
  await expect(views.locator('[aria-current]')).toHaveText(/^Por atender/)
  await page.getByRole('searchbox', { name: 'Receptor, RUT o folio' }).fill('ñandu')
  await expect(page).toHaveURL(/search=/)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('ñandu')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('searchbox').press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Factura N°/, level: 1 })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Documentos' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('ñandu')
  await page.getByRole('searchbox').fill('nadie se llama así')
  await page.getByRole('status').getByRole('button', { name: 'Quitar los filtros' }).click()
  await expect(page).toHaveURL(/documents$/)
  await expect(page.getByRole('row')).toHaveCount(21)
  await addFilter(page, 'Número interno')
  await expect(page.getByRole('textbox', { name: 'Número interno' })).toBeFocused()
  await page.keyboard.type('VENTA-0')
  await expect(page).toHaveURL(/externalId=VENTA-0/)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Número interno' })).toHaveValue('VENTA-0')
  await page.getByRole('status').getByRole('button', { name: 'Quitar los filtros' }).click()
  await expect(page.getByRole('row')).toHaveCount(21)
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(page).toHaveURL(/page=2/)
})

test('a small laptop shows twelve documents, and a selection moves none of them', async ({ page, signedIn }) => {
  await resize(page, { width: 1366, height: 768 })
  await signedIn('documents')
  await settled(page)
  const rows = page.getByRole('row')
  const boxes = async () => Promise.all((await rows.all()).map(async (row) => defined(await row.boundingBox())))
  const before = await boxes()
  for (const { height } of before) expect(height).toBeLessThanOrEqual(41)
  // One of the rows holds the headings.
  expect(before.filter(({ y, height }) => y + height <= 768).length - 1).toBeGreaterThanOrEqual(12)
  await rows.nth(1).getByRole('checkbox').press('Space')
  await expect(page.getByRole('region', { name: '1 documento seleccionado' })).toBeVisible()
  expect(await boxes()).toEqual(before)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('checkbox', { name: 'Seleccionar todos los de esta página' }).click()
  await expect(page.getByText('20 documentos seleccionados')).toBeVisible()
  // A cut text has a tooltip, and is still a part of the link.
  await rows.nth(1).getByTitle(/S\.A\.|Ltda|SpA|Limitada|Final/).click()
  await expect(page).toHaveURL(/documents\/[0-9a-f-]{36}$/)
})

test('filters are added from a menu by keyboard, and each can be removed', async ({ page, signedIn }) => {
  await signedIn('documents')
  await settled(page)
  await expect(page.getByRole('combobox', { name: 'Tipo de documento' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Filtro', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Tipo de documento' }).press('Enter')
  await expect(page.getByRole('combobox', { name: 'Tipo de documento' })).toBeFocused()
  await page.keyboard.type('exenta')
  await page.getByRole('option', { name: 'Factura no afecta o exenta' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/type=34/)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Tipo de documento' })).toHaveValue(/exenta/)
  await page.getByRole('button', { name: 'Filtro', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Monto hasta' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Tipo de documento' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Quitar el filtro Tipo de documento' }).press('Enter')
  await expect(page).toHaveURL(/documents$/)
  await expect(page.getByRole('button', { name: 'Filtro', exact: true })).toBeFocused()
})

test('documents that are retried together show their new state in the list', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await makeCompany({ url, simulatorUrl, documentTypes: [39] })
  // Of a boleta the SII answers its reasons at once.
  await order(company, 'faults', {
    operation: 'upload', channel: 'BOLETA', company: company.taxNumber, fault: 'rejected', value: 'HED-3-209'
  })
  await issued(company, boleta(today(), 1), 7)
  await signedIn('documents', company.administrator)
  await page.getByRole('row', { name: /Rechazado/ }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Reintentar 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reintentar', exact: true }).click()
  await expect(page.getByText('1 documento va otra vez en camino.')).toBeVisible()
  await expect(page.getByRole('row').nth(1).getByText('Aceptado', { exact: true })).toBeVisible()
})

test('the PDFs of selected documents are saved in one file, and the list as another', async ({ page, signedIn }) => {
  await signedIn('documents?status=5')
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await page.getByRole('row').nth(2).getByRole('checkbox').check()
  await expect(page.getByText('2 documentos seleccionados')).toBeVisible()
  const saved: Download[] = []
  page.on('download', (file) => { saved.push(file) })
  // The second drawing waits until the reader has changed their mind.
  let drawings = 0
  let drawSecond = () => {}
  const mayDrawSecond = new Promise<void>((resolve) => { drawSecond = resolve })
  await page.route(/GetPdf/, async (route) => {
    if (++drawings === 2) await mayDrawSecond
    await route.fallback()
  })
  const inOneFile = page.getByRole('button', { name: 'Descargar los PDF en un archivo' })
  await inOneFile.click()
  await expect(page.getByRole('button', { name: 'PDF 2 de 2' })).toBeDisabled()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(inOneFile).toBeEnabled()
  drawSecond()
  await inOneFile.click()
  await expect.poll(() => saved.length).toBe(1)
  expect(first(saved).suggestedFilename()).toBe('documentos.zip')
  const pdfs = await filesIn(new Blob([await readFile(await first(saved).path())]))
  for (const { name } of pdfs) expect(name).toMatch(/^\p{Lu}[\p{L} -]+ \d+( - .+)?\.pdf$/u)
  expect(new Set(pdfs.map(({ name }) => name)).size).toBe(2)
  expect(pdfs.map(({ bytes }) => bytes.subarray(0, 5).toString())).toEqual(['%PDF-', '%PDF-'])
  const list = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click()
  expect((await list).suggestedFilename()).toBe('documentos.xlsx')
  const chosen = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar los seleccionados' }).click()
  await page.getByRole('menuitem', { name: 'Texto (CSV)' }).click()
  expect((await readFile(await (await chosen).path(), 'utf8')).trim().split('\n')).toHaveLength(3)
  await page.getByRole('button', { name: 'Quitar la selección' }).click()
  await expect(page.getByText('2 documentos seleccionados')).toBeHidden()
})

test('the list is sorted by its headings, filtered by amounts, summed at its foot and saved as a view', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await makeCompany({ url, simulatorUrl, documentTypes: [33, 39] })
  for (const quantity of [3, 1, 2]) await issue(company, boleta(today(), quantity))
  await issue(company, factura(today()))
  await signedIn('documents', company.operator)
  const sums = page.getByText('Ventas', { exact: true }).locator('..').locator('..')
  const totals = async () => (await page.getByRole('row').locator('td:nth-child(5)').allTextContents())
    .map((text) => Number(text.replace(/\D/g, '')))
  await expect(sums).toContainText('Ventas 4')
  await page.getByRole('columnheader', { name: 'Total' }).getByRole('link').click()
  await expect(page).toHaveURL(/sort=-amount/)
  await expect(page.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'descending')
  // Until the sorted list comes, the former one stays.
  await settled(page)
  const sorted = await totals()
  expect(sorted).toHaveLength(4)
  expect(sorted).toEqual(sorted.toSorted((one, other) => other - one))
  await visit(page, 'documents?sort=-amount&type=39')
  await expect(sums).toContainText('Ventas 3')
  await page.getByRole('button', { name: 'Vistas' }).click()
  await page.getByRole('menuitem', { name: 'Guardar esta vista' }).click()
  await page.getByLabel('Nombre de la vista').fill('Boletas caras')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await addFilter(page, 'Monto desde')
  await page.getByRole('textbox', { name: 'Monto desde' }).fill('99999999')
  await page.getByRole('textbox', { name: 'Monto desde' }).press('Enter')
  await expect(page.getByText('Nada coincide con estos filtros')).toBeVisible()
  // Neither rejected nor failed ones: their views are not there.
  await expect(page.getByRole('navigation', { name: 'Estados' }).getByRole('link', { name: /^Rechazado/ })).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: 'Vistas' }).click()
  await page.getByRole('menuitem', { name: 'Boletas caras' }).click()
  await expect(page).toHaveURL(/type=39/)
  await expect(page.getByRole('row')).toHaveCount(4)
  expect(await accessibilityProblems(page)).toEqual([])
})

test('closing a month downloads its book of sales and its documents', async ({ page, signedIn, company }) => {
  await signedIn('documents', company.viewer)
  await page.getByRole('button', { name: 'Exportar', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Cierre del mes…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cierre del mes' })
  // On the first days of a month, most documents are those of the month before.
  const month = addDays(today(), -15).slice(0, 7)
  await dialog.getByRole('combobox', { name: 'Mes' }).click()
  await page.getByRole('option').nth(month === today().slice(0, 7) ? 0 : 1).click()
  expect(await accessibilityProblems(page)).toEqual([])
  const book = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Libro de ventas (CSV)' }).click()
  expect((await book).suggestedFilename()).toBe(`libro-de-ventas-${month}.csv`)
  expect(await readFile(await (await book).path(), 'utf8')).toContain('Exento;Neto;IVA')
  const files = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Solo XML (ZIP)' }).click()
  const xml = await filesIn(new Blob([await readFile(await (await files).path())]))
  expect(xml.length).toBeGreaterThan(5)
  expect(xml.every(({ name }) => /^\p{L}[\p{L} ]+ \d+( - .+)?\.xml$/u.test(name))).toBe(true)
})

test('a code in the reports links to its documents, and can be cleared from the filters', async ({ page, signedIn, company }) => {
  const timbre = await clientOf(company, company.viewer)
  const rejected = first((await timbre.get('/api/Webhook/GetWebhooks', { query: { status: [7] } })).data)
  await signedIn(`documents?code=${rejected.reasonCode}`, company.viewer)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Quitar el filtro Motivo' }).click()
  await expect(page).toHaveURL(/documents$/)
  await expect(page.getByRole('row')).toHaveCount(21)
})

test('a document shows its PDF, its timeline, and its data with the value of each line', async ({ page, signedIn, company }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signedIn('documents?status=5&type=33', company.operator)
  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Recorrido' }).getByText('Enviado al SII')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^Factura \d+ - .+\.pdf$/)
  const drawn = page.waitForResponse(/GetPdf.*cedible=true/)
  await page.getByRole('checkbox', { name: 'Copia cedible' }).check()
  expect((await drawn).ok()).toBe(true)
  await page.getByRole('tab', { name: 'Datos' }).click()
  await expect(page.getByRole('row', { name: /Pintura látex/ })).toContainText('52.465')
  await expect(await moreAction(page, 'Emitir otro igual')).toHaveAttribute('href', /issue\?copy=[0-9a-f-]{36}$/)
  await page.getByRole('menuitem', { name: 'Copiar el comando curl' }).click()
  const curl = await page.evaluate(() => navigator.clipboard.readText())
  expect(curl).toContain('Bearer $TOKEN')
})

test('references and notices of a document are shown by name', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await makeCompany({ url, simulatorUrl, documentTypes: [33] })
  const payload = factura(today(), { ...receiver, municipality: 'Villa Inventada' })
  const { correlationId } = await issue(company, { ...payload, references: [{ documentType: '801', folio: 'OC-4411', date: today() }] })
  await signedIn(`documents/${correlationId}`, company.operator)
  await page.getByRole('tab', { name: 'Datos' }).click()
  await expect(page.getByRole('region', { name: 'Referencias' })).toContainText('Orden de compra OC-4411')
  await expect(page.getByRole('row', { name: /Pintura látex/ })).toContainText('3,5')
  const notice = page.getByRole('region', { name: 'Avisos' }).getByRole('listitem')
  await expect(notice).toHaveText('Comuna desconocidaComuna: no es una comuna de Chile')
  await expect(notice.getByRole('button', { name: 'Código: MUNICIPALITY_UNKNOWN' })).toBeVisible()
})

test('a rejected document shows the reasons, and a retry is followed to its verdict', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await makeCompany({ url, simulatorUrl, documentTypes: [33] })
  const correlationId = await makeRejected(company)
  await signedIn(`documents/${correlationId}`, company.administrator)
  const reasons = page.getByRole('region', { name: 'Motivo del rechazo' })
  await expect(reasons).toContainText('Qué hacer')
  await expect(reasons.getByRole('link', { name: 'Corregir y reintentar' })).toHaveAttribute('href', new RegExp(`issue\\?retry=${correlationId}$`))
  await reasons.getByLabel(/Suba el archivo de resultado/).setInputFiles({
    name: 'otro.xml', mimeType: 'text/xml', buffer: Buffer.from('<otro/>')
  })
  await expect(reasons.getByRole('alert')).toContainText('no es un resultado de envío del SII')
  await reasons.getByRole('button', { name: 'Pedir los motivos de nuevo' }).click()
  await expect(reasons.getByRole('status')).toContainText('El SII enviará de nuevo el correo con los motivos')
  expect(await accessibilityProblems(page)).toEqual([])
  await reasons.getByRole('button', { name: 'Reintentar' }).click()
  await page.getByRole('dialog', { name: 'Reintentar el documento' }).getByRole('button', { name: /^Reintentar/ }).click()
  await expect(page.getByRole('main').getByText('Aceptado', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0)
})

test('a note and the document that it annuls link to each other', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await makeCompany({ url, simulatorUrl, documentTypes: [33, 61] })
  const invoice = await issueAccepted(company, factura(today()))
  const { header, details } = factura(today())
  await issueAccepted(company, {
    header: { ...header, documentId: { documentType: '61', issueDate: today() } }, details: details ?? [],
    references: [{ documentType: '33', folio: '1001', date: today(), code: '1', reason: 'Anula la factura' }]
  })
  await signedIn(`documents/${invoice}`, company.viewer)
  await expect(page.getByText('Este documento fue anulado por la')).toBeVisible()
  await page.getByRole('region', { name: 'Relaciones' }).getByRole('link', { name: 'Nota de crédito N° 1001' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nota de crédito N° 1001' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Relaciones' })).toContainText('Anula')
  await page.goto(`${url}/console/documents`)
  await expect(page.getByRole('row', { name: /Factura/ }).getByText('Anulada', { exact: true })).toBeVisible()
  await expect(page.getByText('Anulada', { exact: true })).toHaveCount(1)
})

test('a document is delivered by mail, by a revocable link, or on paper', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await makeCompany({ url, simulatorUrl, documentTypes: [33] })
  const payload = factura(today())
  const correlationId = await issueAccepted(company, {
    ...payload, header: {
      documentId: { documentType: '33', issueDate: today(), paymentMethod: 2, dueDate: addDays(today(), 30) },
      receiver: { ...receiver, email: 'compras@austral.example' }
    }
  })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signedIn(`documents/${correlationId}`, company.administrator)
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  const form = page.getByRole('dialog', { name: /^Enviar Factura N°/ })
  await expect(form.getByLabel('Direcciones de correo')).toHaveValue('compras@austral.example')
  await form.getByLabel('Direcciones de correo').fill('compras@austral.example, bodega@austral.example')
  await form.getByLabel('Mensaje').fill('Gracias por su compra.')
  expect(await accessibilityProblems(page)).toEqual([])
  await form.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('region', { name: 'Correo y notificaciones' })).toContainText('a bodega@austral.example')

  // Ctrl K finds what the menu holds.
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').getByRole('textbox').fill('copiar enlace')
  await page.keyboard.press('Enter')
  const link = page.getByRole('dialog', { name: /^Enlace de Factura N°/ })
  await link.getByRole('button', { name: 'Activar y copiar' }).click()
  await expect(link.getByRole('button', { name: 'Copiado' })).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  expect(address).toMatch(/\/d\/[\w-]{43}$/)
  await expect(link.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /^https:\/\/wa\.me\/\?text=.+Factura.+%24.+vence.+%2Fd%2F/)
  const path = new URL(address).pathname
  expect((await page.request.get(`${url}${path}`)).status()).toBe(200)
  await link.getByRole('button', { name: 'Revocar el enlace' }).click()
  await expect(link).toBeHidden()
  await expect(page.getByRole('main').getByRole('button', { name: 'Más acciones' })).toBeFocused()
  expect((await page.request.get(`${url}${path}`)).status()).toBe(404)

  const drawn = page.waitForResponse(/GetPdf/)
  await page.getByRole('button', { name: 'Imprimir' }).click()
  expect((await drawn).ok()).toBe(true)
})

test('a viewer sees no actions that they are not allowed to take', async ({ page, signedIn, company }) => {
  await signedIn('documents?status=7', company.viewer)
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await expect(page.getByRole('button', { name: 'Descargar el PDF' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Reintentar/ })).toHaveCount(0)
  await page.getByRole('row').nth(1).getByRole('link').click()
  const reasons = page.getByRole('region', { name: 'Motivo del rechazo' })
  await expect(reasons).toContainText('Qué hacer')
  // All but the marks of the codes.
  await expect(reasons.locator('button:not(.code-mark)')).toHaveCount(0)
  await expect(reasons.getByRole('link')).toHaveCount(0)
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await expect(page.getByRole('menuitem', { name: 'Descargar XML' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /^Emitir|^Nota/ })).toHaveCount(0)
  const evidence = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Descargar la evidencia' }).click()
  expect((await evidence).suggestedFilename()).toMatch(/^Factura \d+ - .+ \(evidencia\)\.zip$/)
})

async function makeRejected (company: Company): Promise<string> {
  await order(company, 'faults', {
    operation: 'upload', channel: 'DTE', company: company.taxNumber, fault: 'rejected', value: 'HED-3-209'
  })
  return issued(company, factura(today()), 7)
}

function issueAccepted (company: Company, payload: Parameters<typeof issue>[1]): Promise<string> {
  return issued(company, payload, 5)
}

/** Issues the document and waits for its verdict. */
async function issued (company: Company, payload: Parameters<typeof issue>[1], verdict: number): Promise<string> {
  const timbre = await clientOf(company, company.administrator)
  const { correlationId } = await issue(company, payload)
  await until(async () => (await timbre.get('/api/Webhook/GetWebhook', { query: { correlationId } })).status === verdict)
  return correlationId
}
