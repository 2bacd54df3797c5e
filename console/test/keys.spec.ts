import { registerCompany } from './company.ts'
import { expect, test } from './console.ts'
import { exactly } from '../../test/support/expecting.ts'

test('a second pair is shown once, works, and replaces the first', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await registerCompany({ url, simulatorUrl })
  await signedIn('keys', company.administrator)
  await expect(page.getByText('Es el único par: cree otro antes de revocarlo.')).toBeVisible()
  await page.getByRole('button', { name: 'Crear un par' }).click()
  const dialog = page.getByRole('dialog', { name: 'Su nuevo par de claves' })
  const secrets = dialog.locator('.secret')
  await expect(secrets).toHaveCount(3)
  const [, accessKey, secretKey] = exactly(3, await secrets.allTextContents())
  await expect(dialog.getByRole('button', { name: 'Cerrar' })).toBeDisabled()
  await dialog.getByLabel('Ya lo guardé').check()
  await dialog.getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByText(secretKey)).toHaveCount(0)

  const trial = page.getByRole('region', { name: 'Probar un par' })
  await trial.getByLabel('Clave de acceso').fill(accessKey)
  await trial.getByLabel('Clave secreta').fill('otra cosa')
  await trial.getByRole('button', { name: 'Probar' }).click()
  await expect(trial.getByRole('alert')).toBeVisible()
  await trial.getByLabel('Clave secreta').fill(secretKey)
  await trial.getByRole('button', { name: 'Probar' }).click()
  await expect(trial.getByRole('status')).toHaveText('Este par es válido.')

  await page.getByRole('button', { name: `Revocar: ${company.keys.accessKey}` }).click()
  const question = page.getByRole('dialog', { name: 'Revocar este par' })
  await expect(question).toContainText('Nunca se ha usado')
  await question.getByRole('button', { name: 'Revocar' }).click()
  await expect(page.getByRole('table', { name: 'Pares de claves' }).getByText(company.keys.accessKey)).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Pares de claves' })).toContainText(accessKey)
})
