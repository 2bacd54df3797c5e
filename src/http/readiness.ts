/** One thing that the service needs: whether it is well, and a word on it that holds no secret. */
export interface HealthCheck { ok: boolean, detail?: string }

export interface Readiness { ready: boolean, outcomes: Readonly<Record<string, HealthCheck>> }

type Check = () => Promise<HealthCheck>

const checkTimeoutMs = 2000
const freshMs = 1000

/**
 * Runs all checks and says whether each is well. Callers within a second share one run, and a check that still runs is
 * not started again, so that asking often costs nothing. `note` receives the errors of checks, which callers do not.
 */
export function createReadiness (
  checks: Readonly<Record<string, Check>>, note: (check: string, error: unknown) => void
): () => Promise<Readiness> {
  const running = Object.entries(checks).map(([name, check]) => [
    name,
    withTimeout(oneRun(check), (error) => {
      note(name, error)
    })
  ] as const
  )
  let last: { startedAt: number, result: Promise<Readiness> } | undefined

  async function run (): Promise<Readiness> {
    const outcomes = await Promise.all(running.map(async ([name, check]) => [name, await check()] as const))
    return { ready: outcomes.every(([, { ok }]) => ok), outcomes: Object.fromEntries(outcomes) }
  }

  return () => {
    const now = performance.now()
    if (!last || now - last.startedAt >= freshMs) last = { startedAt: now, result: run() }
    return last.result
  }
}

/** Joins those who call while it runs. */
function oneRun (check: Check): Check {
  let running: Promise<HealthCheck> | undefined
  return async () => {
    running ??= check().finally(() => { running = undefined })
    return running
  }
}

function withTimeout (check: Check, note: (error: unknown) => void): Check {
  return async () => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<HealthCheck>((resolve) => {
      timer = setTimeout(() => { resolve({ ok: false, detail: 'no answer in time' }) }, checkTimeoutMs).unref()
    })
    try {
      return await Promise.race([check(), late])
    } catch (error) {
      note(error)
      return { ok: false, detail: 'failed' }
    } finally {
      clearTimeout(timer)
    }
  }
}
