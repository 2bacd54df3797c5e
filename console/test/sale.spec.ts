import { expectNothingAmiss } from './amiss.ts'
import { clientOf, factura, issue, makeCompany, receiver, until, type Company } from './company.ts'
import { accessibilityProblems, expect, inLight, resize, settled, test, visit, type Page } from './console.ts'
import { addDays, today } from '../src/text/formats.ts'
import { defined } from '../../test/support/expecting.ts'

/* The form for a sale, as a clerk meets it: what fits a small laptop's window, and what it takes to issue. */

const laptop = { width: 1366, height: 768 }

let made: Promise<Company> | undefined

/** What is issued here must not be in the lists that other tests look at. */
function issuer ({ url, simulatorUrl }: Company): Promise<Company> {
  made ??= makeCompany({ url, simulatorUrl, documentTypes: [33] })
  return made
}

const issueButton = (page: Page) => page.getByRole('region', { name: 'Totales' }).getByRole('button', { name: 'Emitir', exact: true })

/** All of it is in the window, and nothing above it. */
async function isInSight (page: Page, ...labels: string[]): Promise<void> {
  const wanted = [issueButton(page), ...labels.map((label) => page.getByLabel(label, { exact: true }))]
  for (const one of wanted) {
    const isSeen = () => one.evaluate((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect()
      const here = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return top >= 0 && bottom <= innerHeight && (here === element || element.contains(here))
    })
    // What is proposed for a field that was left is taken away a moment later.
    await expect.poll(isSeen, String(one)).toBe(true)
  }
}

test('a new invoice with three lines is written by keyboard only, on the first screen of a small laptop', async ({ page, signedIn, company }) => {
  const own = await issuer(company)
  await resize(page, laptop)
  await signedIn('issue', own.operator)
  const { keyboard } = page
  const inSight = () => isInSight(page, 'Tipo de documento', 'RUT o nombre', 'Línea 1: Nombre')
  await page.getByLabel('RUT o nombre').focus()
  await inSight()
  await keyboard.type(receiver.taxNumber)
  for (const value of [receiver.businessName, receiver.businessActivity, receiver.address, receiver.municipality]) {
    await keyboard.press('Tab')
    await keyboard.insertText(value)
  }
  // Past the city and the mail, to the lines: one row a line, and Enter comes back to the column of its beginning.
  for (let presses = 0; presses < 3; presses++) await keyboard.press('Tab')
  const lines = [['Taladro percutor 850 W', '2', '42990'], ['Tornillo TOR-3x20', '3,5', '1990'], ['Despacho a obra', '1', '25000']] as const
  for (const [index, [name, quantity, price]] of lines.entries()) {
    if (index > 0) await keyboard.press('Enter')
    await expect(page.getByLabel(`Línea ${index + 1}: Nombre`)).toBeFocused()
    await keyboard.insertText(name)
    await keyboard.press('Tab')
    await keyboard.type(quantity)
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await keyboard.type(price)
    await inSight()
  }
  await expect(page.getByRole('row', { name: /^2/ }).locator('[data-member=amount]')).toContainText('6.965')
  await isInSight(page, 'Línea 3: Nombre')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect(page.getByText('Listo para emitir')).toBeVisible()
  await keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog')).toContainText('Se emitirá una factura por $ 140.355')
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/documents\/[0-9a-f-]{36}$/)
  const timbre = await clientOf(own, own.administrator)
  const { payload } = await timbre.get('/api/Webhook/GetWebhook', { query: { correlationId: page.url().slice(-36) } })
  expect(payload).toMatchObject({ header: { documentId: { paymentMethod: 1 } } })
})

test('a known customer and three products by their codes take at most 40 keys, and every highlighted proposal is readable', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const own = await makeCompany({ url, simulatorUrl, documentTypes: [33] })
  const timbre = await clientOf(own, own.administrator)
  await timbre.post('/api/Customer/Create', { body: { ...receiver, businessName: 'Constructora Quillay Ltda.' } })
  const products = [['T850', 'Taladro percutor 850 W', 42_990], ['C072', 'Bisagra 72 mm', 990], ['D010', 'Despacho a obra', 25_000]] as const
  for (const [code, name, unitPrice] of products) await timbre.post('/api/Product/Create', { body: { code, name, unitPrice } })
  await resize(page, laptop)
  await signedIn('overview', own.operator)
  await settled(page)
  let keys = 0
  const press = async (...names: string[]) => {
    keys += names.length
    for (const name of names) await page.keyboard.press(name)
  }
  await press('n')
  await expect(page.getByLabel('RUT o nombre')).toBeFocused()
  await press(...'quilla')
  await expect(page.getByRole('option', { name: /Quillay/ })).toBeVisible()
  await press('ArrowDown')
  for (const light of ['light', 'dark'] as const) {
    await inLight(page, light)
    expect(await accessibilityProblems(page, 'colours'), light).toEqual([])
  }
  await inLight(page, 'light')
  await press('Enter')
  await expect(page.getByLabel('Línea 1: Código')).toBeFocused()
  for (const [index, [code]] of products.entries()) {
    // As a scanner does: the Enter comes before anything is proposed.
    await press(...code.toLowerCase(), 'Enter')
    await expect(page.getByLabel(`Línea ${index + 1}: Cantidad`)).toBeFocused()
    await press('2', ...index < 2 ? ['Enter'] : [])
  }
  await expect(page.getByText('Listo para emitir')).toBeVisible()
  await press('Control+Enter')
  await expect(page.getByRole('dialog')).toContainText('a Constructora Quillay Ltda.')
  await press('Enter')
  await expect(page).toHaveURL(/\/documents\/[0-9a-f-]{36}$/)
  expect(keys).toBeLessThanOrEqual(40)

  await page.keyboard.press('n')
  await expect(page.getByLabel('RUT o nombre')).toBeFocused()
  await expect(page.getByLabel('RUT o nombre')).toHaveValue('')
  // Words that match no code stay as they are, and Enter begins the next line.
  await page.getByLabel('Línea 1: Nombre').fill('Martillo')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Línea 2: Nombre')).toBeFocused()
  await page.keyboard.type('c072')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Línea 2: Nombre')).toHaveValue('Bisagra 72 mm')
  await expect(page.getByLabel('Línea 2: Cantidad')).toBeFocused()
})

test('the name takes two fifths of a line, typed values are shown as typed, and only fields of the type are shown', async ({ page, signedIn, company }) => {
  const own = await issuer(company)
  await resize(page, laptop)
  await signedIn('issue', own.operator)
  await settled(page)
  const name = page.getByLabel('Línea 1: Nombre')
  const share = await name.evaluate((element) => element.closest('td')!.offsetWidth / element.closest('table')!.offsetWidth)
  expect(share).toBeGreaterThanOrEqual(0.4)
  const ligatures = () => name.evaluate((element) => getComputedStyle(element).fontVariantLigatures)
  expect(await ligatures()).toBe('no-contextual')
  // Nobody here uses codes, and a domestic sale has nothing of exports.
  await expect(page.getByLabel('Línea 1: Código')).toHaveCount(0)
  await expect(page.getByText('Aduana')).toHaveCount(0)
  await page.getByLabel('Tipo de documento').selectOption('110')
  await expect(page.getByRole('heading', { name: 'Aduana' })).toBeVisible()
  const currency = page.getByRole('combobox', { name: 'Moneda del documento' })
  await currency.fill('dólar')
  await expect(page.getByRole('option', { name: /DOLAR USA/ })).toBeVisible()
  await currency.fill('dol')
  await currency.blur()
  await expect(currency).toHaveValue('')
  // What the format asks for is told by its name, and leads there.
  await page.getByLabel('Línea 1: Nombre').fill('Madera aserrada')
  await page.getByLabel('Línea 1: Precio').fill('100')
  await page.getByRole('button', { name: /^\d+ avisos?$/ }).click()
  const notice = page.getByRole('listitem').filter({ hasText: 'Modalidad de venta: el formato del SII lo pide' })
  await expect(notice.getByText('Falta un dato')).toBeVisible()
  await expect(notice.getByRole('button', { name: 'Código: FORMAT_MEMBER_EXPECTED' })).toBeVisible()
  await notice.getByRole('button', { name: 'Modalidad de venta' }).click()
  await expect(page.getByLabel('Modalidad de venta')).toBeFocused()
})

test('a copy of an invoice opens its form, and is issued with six keys from its page', async ({ page, signedIn, company }) => {
  const own = await issuer(company)
  const { correlationId } = await issue(own, factura(today()))
  const timbre = await clientOf(own, own.administrator)
  const count = async () => (await timbre.get('/api/Webhook/GetWebhooks', { query: { pageSize: 1 } })).totalRecords
  const before = await count()
  await signedIn(`documents/${correlationId}`, own.operator)
  await expect(page.getByRole('heading', { level: 1, name: /Factura/ })).toBeVisible()
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  await press('Control+K')
  const commands = page.getByRole('dialog').getByRole('textbox')
  await expect(commands).toBeFocused()
  for (const key of ['i', 'g', 'Enter']) await press(key)
  await expect(page.getByText('Listo para emitir')).toBeVisible()
  await press('Control+Enter')
  const question = page.getByRole('dialog', { name: '¿Emitir el documento?' })
  await expect(question).toContainText(`a ${receiver.businessName}`)
  await press('Enter')
  await until(async () => await count() === before + 1)
  expect(keys).toBeLessThanOrEqual(6)
})

test('a letter, the menu beside Emitir or Ctrl K opens the form of a type, which says before it is filled that it has no folios', async ({ page, signedIn, company }) => {
  const own = await issuer(company)
  const timbre = await clientOf(own, own.administrator)
  await timbre.post('/api/Customer/Create', { body: { ...receiver, taxNumber: '77777777-7', businessName: 'Maderas Quillay SpA' } })
  await signedIn('overview', own.operator)
  await settled(page)
  const type = page.getByLabel('Tipo de documento', { exact: true })
  const noFolios = page.getByText('Sin folios de este tipo')
  await page.keyboard.press('b')
  await expect(type).toHaveValue('39')
  await expect(page.getByLabel('Línea 1: Nombre')).toBeFocused()
  await expect(noFolios).toBeVisible()
  await visit(page, 'overview')
  await settled(page)
  await page.keyboard.press('f')
  await expect(type).toHaveValue('33')
  await expect(page.getByLabel('RUT o nombre')).toBeFocused()
  await expect(noFolios).toHaveCount(0)
  await page.getByRole('button', { name: 'Emitir otro tipo' }).click()
  // While it is open, a menu stands beside the page's landmarks.
  expect((await accessibilityProblems(page)).filter((problem) => !problem.startsWith('region'))).toEqual([])
  await page.getByRole('menuitem', { name: 'Guía de despacho' }).click()
  await expect(type).toHaveValue('52')
  await page.keyboard.press('Control+K')
  const commands = page.getByRole('dialog').getByRole('textbox')
  await commands.fill('factura a quillay')
  await page.getByRole('button', { name: 'Factura a Maderas Quillay SpA' }).click()
  await expect(type).toHaveValue('33')
  await expect(page.getByLabel('Razón social')).toHaveValue('Maderas Quillay SpA')
  await page.keyboard.press('Control+K')
  await commands.fill('quillay')
  await page.getByRole('button', { name: /^Maderas Quillay SpA/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Maderas Quillay SpA' })).toBeVisible()
})

test('missing values are named next to their fields, without layout shift or a calendar that covers them', async ({ page, signedIn, company }) => {
  const own = await issuer(company)
  await resize(page, laptop)
  await signedIn('issue', own.operator)
  await settled(page)
  const name = page.getByLabel('Razón social')
  await page.getByLabel('Línea 1: Nombre').fill('Martillo')
  const places = () => page.evaluate(() =>
    [...document.querySelectorAll('.issue :is(.fields, .lines) :is(input, select)')].map((field) => field.getBoundingClientRect().top))
  const before = await places()
  await page.keyboard.press('Control+Enter')
  await expect(name).toHaveAccessibleDescription(/^Escriba la razón social/)
  await expect(page.getByRole('main')).not.toContainText('SCH-00001')
  await expect(page.getByLabel('RUT o nombre')).toBeFocused()
  // By key: a focus that a script gives after a press of the mouse is not shown.
  await name.press('Tab')
  await expect(page.locator('[id="header.receiver.businessName-error"]').getByRole('button', { name: 'Código del SII: SCH-00001' })).toBeFocused()
  await expect(page.getByRole('tooltip')).toContainText('SCH-00001')
  expect(await places()).toEqual(before)

  const date = page.getByLabel('Fecha de emisión')
  await date.fill('15-10-2031')
  await page.getByLabel('Razón social').focus()
  await expect(date).toHaveAttribute('aria-invalid', 'true')
  await date.click()
  await expect(page.locator('[data-dates-dropdown]')).toBeVisible()
  const wrong = defined(await page.locator('[id="header.documentId.issueDate-error"]').boundingBox())
  // It is put in its place after it is drawn.
  await expect.poll(async () => defined(await page.locator('[data-dates-dropdown]').boundingBox()).y).toBeGreaterThanOrEqual(wrong.y + wrong.height)
})

test('on a phone the customer comes first, except for a boleta, and the total and Emitir stay in view', async ({ page, signedIn, company }) => {
  const own = await issuer(company)
  await resize(page, { width: 390, height: 844 })
  await signedIn('issue', own.operator)
  const topOf = (label: string) =>
    page.getByLabel(label, { exact: true }).evaluate((element) => element.getBoundingClientRect().top)
  await settled(page)
  expect(await topOf('RUT o nombre')).toBeLessThan(await topOf('Tipo de documento'))
  await isInSight(page, 'RUT o nombre')
  await page.getByLabel('Línea 1: Nombre').fill('Martillo')
  await isInSight(page, 'Línea 1: Nombre')
  await page.getByRole('button', { name: 'Vista previa' }).click()
  await expect(page.getByRole('dialog')).toContainText('El borrador aparece cuando el documento está completo.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByLabel('Tipo de documento').selectOption('39')
  await page.getByRole('button', { name: 'Cliente', exact: true }).click()
  await expect(page.getByLabel('RUT o nombre')).toBeVisible()
  expect(await topOf('Tipo de documento')).toBeLessThan(await topOf('Línea 1: Nombre'))
  expect(await topOf('Línea 1: Nombre')).toBeLessThan(await topOf('RUT o nombre'))
})

test('the menu fits a small laptop, and the form has no defects when it shows errors', async ({ page, signedIn, company }) => {
  await resize(page, laptop)
  await signedIn('issue', (await issuer(company)).administrator)
  await settled(page)
  const last = page.getByRole('navigation').getByRole('link').last()
  expect(await last.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
  await page.getByLabel('Línea 1: Nombre').fill('Martillo')
  // Also from a field, with what the form offers.
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('dialog').getByText('Vista previa')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Descuentos y recargos globales' }).click()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Escriba la razón social')).toBeVisible()
  await expectNothingAmiss(page, 'the form with what is wrong')
})

test("a customer's invoice of last month is found and sent in at most five actions", async ({ page, signedIn, company }) => {
  const own = await issuer(company)
  const lastMonth = addDays(`${today().slice(0, 8)}01`, -1)
  const customer = { ...receiver, taxNumber: '77777777-7', businessName: 'Constructora del Sur Ltda.' }
  const { invoiceNumber } = await issue(own, factura(lastMonth, customer))
  await issue(own, factura(today()))
  await signedIn('documents', own.operator)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  let actions = 0
  const act = async (action: Promise<unknown>) => {
    actions += 1
    await action
  }
  await act(page.getByRole('searchbox').fill('del sur'))
  await expect(page.getByRole('row')).toHaveCount(2)
  await act(page.getByRole('row', { name: new RegExp(invoiceNumber) }).getByRole('checkbox').check())
  await act(page.getByRole('button', { name: 'Enviar', exact: true }).click())
  const dialog = page.getByRole('dialog', { name: 'Enviar 1 documento' })
  await act(dialog.getByLabel('Enviar todos a').fill('contador@sur.example'))
  await act(dialog.getByRole('button', { name: 'Enviar', exact: true }).click())
  await expect(dialog.getByRole('status')).toContainText(`N° ${invoiceNumber}: En camino a contador@sur.example.`)
  expect(actions).toBeLessThanOrEqual(5)
})
