import type { Reporter, TestCase } from 'vitest/node'

/** Names each test that failed at first and passed when it was tried again: it is to be looked at. */
export function createFlakyReporter (): Reporter {
  const flaky: TestCase[] = []
  return {
    onTestCaseResult (test) {
      if (test.diagnostic()?.flaky) flaky.push(test)
    },
    onTestRunEnd () {
      for (const test of flaky) {
        const [error] = test.result().errors ?? []
        console.log(`FAILED AT FIRST: ${test.module.relativeModuleId} > ${test.fullName}: ${error?.message ?? 'no message'}`)
      }
    }
  }
}
