import { clientOf } from './company.ts'
import { expect, settled, test, type Page } from './console.ts'
import { first } from '../../test/support/expecting.ts'

test.use({ ownPage: true })

declare global {
  interface Window {
    /** By how much what was drawn has moved so far, as Chromium counts it. */
    shift: number
  }
}

// What a place asks for in a browser that has nothing of the console yet: bodies as they travel, without headers. A
// document's PDF is not counted: it comes when it is drawn, before or after the page is looked at. The API's answers
// are not compressed here and differ by some kilobytes from run to run; `npm run console:size` limits the program.
const budget = { requests: 25, bytes: 380_000 }

/** A drawing is asked for again by a page to which a busy server says so. */
const isDrawing = (address: string): boolean => address.includes('/GetPdf')

/** What the page asks for from now on, in bytes, with nothing kept from before. */
async function watchTraffic (page: Page): Promise<number[]> {
  const chromium = await page.context().newCDPSession(page)
  await chromium.send('Network.enable')
  await chromium.send('Network.setCacheDisabled', { cacheDisabled: true })
  const received: number[] = []
  const headers = new Map<string, number>()
  const drawings = new Set<string>()
  chromium.on('Network.responseReceived', ({ requestId, response }) => {
    headers.set(requestId, response.encodedDataLength)
    if (isDrawing(response.url)) drawings.add(requestId)
  })
  chromium.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!drawings.has(requestId)) received.push(encodedDataLength - (headers.get(requestId) ?? 0))
  })
  return received
}

/** What came later than it could: scripts that the page does not name; and what was asked for again. */
async function askedBy (page: Page, place: string): Promise<{ scripts: string[], twice: string[] }> {
  const html = await (await page.request.get(`/console/${place}`)).text()
  const all = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.replace(location.origin, '')))
  const asked = all.filter((address) => !isDrawing(address))
  return {
    scripts: asked.filter((address) => address.endsWith('.js') && !html.includes(`"${address}"`)),
    twice: asked.filter((address, index) => asked.indexOf(address) !== index)
  }
}

/** In a page: what is asked for again every few seconds is not, however long the page takes. */
function askOnce (): void {
  Object.assign(window, { setInterval: () => 0 })
}

function countShift (): void {
  window.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Array<PerformanceEntry & { value: number, hadRecentInput: boolean }>) {
      if (!entry.hadRecentInput) window.shift += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

test('point 10: the first load of a page makes few requests and does not shift its layout', async ({ page, signedIn, company }) => {
  await page.addInitScript(countShift)
  await page.addInitScript(askOnce)
  const timbre = await clientOf(company, company.administrator)
  const rejected = first((await timbre.get('/api/Webhook/GetWebhooks', { query: { status: [7] } })).data)
  await signedIn('account')
  await settled(page)
  const received = await watchTraffic(page)
  for (const place of ['overview', 'documents', `documents/${rejected.correlationId}`, 'issue', 'folios', 'reports']) {
    received.length = 0
    await page.goto(`/console/${place}`)
    await settled(page)
    const bytes = received.reduce((sum, length) => sum + length, 0)
    const { scripts, twice } = await askedBy(page, place)
    expect(scripts, `scripts of ${place} that only a script names`).toEqual([])
    expect(twice, `what ${place} asks for twice`).toEqual([])
    console.log(`/${place}: ${received.length} requests, ${bytes} bytes`)
    expect(received.length, `requests of ${place}`).toBeLessThanOrEqual(budget.requests)
    expect(bytes, `bytes of ${place}`).toBeLessThanOrEqual(budget.bytes)
    expect(await page.evaluate(() => window.shift), `layout shift of ${place}`).toBeLessThanOrEqual(0.02)
  }
})

test('the folios page does not shift while its answers arrive one after another', async ({ page, signedIn }) => {
  await page.addInitScript(countShift)
  for (const [path, ms] of [['List', 300], ['Plan?*', 700], ['Spent', 1000]] as const) {
    await page.route(`**/api/Folio/${path}`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, ms))
      await route.continue()
    })
  }
  await signedIn('folios')
  for (const size of [{ width: 1366, height: 768 }, { width: 390, height: 844 }]) {
    await page.setViewportSize(size)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Cuántos folios pedir' })).toBeVisible()
    await settled(page)
    const shift = await page.evaluate(() => window.shift)
    console.log(`folios at ${size.width}: layout shift ${shift}`)
    expect(shift).toBeLessThanOrEqual(0.02)
  }
})
