import { expect as expectNow, type Locator, type Page } from '@playwright/test'

/** As `expect.timeout` of the configuration. */
const timeout = 120_000

type Matcher = (...wanted: unknown[]) => Promise<void>

/**
 * Playwright's `expect`, with another way to wait. Until an expectation is met, Playwright describes the whole page for
 * its message each time it looks, which took a tenth of the browser's time. What is not there yet is waited for
 * without that.
 */
export const expect = new Proxy(expectNow, {
  apply (target, self, args: Parameters<typeof expectNow>) {
    const matchers = Reflect.apply(target, self, args) as unknown as Record<string, Matcher>
    const patient = patientOf(args[0], matchers)
    return new Proxy(matchers, { get: (all, name: string) => patient[name] ?? all[name] })
  }
})

function patientOf (subject: unknown, matchers: Record<string, Matcher>): Record<string, Matcher> {
  const kind = subject?.constructor.name
  if (kind === 'Page') {
    return { toHaveURL: (wanted) => (subject as Page).waitForURL(wanted as RegExp, { waitUntil: 'commit', timeout }) }
  }
  if (kind !== 'Locator') return {}
  const part = subject as Locator
  const onceThere = (name: string): Matcher => async (wanted) => {
    // Of a list, no part may be there.
    if (!Array.isArray(wanted)) await part.waitFor({ state: 'attached', timeout })
    await matchers[name]!(wanted)
  }
  const onceWith = (name: string): Matcher => async (attribute, value) => {
    if (typeof value === 'string') {
      const withValue = part.page().locator(`[${attribute as string}=${JSON.stringify(value)}]`)
      await part.and(withValue).waitFor({ state: 'attached', timeout })
    }
    await matchers[name]!(attribute, value)
  }
  return {
    toBeVisible: () => part.waitFor({ timeout }), toContainText: onceThere('toContainText'), toHaveText: onceThere('toHaveText'),
    toHaveAttribute: onceWith('toHaveAttribute')
  }
}
