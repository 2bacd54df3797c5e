import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './console.ts'
import { prepared } from './prepared.ts'

const project = join(import.meta.dirname, '../..')
const json = async (name: string) => JSON.parse(await readFile(join(project, name), 'utf8')) as Record<string, unknown>

test('point 1: the start builds what is missing, and prints the address at which the console shows', async ({ page, signedOut, company: { url } }) => {
  const { scripts } = await json('package.json') as { scripts: Record<string, string> }
  expect(scripts['prestart']).toContain('console/build-if-stale.mjs')
  const [address] = /http:\S+\/console\b/.exec((await prepared()).printed) ?? []
  expect(address).toBe(`${url}/console`)
  await signedOut(address!)
  await expect(page.getByRole('heading', { name: 'Inicie sesión' })).toBeVisible()
})

test('point 1: what the image carries has neither Vite nor React', async () => {
  const { packages } = await json('package-lock.json') as { packages: Record<string, { dev?: boolean }> }
  const shipped = Object.keys(packages).filter((path) => path !== '' && !packages[path]!.dev)
  expect(shipped.filter((path) => /node_modules\/(vite|react|react-dom|@mantine\/\w+)$/.test(path))).toEqual([])
})
