import { appendFile, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, test as base, type Page, type Request } from '@playwright/test'
import { createClient } from '../../clients/typescript/client.ts'
import { tokenOf, type Company, type Person } from './company.ts'

export { expect, type Page } from '@playwright/test'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Fixtures {
  /** Opens a place as the administrator, or as somebody else: `await signedIn('documents')`. */
  signedIn: (place: string, person?: Person) => Promise<void>
}

interface WorkerFixtures {
  /** The company of start-timbre.ts: a month of documents, one of them rejected. */
  company: Company
  sessionOf: (person: Person) => Promise<string>
  /** The administrator's page that the tests of a worker share: it goes from place to place without a reload. */
  tour: Page
}

/** A test whose page runs into no error and asks for nothing that the policy forbids. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  company: [async ({}, use) => { await use(JSON.parse(process.env['CONSOLE_TEST'] ?? '{}') as Company) }, { scope: 'worker' }],

  sessionOf: [async ({ company: { url } }, use) => {
    const known = new Map<string, Promise<string>>()
    await use((person) => {
      const session = known.get(person.email) ?? sessionAt(url, person)
      known.set(person.email, session)
      return session
    })
  }, { scope: 'worker' }],

  baseURL: async ({ company }, use) => { await use(company.url) },

  page: async ({ page }, use) => {
    const finish = watch(page)
    await use(page)
    await finish()
  },

  tour: [async ({ browser, company, sessionOf }, use) => {
    const page = await browser.newPage({ baseURL: company.url, reducedMotion: 'reduce', locale: 'es-CL', timezoneId: 'America/Santiago' })
    const finish = watch(page)
    await give(page, await sessionOf(company.administrator))
    await page.goto('/console/account')
    await use(page)
    await finish()
    await page.close()
  }, { scope: 'worker' }],

  signedIn: async ({ page, sessionOf, company }, use) => {
    await use(async (place, person = company.administrator) => {
      await give(page, await sessionOf(person))
      await page.goto(`/console/${place}`)
    })
  }
})

async function give (page: Page, session: string): Promise<void> {
  await page.goto('/console/icon.svg')
  await page.evaluate((value) => { sessionStorage.setItem('timbre.session', value) }, session)
}

const asking = new WeakMap<Page, Set<Request>>()

/** Notes the operations that a page reaches; at the end says what went wrong in it. */
function watch (page: Page): () => Promise<void> {
  const wrong: string[] = []
  const operations = new Set<string>()
  const open = new Set<Request>()
  asking.set(page, open)
  page.context().on('request', (request) => {
    const [, operation] = /\/api\/(\w+\/\w+)/.exec(request.url()) ?? []
    if (operation) operations.add(operation)
  })
  page.on('request', (request) => { if (request.url().includes('/api/')) open.add(request) })
  page.on('requestfinished', (request) => { open.delete(request) })
  page.on('requestfailed', (request) => { open.delete(request) })
  page.on('pageerror', ({ message }) => { wrong.push(message) })
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text()) || /Warning: /.test(message.text())) wrong.push(message.text())
  })
  return async () => {
    await appendFile(process.env['CONSOLE_OPERATIONS']!, [...operations].map((operation) => `${operation}\n`).join(''))
    expect(wrong).toEqual([])
  }
}

/** Goes to a place as a link does: without loading the page again. */
export async function visit (page: Page, place: string): Promise<void> {
  const isAnother = new URL(page.url()).pathname !== `/console/${place.split('?')[0]}`
  const before = await page.locator('h1').elementHandle()
  await page.evaluate((address) => { history.pushState(null, '', address) }, `/console/${place}`)
  if (isAnother) await page.waitForFunction((heading) => !heading?.isConnected, before)
  await settled(page)
}

/** Once what a place shows at first is there. */
export async function settled (page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => asking.get(page)!.size).toBe(0)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

async function sessionAt (url: string, person: Person): Promise<string> {
  const { accessToken, expiration } = await tokenOf({ url }, person)
  const me = await createClient({ baseUrl: url, token: accessToken }).get('/api/Auth/Me')
  return JSON.stringify({ token: accessToken, expiresAt: Date.parse(expiration), me })
}

/** Changes the light, and waits until every colour has followed. */
export async function inLight (page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/** What only the colours of the other light can change. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds against WCAG 2.2 AA: everything, or what another light can change. It is evaluated, not added as an
 * element: the policy allows no other script.
 */
export async function accessibilityProblems (page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(axe)
  return page.evaluate(async (colours) => {
    interface Result { violations: Array<{ id: string, nodes: Array<{ html: string }> }> }
    const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<Result> } }
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      runOnly: colours ?? ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  }, rules === 'colours' ? rulesOfColour : undefined)
}

/** Whether the page is wider than the window: nobody may have to scroll sideways. */
export function scrollsSideways (page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}
