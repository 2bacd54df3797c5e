import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './console.ts'
import { prepared } from './prepared.ts'
import { groupsOf } from '../../test/support/expecting.ts'

const project = join(import.meta.dirname, '../..')
const json = async (name: string) => JSON.parse(await readFile(join(project, name), 'utf8')) as Record<string, unknown>

test('point 1: the start builds the console if needed, and prints the address where it opens', async ({ page, signedOut, company: { url } }) => {
  const { scripts } = await json('package.json') as { scripts: Record<string, string> }
  expect(scripts['prestart']).toContain('console/build-if-stale.mjs')
  const address = groupsOf((await prepared()).printed, /(http:\S+\/console\b)/)[0]
  expect(address).toBe(`${url}/console`)
  await signedOut(address)
  await expect(page.getByRole('heading', { name: 'Inicie sesión' })).toBeVisible()
})

test('point 1: the image contains neither Vite nor React', async () => {
  const { packages } = await json('package-lock.json') as { packages: Record<string, { dev?: boolean }> }
  const shipped = Object.keys(packages).filter((path) => path !== '' && !packages[path]?.dev)
  expect(shipped.filter((path) => /node_modules\/(vite|react|react-dom|@mantine\/\w+)$/.test(path))).toEqual([])
})

test.describe('while nothing more arrives', () => {
  test.use({ ownPage: true })

  test("the page is drawn before styles and program arrive, in the system's appearance", async ({ page }) => {
    await page.route('**/assets/*', () => {})
    for (const [light, paper] of [['light', 'rgb(247, 247, 245)'], ['dark', 'rgb(21, 22, 26)']] as const) {
      await page.emulateMedia({ colorScheme: light })
      await page.goto('/console', { waitUntil: 'commit' })
      await expect(page.locator('.coming span')).toHaveText('Timbre')
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(paper)
      await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-paint').length)).toBe(1)
      if (process.env['CONSOLE_LOOKS']) await page.screenshot({ path: join(process.env['CONSOLE_LOOKS'], `coming-${light}.png`) })
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Inicie sesión' })).toBeVisible()
    await expect(page.locator('.coming')).toHaveCount(0)
  })

  test('a page that cannot be loaded says so while the server is away, and appears once it answers', async ({ page, signedIn }) => {
    await signedIn('account')
    await expect(page.getByRole('heading', { level: 1, name: 'Su cuenta' })).toBeVisible()
    await page.route('**/*', (route) => route.abort('connectionrefused'))
    await page.getByRole('link', { name: 'Auditoría' }).click()
    const retry = page.getByRole('alert').getByRole('button', { name: 'Reintentar' })
    await expect(page.getByRole('heading', { level: 1, name: 'Esto no se pudo cargar' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('No hay conexión con el servidor')
    await expect(page.getByRole('navigation', { name: 'Secciones' })).toBeAttached()
    await retry.click()
    await expect(retry).toBeEnabled()
    if (process.env['CONSOLE_LOOKS']) await page.screenshot({ path: join(process.env['CONSOLE_LOOKS'], 'not-loaded.png') })
    await page.unroute('**/*')
    await retry.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Auditoría' })).toBeVisible()
    await expect(page).toHaveURL(/\/console\/audit/)
  })
})
