import { appendFile, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { test as base, type Page } from '@playwright/test'
import { createClient } from '../../clients/typescript/client.ts'
import type { Company, Person } from './company.ts'

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
    const wrong: string[] = []
    const operations = new Set<string>()
    page.context().on('request', (request) => {
      const [, operation] = /\/api\/(\w+\/\w+)/.exec(request.url()) ?? []
      if (operation) operations.add(operation)
    })
    page.on('pageerror', ({ message }) => { wrong.push(message) })
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text()) || /Warning: /.test(message.text())) wrong.push(message.text())
    })
    await use(page)
    await appendFile(process.env['CONSOLE_OPERATIONS']!, [...operations].map((operation) => `${operation}\n`).join(''))
    base.expect(wrong).toEqual([])
  },

  signedIn: async ({ page, sessionOf, company }, use) => {
    await use(async (place, person = company.administrator) => {
      const kept = await sessionOf(person)
      await page.goto('/console/icon.svg')
      await page.evaluate((value) => { sessionStorage.setItem('timbre.session', value) }, kept)
      await page.goto(`/console/${place}`)
    })
  }
})

async function sessionAt (url: string, { email, password }: Person): Promise<string> {
  const { accessToken, expiration } = await createClient({ baseUrl: url }).post('/api/Auth/Login', { body: { email, password } })
  const me = await createClient({ baseUrl: url, token: accessToken }).get('/api/Auth/Me')
  return JSON.stringify({ token: accessToken, expiresAt: Date.parse(expiration), me })
}

/** What axe finds against WCAG 2.2 AA. It is evaluated, not added as an element: the policy allows no other script. */
export async function accessibilityProblems (page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    interface Result { violations: Array<{ id: string, nodes: Array<{ html: string }> }> }
    const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<Result> } }
    const { violations } = await axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  })
}

/** Whether the page is wider than the window: nobody may have to scroll sideways. */
export function scrollsSideways (page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}
