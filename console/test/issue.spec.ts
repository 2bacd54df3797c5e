import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { formOf } from '../src/issue/model/payload.ts'
import { documentTypes } from '../src/issue/model/types.ts'
import { today } from '../src/text/formats.ts'
import { clientOf, factura, issue, makeCompany, order, receiver, until, type Company } from './company.ts'
import { expect, moreAction, pdfIn, test, visit, type Page } from './console.ts'
import { defined } from '../../test/support/expecting.ts'

let made: Promise<Company> | undefined

/** What is issued here must not be in the lists that other tests look at. */
function issuer ({ url, simulatorUrl }: Company): Promise<Company> {
  made ??= makeCompany({ url, simulatorUrl, documentTypes: documentTypes.map(Number) })
  return made
}

interface Content { examples: Record<string, { value: { payload: unknown } }> }

const dialog = (page: Page): Locator => page.getByRole('dialog')
const onItsPage = /\/documents\/[0-9a-f-]{36}$/

async function fillReceiver (page: Page): Promise<void> {
  await page.getByLabel('RUT o nombre').fill(receiver.taxNumber)
  await page.getByLabel('Razón social').fill(receiver.businessName)
  await page.getByLabel('Giro').fill(receiver.businessActivity)
  await page.getByLabel('Dirección', { exact: true }).fill(receiver.address)
  await page.getByLabel('Comuna', { exact: true }).fill(receiver.municipality)
}

async function fillLine (page: Page, index: number, values: Record<string, string>): Promise<void> {
  for (const [column, value] of Object.entries(values)) await page.getByLabel(`Línea ${index}: ${column}`).fill(value)
}

async function confirm (page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter')
  await dialog(page).getByRole('button', { name: 'Emitir' }).click()
}

test('a factura is issued by keyboard only; errors of the RUT and of a line appear next to their fields first', async ({ page, signedIn, company }) => {
  const own = await issuer(company)
  await signedIn('issue', own.operator)
  const { keyboard } = page
  const tabTo = async (target: Locator) => {
    for (let presses = 0; presses < 40; presses++) {
      await keyboard.press('Tab')
      if (await target.evaluate((element) => element === document.activeElement)) return
    }
    await expect(target).toBeFocused()
  }
  const rut = page.getByLabel('RUT o nombre')
  await expect(rut).toBeFocused()
  await expect(page.getByText('no es válido')).toHaveCount(0)
  await keyboard.type('88.888.888-9')
  await expect(page.getByText('Este RUT no es válido')).toBeVisible()
  for (const value of [receiver.businessName, receiver.businessActivity, receiver.address, receiver.municipality]) {
    await keyboard.press('Tab')
    await keyboard.insertText(value)
  }
  await tabTo(page.getByLabel('Línea 1: Nombre'))
  await keyboard.type('Taladro percutor 850 W')
  await keyboard.press('Tab')
  await keyboard.type('2')
  await tabTo(page.getByLabel('Línea 1: Precio'))
  await keyboard.type('42990')
  await keyboard.press('Enter')
  await expect(page.getByLabel('Línea 2: Nombre')).toBeFocused()
  await keyboard.type('Pintura látex blanca, 1 galón')
  await keyboard.press('Tab')
  await keyboard.type('0')
  await tabTo(page.getByLabel('Línea 2: Precio'))
  await keyboard.type('14.990')

  await keyboard.press('Control+Enter')
  await expect(rut).toBeFocused()
  // Each mistake leads to its field.
  const onTop = page.getByRole('group', { name: 'Antes de emitir, corrija:' })
  await expect(onTop.getByRole('button')).toHaveText(['RUT o nombre', 'Línea 2: Cantidad'])
  await onTop.getByRole('button', { name: 'Línea 2: Cantidad' }).press('Enter')
  await expect(page.getByLabel('Línea 2: Cantidad')).toBeFocused()
  await onTop.getByRole('button', { name: 'RUT o nombre' }).press('Enter')
  await expect(rut).toBeFocused()
  await keyboard.press('Control+A')
  await keyboard.type(receiver.taxNumber)
  await expect(onTop).toHaveCount(0)
  await keyboard.press('Control+Enter')
  const quantity = page.getByLabel('Línea 2: Cantidad')
  await expect(quantity).toBeFocused()
  await expect(quantity).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('.wrong')).toContainText('Cantidad:')
  await keyboard.press('Control+A')
  await keyboard.type('3,5')
  await keyboard.press('Control+Enter')

  await expect(dialog(page)).toContainText(`Se emitirá una factura por $ 164.750 a ${receiver.businessName}, en el Simulador.`)
  await expect(dialog(page)).toContainText('se anula con una nota de crédito')
  await expect(dialog(page).getByRole('button', { name: 'Emitir' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page).toHaveURL(onItsPage)
  const timbre = await clientOf(own, own.administrator)
  const issued = await timbre.get('/api/Webhook/GetWebhook', { query: { correlationId: page.url().slice(-36) } })
  expect(issued).toMatchObject({ invoiceTypeCode: '33', totalAmount: 164_750, channelType: 3, createdByName: 'Óscar Rojas' })
})

test('earlier receivers and items are suggested and fill in the rest; nothing is chosen automatically', async ({ page, signedIn, company }) => {
  const own = await issuer(company)
  const timbre = await clientOf(own, own.administrator)
  const sold = { itemCode: { codeType: 'INT1', codeValue: 'CAB-15' }, itemName: 'Cable eléctrico 1,5 mm', quantity: 10, unitOfMeasure: 'MT', unitPrice: 790 }
  await issue(own, { ...factura(today()), details: [sold] })
  await until(async () => (await timbre.get('/api/Webhook/Items', { query: { search: 'cable' } })).length > 0)
  await signedIn('issue', own.operator)
  const { keyboard } = page
  const option = page.getByRole('listbox').getByRole('option')
  const rut = page.getByLabel('RUT o nombre')
  await page.getByRole('button', { name: 'Otros datos del cliente' }).click()
  await page.getByLabel('Contacto').fill('Elena Vidal')
  await rut.focus()
  await keyboard.type('nandu')
  await expect(option).toContainText([receiver.businessName])
  await keyboard.press('Enter')
  await expect(rut).toHaveValue('nandu')
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(option).toHaveCount(0)
  await expect(rut).toHaveValue(receiver.taxNumber)
  await expect(page.getByLabel('Comuna', { exact: true })).toHaveValue(receiver.municipality)
  await expect(page.getByLabel('Contacto')).toHaveValue('Elena Vidal')

  const cell = (column: string) => page.getByLabel(`Línea 1: ${column}`)
  await cell('Cantidad').fill('3')
  await cell('Código').focus()
  await keyboard.type('cab')
  await expect(option).toContainText([sold.itemName])
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(cell('Nombre')).toHaveValue(sold.itemName)
  expect(await Promise.all(['Código', 'Cantidad', 'Unidad', 'Precio'].map((column) => cell(column).inputValue()))).toEqual(['CAB-15', '3', 'MT', '790'])
  await expect(page.getByRole('region', { name: 'Totales' })).toContainText('$ 2.820')

  // A boleta's price has the VAT in it: the one without is not put there.
  await page.getByLabel('Tipo de documento').selectOption('39')
  await cell('Nombre').fill('')
  await cell('Nombre').blur()
  await cell('Nombre').pressSequentially('cable')
  await option.first().click()
  await expect(cell('Nombre')).toHaveValue(sold.itemName)
  await expect(cell('Precio')).toHaveValue('790')

  await page.route('**/api/Webhook/{Items,Receivers}*', (route) => route.fulfill({ status: 403, json: { success: false, statusCode: 403, errorCode: 'CLAIM_MISSING', errors: ['…'], result: null } }))
  await cell('Nombre').fill('')
  const asked = page.waitForResponse(/Items/)
  await cell('Nombre').pressSequentially('martillo')
  await asked
  await expect(option).toHaveCount(0)
  await expect(cell('Nombre')).toHaveValue('martillo')
})

test('one field takes a RUT or a name; the data that the directory has about a RUT are filled in and announced', async ({ page, signedIn, company }) => {
  const own = await issuer(company)
  const taxNumber = '76086428-5'
  const unknown = ['businessActivity', 'address', 'municipality', 'city', 'email', 'contact', 'internalCode']
  const others = Object.fromEntries(unknown.map((member) => [member, null]))
  await page.route('**/api/Receiver/Find?*', (route) => route.fulfill({
    json: {
      success: true, statusCode: 200, errorCode: '', errors: [],
      result: { taxNumber, isElectronic: false, exchangeMailbox: null, directoryDate: '2026-11-20', businessName: 'Viñas del Maule Ltda.', ...others }
    }
  }))
  await signedIn('issue', own.operator)
  const rut = page.getByLabel('RUT o nombre')
  const name = page.getByLabel('Razón social')
  await rut.fill('Sociedad Agrícola Ñuble')
  await rut.press('Tab')
  await expect(name).toHaveValue('Sociedad Agrícola Ñuble')
  await expect(rut).toHaveValue('')
  await name.fill('')
  await rut.fill('76.086.428-5')
  await expect(name).toHaveValue('Viñas del Maule Ltda.')
  await expect(page.getByRole('status').filter({ hasText: '76.086.428-5 no está en el directorio' })).toBeVisible()
  await page.getByLabel('Tipo de documento').selectOption('39')
  await expect(page.getByText('no está en el directorio')).toHaveCount(0)
})

test('each of the twelve types is issued from the form', async ({ page, signedIn, company }) => {
  test.slow()
  const own = await issuer(company)
  const contract = JSON.parse(await readFile(join(import.meta.dirname, '../../openapi/openapi.json'), 'utf8')) as {
    paths: { '/api/Webhook/Issue': { post: { requestBody: { content: { 'application/json': Content } } } } }
  }
  const { examples } = contract.paths['/api/Webhook/Issue'].post.requestBody.content['application/json']
  // Folio 1001 of the examples would be one that is issued here, of another date and total.
  const ofOthers = (payload: unknown) => JSON.parse(JSON.stringify(payload).replaceAll('"folio":"1001"', '"folio":"1"')) as unknown
  const forms = documentTypes.map((type) => formOf(ofOthers(defined(examples[`T${type}`]).value.payload)))
  await signedIn('issue', own.administrator)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate((all) => {
    const { me } = JSON.parse(sessionStorage.getItem('timbre.session')!) as { me: { tenant: { tenantCode: string }, user: { id: string } } }
    const drafts = all.map((form, index) => ({ id: `d-${form.type}`, key: `key-${form.type}`, savedAt: 1.8e12 - index, form, about: {} }))
    localStorage.setItem(`timbre.drafts.${me.tenant.tenantCode}.${me.user.id}`, JSON.stringify(drafts))
  }, forms)
  await page.reload()
  // Twelve drawings would take longer than all the rest; other tests look at the PDF.
  await page.route('**/api/Webhook/GetPdf?*', (route) => route.fulfill({
    status: 404, json: { success: false, statusCode: 404, errorCode: 'NOT_FOUND', errors: ['…'], result: null }
  }))
  const timbre = await clientOf(own, own.administrator)
  await page.getByRole('button', { name: `Borradores (${documentTypes.length})` }).click()
  await dialog(page).getByRole('link').first().click()
  for (const type of documentTypes) {
    if (type !== documentTypes[0]) await visit(page, `issue?draft=d-${type}`)
    await expect(page.getByLabel('Tipo de documento')).toHaveValue(type)
    await expect(page.getByText('Listo para emitir')).toBeVisible()
    await confirm(page)
    await expect(page).toHaveURL(onItsPage)
    // The address is there before the page is: left before it is drawn, the form would keep its heading.
    await expect(page.getByRole('heading', { level: 1, name: / N° / })).toBeVisible()
    const document = await timbre.get('/api/Webhook/GetWebhook', { query: { correlationId: page.url().slice(-36) } })
    expect(document.invoiceTypeCode).toBe(type)
  }
  await page.getByRole('link', { name: 'Emitir', exact: true }).click()
  // The next form begins with the type that was issued last and is no note.
  await expect(page.getByLabel('Tipo de documento')).toHaveValue('110')
  await expect(page.getByRole('button', { name: /Borradores/ })).toHaveCount(0)
})

test('point 6: a double click and a lost answer issue one document', async ({ page, signedIn, company }) => {
  const own = await issuer(company)
  const timbre = await clientOf(own, own.administrator)
  const count = async () => (await timbre.get('/api/Webhook/GetWebhooks', { query: { pageSize: 1 } })).totalRecords
  const before = await count()
  let lost = 0
  // It is not sent again until it was seen that the answer is lost.
  let sendAgain = () => {}
  const seen = new Promise<void>((resolve) => { sendAgain = resolve })
  await page.route('**/api/Webhook/Issue', async (route) => {
    if (route.request().headers()['x-dry-run'] === 'true') return route.continue()
    if (lost > 0) {
      await seen
      return route.continue()
    }
    lost += 1
    await route.fetch()
    await route.abort()
  })
  await signedIn('issue', own.administrator)
  await fillReceiver(page)
  await fillLine(page, 1, { Nombre: 'Martillo', Cantidad: '1', Precio: '7990' })
  await page.keyboard.press('Control+Enter')
  await dialog(page).getByRole('button', { name: 'Emitir' }).dblclick()
  await expect(dialog(page).getByText('Se perdió la respuesta')).toBeVisible()
  sendAgain()
  await expect(page).toHaveURL(onItsPage)
  expect([lost, await count()]).toEqual([1, before + 1])
})

test('point 5: a reload and an expired session lose nothing, and a copy starts with the same data', async ({ page, signedIn, company }) => {
  const own = await issuer(company)
  await signedIn('issue', own.operator)
  await page.getByLabel('Tipo de documento').selectOption('39')
  await fillLine(page, 1, { Nombre: 'Guantes de cuero', Cantidad: '2', Precio: '2940' })
  await page.reload()
  await expect(page.getByLabel('Tipo de documento')).toHaveValue('39')
  await expect(page.getByLabel('Línea 1: Precio')).toHaveValue('2940')

  let ended = false
  await page.route('**/api/Webhook/Issue', (route) => {
    if (ended) return route.continue()
    ended = true
    return route.fulfill({ status: 401, json: { success: false, statusCode: 401, errorCode: 'TOKEN_EXPIRED', errors: ['…'], result: null } })
  })
  await fillLine(page, 1, { Cantidad: '3' })
  await expect(dialog(page)).toContainText('Su sesión terminó')
  await dialog(page).getByLabel('Contraseña', { exact: true }).fill(own.operator.password)
  await dialog(page).getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByText('Listo para emitir')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Totales' })).toContainText('$ 8.820')

  await page.getByRole('button', { name: 'Emitir y otro igual' }).click()
  await dialog(page).getByRole('button', { name: 'Emitir' }).click()
  await expect(page.getByText(/Se emitió: Boleta N° \d+/)).toBeVisible()
  await expect(page.getByLabel('Línea 1: Cantidad')).toHaveValue('3')
  await expect(page).toHaveURL(/\/issue\?draft=/)
})

test('pasted spreadsheet cells become lines, which can be moved, deleted and restored', async ({ page, signedIn }) => {
  await signedIn('issue')
  const cell = (index: number, column: string) => page.getByLabel(`Línea ${index}: ${column}`)
  await cell(1, 'Nombre').evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Martillo\t2\tUN\t7.990\nClavo de 2"\t12\tCJ\t1990,5\nSierra\t1\tUN\t15990\n')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(cell(2, 'Precio')).toHaveValue('1990,5')
  await expect(cell(3, 'Nombre')).toHaveValue('Sierra')
  await cell(3, 'Nombre').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(cell(2, 'Nombre')).toHaveValue('Sierra')
  await expect(cell(2, 'Nombre')).toBeFocused()
  await page.keyboard.press('Control+Delete')
  await expect(cell(2, 'Nombre')).toHaveValue('Clavo de 2"')
  await expect(cell(2, 'Nombre')).toBeFocused()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(cell(2, 'Nombre')).toHaveValue('Sierra')
  await expect(cell(3, 'Nombre')).toHaveValue('Clavo de 2"')
})

test('dialogs issue the notes that annul a document and correct another', async ({ page, signedIn, company }) => {
  test.slow()
  const own = await issuer(company)
  const timbre = await clientOf(own, own.administrator)
  const detailOf = (correlationId: string) => timbre.get('/api/Webhook/GetWebhook', { query: { correlationId } })
  const [sold, other] = [await issue(own, factura(today())), await issue(own, factura(today()))]
  await signedIn(`documents/${sold.correlationId}`, own.operator)
  await (await moreAction(page, 'Anular')).click()
  await dialog(page).getByLabel('Motivo').fill('Venta anulada')
  await dialog(page).getByRole('button', { name: 'Anular' }).click()
  await expect(page).toHaveURL(onItsPage)
  await expect(page).not.toHaveURL(new RegExp(sold.correlationId))
  const { totalAmount, relations } = await detailOf(page.url().slice(-36))
  expect(totalAmount).toBe((await detailOf(sold.correlationId)).totalAmount)
  expect(relations.changes).toMatchObject([{ correlationId: sold.correlationId, code: '1' }])

  await page.goto(page.url().replace(/[0-9a-f-]{36}$/, other.correlationId))
  await (await moreAction(page, 'Corregir')).click()
  await dialog(page).getByText('Un texto').click()
  await dialog(page).getByLabel('Donde dice').fill('Maipu')
  await dialog(page).getByLabel('Debe decir').fill('Maipú')
  await dialog(page).getByRole('button', { name: 'Emitir la nota' }).click()
  await expect(page).not.toHaveURL(new RegExp(other.correlationId))
  await expect(page).toHaveURL(onItsPage)
  expect(await detailOf(page.url().slice(-36))).toMatchObject({ totalAmount: 0, relations: { changes: [{ correlationId: other.correlationId, code: '2' }] } })

  await page.goto(page.url().replace(/[0-9a-f-]{36}$/, other.correlationId))
  await (await moreAction(page, 'Corregir')).click()
  const total = dialog(page).getByRole('status', { name: 'Total de la nota' })
  await dialog(page).getByLabel(/^Cantidad de/).first().fill('1')
  await expect(total).toContainText('$')
  const [shown] = (await total.textContent())?.match(/[\d.]+$/) ?? []
  await dialog(page).getByRole('button', { name: 'Emitir la nota' }).click()
  await expect(page).not.toHaveURL(new RegExp(other.correlationId))
  await expect(page).toHaveURL(onItsPage)
  const returned = await detailOf(page.url().slice(-36))
  expect(returned.relations.changes).toMatchObject([{ correlationId: other.correlationId, code: '3' }])
  expect(shown?.replaceAll('.', '')).toBe(String(returned.totalAmount))

  await page.goto(page.url().replace(/[0-9a-f-]{36}$/, other.correlationId))
  await (await moreAction(page, 'Corregir')).click()
  await dialog(page).getByLabel(/^En qué se mide/).first().selectOption({ label: '$' })
  await dialog(page).getByLabel(/^Monto de/).first().fill('1000')
  await expect(dialog(page)).toContainText(/Se emitirá una nota por \$ 1\.190 a .+, en el Simulador\. No se puede deshacer\./)
  await dialog(page).getByRole('button', { name: 'Emitir la nota' }).click()
  await expect(page).not.toHaveURL(new RegExp(other.correlationId))
  await expect(page).toHaveURL(onItsPage)
  expect(await detailOf(page.url().slice(-36))).toMatchObject({ totalAmount: 1190 })

  await page.goto(page.url().replace(/[0-9a-f-]{36}$/, other.correlationId))
  await (await moreAction(page, 'Corregir')).click()
  await dialog(page).getByText('Un precio').click()
  await dialog(page).getByLabel(/^Precio de/).first().fill('1')
  await expect(dialog(page).getByRole('status', { name: 'Total de la nota' })).toContainText('$')
  await dialog(page).getByRole('button', { name: 'Emitir la nota' }).click()
  await expect(page).not.toHaveURL(new RegExp(other.correlationId))
  await expect(page).toHaveURL(onItsPage)
  expect((await detailOf(page.url().slice(-36)))).toMatchObject({
    payload: { details: [{ itemDescription: expect.stringMatching(/^Donde dice: precio [\d,]+\nDebe decir: precio 1$/) }] },
    relations: { changes: [{ correlationId: other.correlationId, code: '3' }] }
  })
})

test('a boleta that the customer wants as a factura is annulled, and its factura filled', async ({ page, signedIn, company }) => {
  test.slow()
  const own = await issuer(company)
  const { correlationId } = await issue(own, {
    header: { documentId: { documentType: '39' } }, details: [{ itemName: 'Clavo de 2"', quantity: 2, unitPrice: 1190 }]
  })
  await signedIn(`documents/${correlationId}`, own.operator)
  await (await moreAction(page, 'Anular')).click()
  await dialog(page).getByLabel(/como factura/).check()
  await dialog(page).getByRole('button', { name: 'Anular' }).click()
  await expect(page).toHaveURL(/issue\?.*factura=/)
  await expect(page.getByLabel('Tipo de documento')).toHaveValue('33')
  await expect(page.getByLabel('Línea 1: Nombre')).toHaveValue('Clavo de 2"')
  await fillReceiver(page)
  await expect(page.getByText('Listo para emitir')).toBeVisible()
  await page.keyboard.press('Alt+P')
  // A busy server asks to wait and is asked again.
  await expect(pdfIn(dialog(page))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await confirm(page)
  await expect(page).toHaveURL(onItsPage)
  const timbre = await clientOf(own, own.administrator)
  expect((await timbre.get('/api/Webhook/GetWebhook', { query: { correlationId: page.url().slice(-36) } })).totalAmount).toBe(2380)
  const { relations } = await timbre.get('/api/Webhook/GetWebhook', { query: { correlationId } })
  expect(relations.changedBy).toMatchObject([{ invoiceTypeCode: '61', code: '1' }])
})

test('a document rejected by the SII is corrected in the form and retried', async ({ page, signedIn, company }) => {
  const own = await issuer(company)
  const timbre = await clientOf(own, own.administrator)
  const rows = async () => (await timbre.get('/api/Webhook/GetWebhooks', { query: { pageSize: 100 } })).data
  await until(async () => (await rows()).every(({ status }) => status > 4))
  await order(own, 'faults', { operation: 'upload', channel: 'DTE', company: own.taxNumber, fault: 'rejected', value: 'HED-3-209' })
  const { correlationId } = await issue(own, factura(today()))
  const statusOf = async () => (await timbre.get('/api/Webhook/GetWebhook', { query: { correlationId } })).status
  await until(async () => await statusOf() === 7)

  await signedIn(`issue?retry=${correlationId}`, own.operator)
  await expect(page.getByText('Motivo de la detención')).toBeVisible()
  await expect(page.getByLabel('Tipo de documento')).toBeDisabled()
  await page.getByLabel('Dirección', { exact: true }).fill('Camino a Melipilla 10805')
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page)).toContainText('se asigna un folio nuevo')
  await dialog(page).getByRole('button', { name: 'Reintentar' }).click()
  await expect(page).toHaveURL(new RegExp(`/documents/${correlationId}$`))
  await until(async () => await statusOf() === 5)
})

test('municipality, activity and unit are searched by words, and other texts are kept', async ({ page, signedIn, company }) => {
  await signedIn('issue', (await issuer(company)).administrator)
  const choose = async (label: string, words: string, option: RegExp): Promise<void> => {
    await page.getByLabel(label, { exact: true }).fill(words)
    await page.getByRole('option', { name: option }).first().click()
  }
  await choose('Comuna', 'nunoa', /^Ñuñoa/)
  await expect(page.getByLabel('Comuna', { exact: true })).toHaveValue('Ñuñoa')
  await choose('Giro', 'cultivo trigo', /Cultivo de trigo/)
  await expect(page.getByLabel('Giro', { exact: true })).toHaveValue('Cultivo de trigo')
  await choose('Línea 1: Unidad', 'kilo', /^KG/)
  await expect(page.getByLabel('Línea 1: Unidad', { exact: true })).toHaveValue('KG')

  await page.getByLabel('Línea 1: Unidad', { exact: true }).fill('BID')
  await page.getByLabel('Comuna', { exact: true }).fill('Miami')
  await page.getByLabel('Giro', { exact: true }).fill('Varios')
  await expect(page.getByLabel('Línea 1: Unidad', { exact: true })).toHaveValue('BID')
  await expect(page.getByLabel('Comuna', { exact: true })).toHaveValue('Miami')
})
