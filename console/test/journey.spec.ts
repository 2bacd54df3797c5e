import { randomInt } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { withViewer } from './chromium.ts'
import { password, receiver, rutOf } from './company.ts'
import { expect, test } from './console.ts'

// A browser that has never seen the console, and shows PDFs in the page.
test.use({ ownPage: true, launchOptions: withViewer })

/** Where an element is, seen from what has the focus: people go the shorter way. */
const sideOf = (element: Element): 'here' | 'before' | 'after' => {
  const focused = document.activeElement
  if (element === focused) return 'here'
  return focused && element.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING ? 'before' : 'after'
}

test('point 2: from registration to an annulled factura, by keyboard alone', async ({ page }) => {
  test.slow()
  const { keyboard } = page
  const to = async (target: Locator): Promise<void> => {
    await target.waitFor()
    for (let presses = 0; presses < 150; presses++) {
      const side = await target.evaluate(sideOf)
      if (side === 'here') return
      await keyboard.press(side === 'before' ? 'Shift+Tab' : 'Tab')
    }
    await expect(target).toBeFocused()
  }
  const press = async (target: Locator): Promise<void> => {
    await to(target)
    await keyboard.press('Enter')
  }
  const choose = async (item: Locator): Promise<void> => {
    await item.waitFor()
    while (await item.evaluate(sideOf) !== 'here') await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
  }
  const type = async (target: Locator, text: string): Promise<void> => {
    await to(target)
    await keyboard.type(text)
  }
  // As one input, which takes less time than key by key: issue.spec.ts types the names of its lines by keys.
  const write = async (target: Locator, text: string): Promise<void> => {
    await to(target)
    await keyboard.insertText(text)
  }
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name })
  const isAccepted = expect(page.getByRole('main').getByText('Aceptado', { exact: true }).first())

  let loads = 0
  page.on('load', () => { loads += 1 })

  // A company registers.
  await page.goto('/console')
  await press(button('Registre su empresa'))
  await write(page.getByLabel('Razón social'), 'Quillay Ltda.')
  await type(page.getByLabel('RUT de la empresa'), rutOf(randomInt(76_000_000, 77_000_000)))
  await write(page.getByLabel('Su nombre'), 'Rosa Quillay')
  await write(page.getByLabel('Correo'), `rosa-${randomInt(1e9)}@quillay.example`)
  await write(page.getByLabel('Contraseña', { exact: true }), password)
  await press(button('Registrar la empresa'))

  // It gets ready with what the simulator gives.
  await write(page.getByLabel('Giro'), 'Construcción')
  await type(page.getByRole('combobox', { name: 'Códigos de actividad económica' }), '410010')
  await keyboard.press('Enter')
  await write(page.getByLabel('Dirección', { exact: true }), 'Los Aromos 215')
  await write(page.getByLabel('Comuna'), 'Chillán')
  await press(button('Guardar'))
  await press(page.getByRole('region', { name: /Certificado digital/ }).getByRole('button', { name: 'Pedir al simulador' }))
  await expect(page.getByText(/Rosa Quillay, hasta el/)).toBeVisible()
  await press(page.getByRole('region', { name: /Folios/ }).getByRole('button', { name: 'Pedir al simulador' }))
  await expect(page.getByText('Folios de 1 tipo de documento')).toBeVisible()
  await press(page.getByRole('link', { name: 'Folios', exact: true }))
  await press(button('Pedir al simulador'))
  const dialog = page.getByRole('dialog')
  await to(dialog.getByRole('combobox', { name: /Tipo/ }))
  const option = page.getByRole('option', { name: 'Nota de crédito', exact: true })
  await keyboard.press('ArrowDown')
  await option.waitFor()
  for (let presses = 0; presses < 20 && await option.getAttribute('data-combobox-selected') === null; presses++) {
    await keyboard.press('ArrowDown')
  }
  await keyboard.press('Enter')
  await press(dialog.getByRole('button', { name: 'Pedir al simulador' }))
  await expect(dialog.getByRole('status')).toContainText('Recibidos: Nota de crédito')
  await keyboard.press('Escape')

  // A factura: first a wrong RUT and a wrong total, said at their fields.
  await press(page.getByRole('link', { name: 'Emitir', exact: true }))
  await type(page.getByLabel('RUT o nombre'), '88.888.888-9')
  for (const text of [receiver.businessName, receiver.businessActivity, receiver.address, receiver.municipality]) {
    await keyboard.press('Tab')
    await keyboard.insertText(text)
  }
  await expect(page.getByLabel('RUT o nombre')).toHaveAccessibleDescription(/Este RUT no es válido/)
  await write(page.getByLabel('Línea 1: Nombre'), 'Taladro percutor 850 W')
  await keyboard.press('Tab')
  await keyboard.type('2')
  await type(page.getByLabel('Línea 1: Precio'), '42990')
  await press(page.getByRole('button', { name: 'Otros datos del documento' }))
  await type(page.getByLabel('Total que espera'), '102.000')
  await keyboard.press('Control+Enter')
  await expect(page.getByLabel('RUT o nombre')).toBeFocused()
  await keyboard.press('Control+A')
  await keyboard.type(receiver.taxNumber)
  await keyboard.press('Control+Enter')
  const total = page.getByLabel('Total que espera')
  await expect(total).toBeFocused()
  await expect(total).toHaveAttribute('aria-invalid', 'true')
  await expect(total).toHaveAccessibleDescription(/Ingresó 102\.?000; el valor calculado es 102\.?316/)
  await keyboard.press('Control+A')
  await keyboard.type('102.316')
  await keyboard.press('Control+Enter')
  await press(dialog.getByRole('button', { name: 'Emitir' }))

  // It is accepted on its page, without a reload, with its PDF.
  await expect(page.getByRole('heading', { level: 1, name: 'Factura N° 1' })).toBeVisible()
  await isAccepted.toBeVisible()
  await expect(page.getByTitle('Representación impresa')).toHaveAttribute('src', /^blob:/)

  // A credit note annuls it, and the factura says by which.
  await press(button('Más acciones'))
  await choose(page.getByRole('menuitem', { name: 'Anular' }))
  await expect(dialog.getByLabel('Motivo')).toBeFocused()
  await keyboard.type('Venta anulada')
  await press(dialog.getByRole('button', { name: 'Anular' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Nota de crédito N° 1' })).toBeVisible()
  await isAccepted.toBeVisible()
  await press(page.getByRole('main').getByRole('link', { name: /Factura N° 1/ }).first())
  await expect(page.getByText('Este documento fue anulado por la')).toContainText('Nota de crédito N° 1')
  expect(loads).toBe(1)
})
