import { appendFile, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { test as base, type Browser, type ConsoleMessage, type Dialog, type Locator, type Page, type Request } from '@playwright/test'
import { sessionAt, type Company, type Person } from './company.ts'
import { expect } from './expect.ts'
import { address, operationsFile, prepared } from './prepared.ts'
import { defined } from '../../test/support/expecting.ts'

export type { Download, Page } from '@playwright/test'
export { expect } from './expect.ts'

// It would write out every element that it looks at.
const axe = `${await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}; axe.configure({ noHtml: true })`

interface Fixtures {
  /** Opens a place as the administrator, or as somebody else: `await signedIn('documents')`. */
  signedIn: (place: string, person?: Person) => Promise<void>
  /** Opens an address as somebody who is not signed in. */
  signedOut: (address: string) => Promise<void>
  /** The administrator's page as the test before left it: it goes from place to place without another sign-in. */
  tour: Page
  /** A page in a browser's profile of its own, for what the next test could not undo: a clock, scripts of the start. */
  ownPage: boolean
}

interface WorkerFixtures {
  /** Of start-timbre.ts: a month of documents, one of them rejected. Whoever asks for it waits until it is there. */
  company: Company
  sessionOf: (person: Person) => Promise<string>
  /** The page that the tests of a worker share: its browser need not read and compile the console for each of them. */
  shared: Page
}

/** A test whose page runs into no error and asks for nothing that the policy forbids. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // What is prepared takes no time from the test that happens to wait for it.
  company: [async ({}, use) => { await use((await prepared()).company) }, { scope: 'worker', timeout: 900_000 }],

  sessionOf: [async ({ company: { url } }, use) => {
    const known = new Map<string, Promise<string>>()
    await use((person) => {
      const session = known.get(person.email) ?? sessionAt({ url }, person)
      known.set(person.email, session)
      return session
    })
  }, { scope: 'worker' }],

  shared: [async ({ browser }, use) => {
    const page = await openPage(browser)
    await use(page)
    await page.context().close()
  }, { scope: 'worker' }],

  ownPage: [false, { option: true }],

  page: async ({ browser, shared, ownPage }, use) => {
    const page = ownPage ? await openPage(browser) : shared
    const finish = watch(page)
    await use(page)
    await finish()
    if (ownPage) await page.context().close()
    else await tidy(page)
  },

  signedIn: async ({ page, sessionOf, company }, use) => {
    await use(async (place, person = company.administrator) => { await enter(page, place, await sessionOf(person)) })
  },

  signedOut: async ({ page }, use) => {
    await use(async (address) => { await load(page, address) })
  },

  tour: async ({ page, sessionOf, company }, use) => {
    const session = await sessionOf(company.administrator)
    if (!await page.evaluate(isOf, session)) await enter(page, 'account', session)
    await use(page)
  }
})

export const desktop = { width: 1440, height: 900 }

async function openPage (browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: await address(), viewport: desktop, reducedMotion: 'reduce', colorScheme: 'light', locale: 'es-CL', timezoneId: 'America/Santiago'
  })
  await context.addInitScript(askOften)
  const page = await context.newPage()
  // Some page of the server, so that there is a store to put a session into.
  await page.goto('/console/icon.svg')
  return page
}

/**
 * In a page: what is asked for again every few seconds, so that people see it move, is asked for at once. Not what is
 * asked for every three, beside a stream of events.
 */
function askOften (): void {
  const every = window.setInterval.bind(window)
  const often = (ask: () => void, milliseconds: number): number =>
    every(ask, milliseconds === 1500 || milliseconds === 5000 ? 250 : milliseconds)
  Object.assign(window, { setInterval: often })
}

/** What a test changed in the shared page and its browser. What it kept in the browser's stores, `enter` clears. */
async function tidy (page: Page): Promise<void> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  page.removeAllListeners('dialog').removeAllListeners('download')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.clearPermissions()
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await resize(page, desktop)
}

/** Each change draws the page again, also one to the size that it has. */
export async function resize (page: Page, { width, height }: { width: number, height: number }): Promise<void> {
  const now = page.viewportSize()
  if (now?.width !== width || now.height !== height) await page.setViewportSize({ width, height })
}

/** Opens the place as the person of the session, as if nobody had used the browser before. */
async function enter (page: Page, place: string, session: string): Promise<void> {
  const leave = (dialog: Dialog) => dialog.accept()
  page.on('dialog', leave)
  const address = `/console/${place}`
  if (await page.evaluate(changePerson, { address, session }).catch(() => false)) await page.evaluate(follow)
  else await load(page, address, session)
  page.off('dialog', leave)
}

async function load (page: Page, address: string, session?: string): Promise<void> {
  await page.evaluate((value) => {
    localStorage.clear()
    sessionStorage.clear()
    if (value) sessionStorage.setItem('timbre.session', value)
  }, session)
  await page.goto(address)
}

const isOf = (session: string): boolean =>
  sessionStorage.getItem('timbre.session') === session && location.pathname.startsWith('/console/') && document.querySelector('h1') !== null

/**
 * In a page in which somebody is signed in: signs out, as another tab would, and in again. Nothing of the former place
 * is left, and what the console knew is forgotten. False where only another load of the page can do that.
 */
async function changePerson ({ address, session }: { address: string, session: string }): Promise<boolean> {
  const chosen = Object.keys(localStorage).some((name) => !name.startsWith('timbre.drafts.'))
  if (chosen || !sessionStorage.getItem('timbre.session') || !document.querySelector('nav') || document.querySelector('[role=dialog]')) return false
  const until = async (question: () => boolean) => {
    while (!question()) await new Promise((resolve) => { setTimeout(resolve, 5) })
  }
  const tab = new BroadcastChannel('timbre.session')
  tab.postMessage({ session: null })
  await until(() => !document.querySelector('nav'))
  localStorage.clear()
  history.pushState(null, '', address)
  tab.postMessage({ session: JSON.parse(session) as object })
  await until(() => document.querySelector('nav') !== null)
  tab.close()
  return true
}

/** In a page: once the router has drawn the place of the address. Until then the one before is still there. */
async function follow (): Promise<void> {
  interface Place { state: { __TSR_key?: string } }
  interface Router { history: { location: Place }, state: { status: string, resolvedLocation?: Place } }
  // TanStack Router puts itself there, and gives each entry of the history a key.
  const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: Router }
  const isThere = () => router.state.status === 'idle' && router.state.resolvedLocation?.state.__TSR_key === router.history.location.state.__TSR_key
  while (!isThere()) await new Promise((resolve) => { setTimeout(resolve, 5) })
}

/** `documents` of the address of a document. */
const placeIn = (address: string): string => new URL(address).pathname.split('/')[2] ?? ''

const asking = new WeakMap<Page, Set<Request>>()

/** Notes the operations that a page reaches, and from which place; at the end says what went wrong in it. */
function watch (page: Page): () => Promise<void> {
  const wrong: string[] = []
  const operations = new Set<string>()
  const open = new Set<Request>()
  asking.set(page, open)
  const reached = (request: Request) => {
    const [, operation] = /\/api\/(\w+\/\w+)/.exec(request.url()) ?? []
    if (operation) operations.add(`${operation} ${placeIn(request.frame().url())}`)
  }
  const begun = (request: Request) => { if (request.url().includes('/api/')) open.add(request) }
  const over = (request: Request) => { open.delete(request) }
  const failed = ({ message }: Error) => { wrong.push(message) }
  const said = (message: ConsoleMessage) => {
    if (/Content.Security.Policy/i.test(message.text()) || /Warning: /.test(message.text())) wrong.push(message.text())
  }
  page.context().on('request', reached)
  page.on('request', begun).on('requestfinished', over).on('requestfailed', over).on('pageerror', failed).on('console', said)
  return async () => {
    page.context().off('request', reached)
    page.off('request', begun).off('requestfinished', over).off('requestfailed', over).off('pageerror', failed).off('console', said)
    await appendFile(operationsFile(), [...operations].map((operation) => `${operation}\n`).join(''))
    expect(wrong).toEqual([])
  }
}

/** Goes to a place as a link does: without loading the page again. */
export async function visit (page: Page, place: string): Promise<void> {
  await page.evaluate(follow)
  await page.evaluate((address) => { history.pushState(null, '', address) }, `/console/${place}`)
  await page.evaluate(follow)
  await settled(page)
}

/** Adds a filter to a list of documents. */
export async function addFilter (page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Filtro', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Once every request of the page has its answer. */
export async function idle (page: Page): Promise<void> {
  const requests = defined(asking.get(page))
  // An evaluation comes back after what the page did before it.
  do {
    while (requests.size > 0) await pause(10)
    await page.evaluate(() => {})
  } while (requests.size > 0)
}

/** Once what a place shows at first is there. */
export async function settled (page: Page): Promise<void> {
  const requests = defined(asking.get(page))
  do {
    while (requests.size > 0) await pause(10)
    await page.evaluate(async () => {
      const isThere = () => document.querySelector('h1')?.checkVisibility() && document.querySelector('[aria-busy=true]') === null
      while (!isThere()) await new Promise((resolve) => { setTimeout(resolve, 10) })
    })
  } while (requests.size > 0)
}

/** Changes the light, and waits until every colour has followed. */
export async function inLight (page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(async (wanted) => {
    while (document.documentElement.dataset['mantineColorScheme'] !== wanted) await new Promise(requestAnimationFrame)
  }, colorScheme)
  await drawn(page)
}

/** Once the page has drawn what it knows, and nothing moves any more. */
export function drawn (page: Page): Promise<void> {
  return page.evaluate(async () => {
    // React draws what a frame has told it, as another width, in the next.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
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
  const look = () => page.evaluate(async (colours) => {
    interface Result { violations: Array<{ id: string, nodes: Array<{ target: string[] }> }> }
    const { axe } = globalThis as unknown as { axe?: { run: (options: object) => Promise<Result> } }
    if (!axe) return undefined
    // None of these rules reads the styles' sheets.
    const { violations } = await axe.run({
      resultTypes: ['violations'], preload: { assets: ['media'] },
      runOnly: colours ?? ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  }, rules === 'colours' ? rulesOfColour : undefined)
  const problems = await look()
  if (problems) return problems
  await page.evaluate(axe)
  return defined(await look())
}

/** A PDF that was drawn: in the browser's viewer, or as a link where it has none. */
export function pdfIn (part: Locator): Locator {
  return part.locator('iframe[src^="blob:"], a[href^="blob:"]')
}

/** Whether the page is wider than the window: nobody may have to scroll sideways. */
export function scrollsSideways (page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}

/** An item of the menu beside the heading, which this opens. */
export async function moreAction (page: Page, name: string): Promise<Locator> {
  await page.getByRole('main').getByRole('button', { name: 'Más acciones', exact: true }).click()
  return page.getByRole('menuitem', { name, exact: true })
}
