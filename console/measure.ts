/**
 * Measures what depends on the machine, against the budgets of the console: `npm run console:measure`, on a machine
 * that does nothing else. It prints, and fails for no figure; requests, bytes and shifts are held by the tests.
 *
 * Timbre starts on an empty folder, as `npm start` does. Each look has a browser's profile of its own, except where it
 * says that the console is cached.
 */
import { chromium as browsers, type Browser, type BrowserContext } from '@playwright/test'
import { launchOptions } from './test/chromium.ts'
import { sessionAt, type Company } from './test/company.ts'
import { startTimbre } from './test/start-timbre.ts'

interface Look { name: string, budget: number, slow: boolean, cached: boolean }

const looks: Look[] = [
  { name: 'desktop', budget: 1, slow: false, cached: false },
  { name: 'slow 4G, a quarter of the processor', budget: 3.5, slow: true, cached: false },
  { name: 'the same, cached', budget: 1.5, slow: true, cached: true }
]
const rounds = 3
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const print = (line: string): void => { process.stdout.write(`${line}\n`) }

const begun = performance.now()
const { prepared, close } = await startTimbre()
try {
  const { company } = await prepared
  print(`Timbre started, and a company with a month of documents was made, in ${seconds(performance.now() - begun)}.`)
  const browser = await browsers.launch(launchOptions)
  try {
    await measureFirstPage(browser, company)
    for (const look of looks) await measure(browser, company, look)
  } finally {
    await browser.close()
  }
} finally {
  await close()
}

/** From the address that the start prints to the sign-in. */
async function measureFirstPage (browser: Browser, { url }: Company): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const asked = performance.now()
  await page.goto(`${url}/console`)
  await page.getByRole('button', { name: /^(Entrar|Sign in)$/ }).waitFor()
  print(`The console shows ${seconds(performance.now() - asked)} after it is asked for; budget 10 s.`)
  await context.close()
}

async function measure (browser: Browser, company: Company, look: Look): Promise<void> {
  for (const place of ['overview', 'documents']) {
    const paints: number[] = []
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
      paints.push(await largestPaint(context, company, { place, ...look }))
      await context.close()
    }
    const middle = paints.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!
    print(`LCP of /${place}, ${look.name}: ${seconds(middle)} (${paints.map(seconds).join(', ')}); budget ${look.budget} s.`)
  }
}

/** The largest contentful paint of a place, in milliseconds since its address was opened. */
async function largestPaint (
  context: BrowserContext, company: Company, { place, slow, cached }: Pick<Look, 'slow' | 'cached'> & { place: string }
): Promise<number> {
  const page = await context.newPage()
  const session = await sessionAt(company, company.administrator)
  await page.goto(`${company.url}/console/icon.svg`)
  await page.evaluate((kept) => { sessionStorage.setItem('timbre.session', kept) }, session)
  const open = async () => {
    await page.goto(`${company.url}/console/${place}`, { waitUntil: 'networkidle' })
    await page.locator('h1').waitFor()
  }
  if (cached) await open()
  if (slow) {
    const devtools = await context.newCDPSession(page)
    // As Lighthouse takes for a slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms.
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  }
  await open()
  return page.evaluate(() => new Promise<number>((resolve) => {
    new PerformanceObserver((list) => { resolve(list.getEntries().at(-1)!.startTime) })
      .observe({ type: 'largest-contentful-paint', buffered: true })
  }))
}
