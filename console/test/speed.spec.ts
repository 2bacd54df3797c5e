import { clientOf } from './company.ts'
import { expect, settled, test } from './console.ts'

/** What the page has moved and drawn so far, as Chromium counts it. */
interface Painted { shift: number, largest: number }

declare global {
  interface Window { painted: Painted }
}

test('what is drawn stays where it is: the layout shifts by 0.02 at most', async ({ page, signedIn, company }) => {
  await page.addInitScript(() => {
    window.painted = { shift: 0, largest: 0 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Array<PerformanceEntry & { value: number, hadRecentInput: boolean }>) {
        if (!entry.hadRecentInput) window.painted.shift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) window.painted.largest = startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  const timbre = await clientOf(company, company.administrator)
  const { data: [rejected] } = await timbre.get('/api/Webhook/GetWebhooks', { query: { status: [7] } })
  for (const place of ['overview', 'documents', `documents/${rejected!.correlationId}`, 'issue', 'folios']) {
    await signedIn(place)
    await settled(page)
    const { shift, largest } = await page.evaluate(() => window.painted)
    // How fast it is depends on the machine, and is only told.
    console.log(`/${place}: largest paint after ${Math.round(largest)} ms, layout shift ${shift.toFixed(4)}`)
    expect(shift, place).toBeLessThanOrEqual(0.02)
  }
})
