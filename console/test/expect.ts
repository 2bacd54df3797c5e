import { expect as expectNow, type Locator, type Page } from '@playwright/test'

/** As `expect.timeout` of the configuration. */
const timeout = 240_000

type Matcher = (...wanted: unknown[]) => Promise<void>

/**
 * Playwright's `expect`, with another way to wait. Until an expectation is met, Playwright describes the whole page for
 * its message each time it looks. What is not there yet, or is there still, is waited for without that.
 */
export const expect = new Proxy(expectNow, {
  apply (target, self, args: Parameters<typeof expectNow>) {
    const matchers = Reflect.apply(target, self, args) as unknown as Record<string, Matcher>
    const patient = patientOf(args[0])
    return new Proxy(matchers, { get: (all, name: string) => patient[name] ?? all[name] })
  }
})

function patientOf (subject: unknown): Record<string, Matcher> {
  if (isPage(subject)) {
    return { toHaveURL: (wanted, options) => subject.waitForURL(wanted as RegExp, { waitUntil: 'commit', timeout, ...options as object }) }
  }
  if (!isLocator(subject)) return {}
  return {
    // Waiting asks the browser four times where one is enough for what is there already.
    toBeVisible: async (options) => {
      if (!await subject.isVisible()) await subject.waitFor({ timeout, ...options as object })
    },
    toBeHidden: async (options) => {
      if (!await subject.isHidden()) await subject.waitFor({ state: 'hidden', timeout, ...options as object })
    }
  }
}

// Their classes are not exported, and are called otherwise in each version.
const isPage = (subject: unknown): subject is Page => has(subject, 'waitForURL') && has(subject, 'keyboard')
const isLocator = (subject: unknown): subject is Locator => has(subject, 'waitFor') && has(subject, 'filter')
const has = (subject: unknown, member: string): boolean => typeof subject === 'object' && subject !== null && member in subject
