import { codeOf } from '../../test/support/authenticator.ts'
import { clientOf, registerCompany } from './company.ts'
import { expect, test } from './console.ts'

test('a person is added, renamed, given roles and deleted; the last administrator stays', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await registerCompany({ url, simulatorUrl })
  await signedIn('people', company.administrator)
  await page.getByRole('button', { name: 'Agregar una persona' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre completo').fill('Rosa Díaz')
  await dialog.getByLabel('Correo').fill(`rosa-${company.taxNumber}@maipo.example`)
  await dialog.getByLabel('Contraseña', { exact: true }).fill('viento-mesa-naranja-3')
  // By keyboard: the field's own layer lies above its input.
  await dialog.getByRole('combobox', { name: 'Roles' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'Lector' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Agregar una persona' }).click()
  await expect(page.getByRole('row', { name: /Rosa Díaz .* Lector/ })).toBeVisible()

  await page.getByRole('button', { name: 'Más acciones: Rosa Díaz' }).click()
  await page.getByRole('menuitem', { name: 'Modificar el nombre' }).click()
  await dialog.getByLabel('Nombre completo').fill('Rosa Díaz Lillo')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('button', { name: 'Más acciones: Rosa Díaz Lillo' }).click()
  await page.getByRole('menuitem', { name: 'Cambiar los roles' }).click()
  await dialog.getByLabel('Operador').check()
  await dialog.getByLabel('Lector').uncheck()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('row', { name: /Rosa Díaz Lillo .* Operador/ })).toBeVisible()

  const rosa = { email: `rosa-${company.taxNumber}@maipo.example`, password: 'viento-mesa-naranja-3' }
  const timbre = await clientOf(company, rosa)
  const { secret } = await timbre.post('/api/Auth/BeginSecondFactor', { body: { password: rosa.password } })
  await timbre.post('/api/Auth/ConfirmSecondFactor', { body: { code: codeOf(secret) } })
  await page.reload()
  await page.getByRole('button', { name: 'Más acciones: Rosa Díaz Lillo' }).click()
  await page.getByRole('menuitem', { name: 'Quitar el segundo factor' }).click()
  await dialog.getByRole('button', { name: 'Quitar el segundo factor' }).click()
  await expect(page.getByText('Con segundo factor')).toHaveCount(0)

  await page.getByRole('button', { name: 'Más acciones: Rosa Díaz Lillo' }).click()
  await page.getByRole('menuitem', { name: 'Eliminar a la persona' }).click()
  await dialog.getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByRole('row', { name: /Rosa/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'Más acciones: Ana Fuentes' }).click()
  await page.getByRole('menuitem', { name: 'Eliminar a la persona' }).click()
  await expect(page.getByRole('dialog').getByText(/último administrador/)).toBeVisible()
})

test('a role is made in the matrix, its changes are kept at once, and it is deleted', async ({ page, signedIn, company: { url, simulatorUrl, viewer } }) => {
  const company = await registerCompany({ url, simulatorUrl })
  await signedIn('people?tab=roles', company.administrator)
  await page.getByRole('button', { name: 'Crear un rol' }).click()
  await page.getByLabel('Nombre del rol').fill('Bodega')
  await page.getByRole('button', { name: 'Crear el rol' }).click()
  await page.getByRole('checkbox', { name: 'Bodega: Ver los rangos de folios' }).check()
  await page.getByRole('checkbox', { name: 'Bodega: Ver los informes' }).check()
  await expect(page.getByRole('status').getByText('2 cambios sin guardar')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Lector: Ver los informes' })).toBeDisabled()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('2 cambios sin guardar')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Bodega: Ver los informes' })).toBeChecked()
  await page.getByRole('button', { name: 'Más acciones: Bodega' }).click()
  await page.getByRole('menuitem', { name: 'Eliminar el rol' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByRole('columnheader', { name: /Bodega/ })).toHaveCount(0)

  await signedIn('people', viewer)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Agregar una persona' })).toHaveCount(0)
})
