import { clientOf, makeCompany, receiver, registerCompany, type Company } from './company.ts'
import { drawn, expect, moreAction, resize, settled, test, visit } from './console.ts'
import { first } from '../../test/support/expecting.ts'

/** What is kept here must not be proposed in other tests. */
let made: Promise<Company> | undefined
function owner ({ url, simulatorUrl }: Company): Promise<Company> {
  made ??= registerCompany({ url, simulatorUrl })
  return made
}

test('a customer is added, found by words of its name, changed, archived, used again and deleted', async ({ page, signedIn, company }) => {
  const own = await owner(company)
  await signedIn('customers', own.administrator)
  await page.getByRole('button', { name: 'Agregar un cliente' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('RUT', { exact: true }).fill('77.777.777-1')
  await dialog.getByLabel('Razón social').fill('Maestranza Ñuble Ltda.')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByText('Este RUT no es válido: revise los números y el dígito verificador.')).toBeVisible()
  await dialog.getByLabel('RUT', { exact: true }).fill('77.777.777-7')
  await dialog.getByLabel('Correo para documentos').fill('pagos@nuble.example')
  await dialog.getByLabel('Forma de pago').click()
  await page.getByRole('option', { name: 'Crédito' }).click()
  await dialog.getByLabel('Días de plazo').fill('45')
  await dialog.getByRole('button', { name: 'Guardar' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Maestranza Ñuble Ltda.' })).toBeVisible()
  await expect(page.getByText('77.777.777-7 · Crédito a 45 días')).toBeVisible()
  await expect(page.getByText('Nada vendido en los últimos 12 meses.')).toBeVisible()
  await page.getByLabel('Comuna').fill('Chillán')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Los datos se guardaron.')).toBeVisible()

  await visit(page, 'customers')
  await page.getByRole('searchbox', { name: 'RUT o nombre' }).fill('ñuble')
  await expect(page.getByRole('row', { name: /Maestranza Ñuble.*77\.777\.777-7.*Chillán.*pagos@nuble\.example.*Crédito a 45 días/ })).toBeVisible()
  await page.getByRole('link', { name: 'Maestranza Ñuble Ltda.' }).click()

  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Archivar' }).click()
  await expect(page.getByText('Archivado', { exact: true })).toBeVisible()
  await visit(page, 'customers?archived=true')
  await page.getByRole('link', { name: 'Maestranza Ñuble Ltda.' }).click()
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Volver a usar' }).click()
  await expect(page.getByText('Archivado', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Eliminar el cliente' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Aún no hay clientes')).toBeVisible()
})

test("the form for a customer opens with the customer's data and terms", async ({ page, signedIn, company }) => {
  const own = await owner(company)
  const timbre = await clientOf(own, own.administrator)
  const { id } = await timbre.post('/api/Customer/Create', { body: { ...receiver, email: 'pagos@nandu.example', paymentMethod: 2, paymentDays: 30 } })
  await signedIn(`customers/${id}`, own.administrator)
  await page.getByRole('link', { name: 'Facturar' }).click()
  await settled(page)
  await expect(page.getByLabel('RUT o nombre')).toHaveValue(receiver.taxNumber)
  await expect(page.getByLabel('Razón social')).toHaveValue(receiver.businessName)
  await expect(page.getByLabel('Correo', { exact: true })).toHaveValue('pagos@nandu.example')
  await expect(page.getByRole('radio', { name: '30 días' })).toBeChecked()
})

test("a customer's monthly sums match the documents list that they link to", async ({ page, signedIn, company }) => {
  const timbre = await clientOf(company, company.administrator)
  const customer = first((await timbre.get('/api/Customer/List', { query: { search: receiver.taxNumber } })).data)
  await signedIn(`customers/${customer.id}`, company.viewer)
  await expect(page.getByRole('region', { name: 'Vendido por mes, últimos 12 meses' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Datos del cliente' }).getByRole('textbox')).toHaveCount(0)
  await page.getByRole('link', { name: 'Ver todos' }).click()
  await settled(page)
  await expect(page.getByRole('searchbox')).toHaveValue(receiver.taxNumber)
  await expect(page.getByRole('row', { name: new RegExp(receiver.businessName) }).first()).toBeVisible()
})

test('saved customers and products are suggested before earlier ones, each once, with their terms and prices', async ({ page, signedIn, company }) => {
  const own = await makeCompany({ url: company.url, simulatorUrl: company.simulatorUrl, documentTypes: [33] })
  const timbre = await clientOf(own, own.administrator)
  const { id: customerId } = await timbre.post('/api/Customer/Create', { body: { ...receiver, paymentMethod: 2, paymentDays: 60 } })
  const { id: productId } = await timbre.post('/api/Product/Create', { body: { code: 'CLA-2', name: 'Clavo de 2"', unitOfMeasure: 'KG', unitPrice: 1190, grossPrice: true } })
  await timbre.post('/api/Product/Create', { body: { code: 'CLA-9', name: 'Clavo de licor', unitPrice: 5000, grossPrice: true, taxCodes: ['24'] } })
  // Posted with ids alone: it is shown, repeated and proposed as it was issued.
  const { correlationId } = await timbre.post('/api/Webhook/Issue', {
    body: { payload: { header: { documentId: { documentType: '33' }, receiver: { customerId } }, details: [{ productId, quantity: 3 }] } }
  })

  await signedIn(`documents/${correlationId}`, own.operator)
  await (await moreAction(page, 'Emitir otro igual')).click()
  await expect(page.getByLabel('RUT o nombre')).toHaveValue(receiver.taxNumber)
  await expect(page.getByLabel('Razón social')).toHaveValue(receiver.businessName)
  await expect(page.getByRole('radio', { name: '60 días' })).toBeChecked()
  await expect(page.getByLabel('Línea 1: Nombre')).toHaveValue('Clavo de 2"')
  await expect(page.getByLabel('Línea 1: Código')).toHaveValue('CLA-2')
  await expect(page.getByLabel('Línea 1: Precio')).toHaveValue('1.000')

  await visit(page, 'issue')
  await page.getByLabel('RUT o nombre').pressSequentially('ñandú')
  const proposed = (list: string) => page.getByRole('listbox', { name: list }).getByRole('option')
  await expect(proposed('Clientes')).toHaveCount(1)
  await proposed('Clientes').click()
  await expect(page.getByLabel('Dirección')).toHaveValue(receiver.address)
  await expect(page.getByRole('radio', { name: '60 días' })).toBeChecked()
  await page.getByLabel('Línea 1: Nombre').pressSequentially('clavo de')
  await expect(proposed('Productos')).toHaveCount(2)
  await proposed('Productos').filter({ hasText: 'Clavo de 2"' }).click()
  // The company's prices have VAT: so do the lines, and the total is the product's price.
  await expect(page.getByLabel('Línea 1: Precio')).toHaveValue('1.190')
  await expect(page.getByRole('switch', { name: 'Precios con IVA' })).toBeChecked()
  await page.getByLabel('Línea 1: Cantidad').fill('1')
  await expect(page.getByRole('region', { name: 'Totales' })).toContainText('$ 1.190')
  await expect(page.getByLabel('Línea 1: Unidad')).toHaveValue('KG')
})

test('a product is added with its price and taxes, changed and deleted', async ({ page, signedIn, company }) => {
  const own = await owner(company)
  await signedIn('products', own.administrator)
  await page.getByRole('button', { name: 'Agregar un producto' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre').fill('Jugo de naranja 1 L')
  await dialog.getByLabel('Código').fill('JUG-1')
  await dialog.getByLabel('Precio unitario').fill('1490,5')
  await dialog.getByText('Con IVA', { exact: true }).click()
  await dialog.getByLabel('Impuestos adicionales').fill('271')
  await page.getByRole('option', { name: /^271/ }).click()
  await expect(dialog.getByText(/no toman el precio/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('row', { name: /Jugo de naranja 1 L.*JUG-1.*\$ 1\.490,5.*IVA incluido · 271/ })).toBeVisible()

  await page.getByRole('button', { name: 'Más acciones: Jugo de naranja 1 L' }).click()
  await page.getByRole('menuitem', { name: 'Modificar' }).click()
  await expect(dialog.getByLabel('Precio unitario')).toHaveValue('1.490,5')
  await dialog.getByLabel('Exento de IVA').check()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('row', { name: /JUG-1.*exento/ })).toBeVisible()
  await page.getByRole('button', { name: 'Más acciones: Jugo de naranja 1 L' }).click()
  await page.getByRole('menuitem', { name: 'Eliminar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Aún no hay productos')).toBeVisible()
})

test('the whole menu fits the window of a small laptop', async ({ tour }) => {
  await visit(tour, 'customers')
  const menu = tour.getByRole('navigation', { name: 'Secciones' })
  for (const height of [768, 840, 900, 1030]) {
    await resize(tour, { width: 1366, height })
    await drawn(tour)
    const hidden = await menu.evaluate((nav) => [...nav.querySelectorAll('*')].some(({ scrollHeight, clientHeight, classList }) =>
      [...classList].some((name) => name.endsWith('ScrollArea-viewport')) && scrollHeight > clientHeight))
    expect([height, hidden]).toEqual([height, false])
    await expect(menu.getByRole('link', { name: 'Servicio' })).toBeInViewport({ ratio: 1 })
  }
})

test('a sheet is imported whole or not at all, with mistakes at their cells, and is exported as a sheet', async ({ page, signedIn, company }) => {
  const own = await registerCompany({ url: company.url, simulatorUrl: company.simulatorUrl })
  await signedIn('customers', own.administrator)
  const upload = async (text: string) => {
    await page.getByLabel('Suba una planilla (.xlsx o .csv)').setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  }
  await page.getByRole('button', { name: 'Planilla', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Importar una planilla' }).click()
  const dialog = page.getByRole('dialog')
  await upload('RUT;Razón social\n88888888-1;Roble Ltda.\n77777777-7;Austral S.A.\n')
  await expect(dialog.getByRole('row', { name: /^A2 no es un RUT/ })).toBeVisible()
  await upload('RUT;Razón social\n88888888-8;Roble Ltda.\n77777777-7;Austral S.A.\n')
  await expect(dialog.getByText('Listo: 2 nuevos, 0 modificados, 0 sin cambios.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
  await expect(page.getByRole('link', { name: 'Roble Ltda.' })).toBeVisible()
  await page.getByRole('button', { name: 'Planilla', exact: true }).click()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Descargar como texto (.csv)' }).click()
  expect((await downloaded).suggestedFilename()).toBe('clientes.csv')

  await visit(page, 'products')
  await page.getByRole('button', { name: 'Planilla', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Importar una planilla' }).click()
  await upload('Código;Nombre;Precio unitario\nTAL-850;Taladro percutor;42.990\n')
  await expect(dialog.getByText(/^Listo: 1 nuevo/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
  await expect(page.getByText('Taladro percutor')).toBeVisible()
  await page.getByRole('button', { name: 'Planilla', exact: true }).click()
  const products = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Descargar como texto (.csv)' }).click()
  expect((await products).suggestedFilename()).toBe('productos.csv')
})

test("one's own sheet is imported once its columns are chosen, and the next one remembers the choice", async ({ page, signedIn, company }) => {
  const own = await registerCompany({ url: company.url, simulatorUrl: company.simulatorUrl })
  await signedIn('customers', own.administrator)
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar la plantilla' }).click()
  expect((await template).suggestedFilename()).toBe('clientes.xlsx')
  const dialog = page.getByRole('dialog')
  const upload = async (text: string) => {
    await page.getByLabel('Suba una planilla (.xlsx o .csv)').setInputFiles({ name: 'mios.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  }
  const columnOf = (heading: string) => dialog.getByRole('combobox', { name: `Columna ${heading}` })
  await page.getByRole('button', { name: 'Importar una planilla' }).click()
  await expect(dialog.getByRole('button', { name: 'Descargar la plantilla' })).toBeVisible()
  await upload('Rut cliente;Nombre;E-mail;Teléfono;Vendedor\n88888888-8;Roble Ltda.;pagos@roble.example;+56 2 2345;Ana\n')
  await expect(columnOf('Nombre')).toHaveValue('Razón social')
  await expect(columnOf('E-mail')).toHaveValue('Correo')
  await expect(columnOf('Teléfono')).toHaveValue('')
  await expect(dialog.getByRole('button', { name: 'Importar' })).toBeDisabled()
  for (const [heading, column] of [['Teléfono', 'Notas'], ['Vendedor', 'No importar']] as const) {
    await columnOf(heading).click()
    await page.getByRole('option', { name: column }).click()
  }
  await dialog.getByRole('button', { name: 'Importar' }).click()
  await expect(dialog.getByText(/^Listo: 1 nuevo/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
  await expect(page.getByRole('row', { name: /Roble Ltda\..*pagos@roble\.example/ })).toBeVisible()

  await page.getByRole('button', { name: 'Planilla', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Importar una planilla' }).click()
  await upload('Rut cliente;Nombre;Teléfono;Vendedor\n88888888-8;Roble Ltda.;+56 9 9999;Ana\n')
  await expect(columnOf('Teléfono')).toHaveValue('Notas')
  await expect(columnOf('Vendedor')).toHaveValue('No importar')
  await dialog.getByRole('button', { name: 'Importar' }).click()
  await expect(dialog.getByText('Listo: 0 nuevos, 1 modificados, 0 sin cambios.')).toBeVisible()
})
