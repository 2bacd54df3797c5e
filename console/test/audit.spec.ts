import { expect, test } from './console.ts'

test('the audit log is filtered, shows changes in words, verifies its chain and is exported', async ({ page, signedIn, company }) => {
  await signedIn('audit')
  await page.getByRole('combobox', { name: 'Acción' }).click()
  await page.getByRole('option', { name: 'Modificó la empresa' }).click()
  await expect(page).toHaveURL(/action=tenant\.update/)
  await page.getByRole('button', { name: /^Modificó la empresa/ }).last().click()
  const details = page.getByRole('dialog')
  await expect(details.getByText(company.administrator.email).first()).toBeVisible()
  await expect(details.getByRole('row', { name: /Dirección — Av\. Providencia 1234/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Quitar los filtros' }).click()
  await page.getByRole('button', { name: 'Verificar la cadena' }).click()
  await expect(page.getByText(/La cadena está íntegra hasta el registro \d/)).toBeVisible()

  await page.getByRole('button', { name: 'Exportar' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Excel' }).click()
  expect((await download).suggestedFilename()).toBe('auditoria.xlsx')
})
