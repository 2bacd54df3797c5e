import { setTimeout as sleep } from 'node:timers/promises'
import { checkAuditChains, checkFolios, compareWithRows } from './checks.ts'
import { type Figures, figuresOf } from './figures.ts'
import type { Outcome } from './load.ts'
import { type Costs, measure } from './meters.ts'
import { checkSample } from './samples.ts'
import type { Side, Stage } from './stage.ts'
import type { Tenant } from './tenants.ts'

/** A load; the tenants take turns where the last one ended. */
export interface Trial {
  tenants: readonly Tenant[]
  lines: number
  seconds: number
  inFlight: number
  perSecond?: number
}

// Chains of so many tenants are verified after each run, and at the end. To verify one takes three transactions.
const chainsPerRun = 20
const chainsAtEnd = 200

export type Trials = ReturnType<typeof createTrials>

/** Runs loads against either side, and keeps what is found wrong in the database. */
export function createTrials (stage: Stage, { checkpoint, full }: { checkpoint: boolean, full: boolean }) {
  const { limit, save, client, tenants: all, authority } = stage
  const problems: string[] = []
  let documents = 0
  let turn = 0

  /** Without the answers of L, which promise nothing. */
  async function measured (side: Side, { tenants, ...trial }: Trial): Promise<{ outcome: Outcome, figures: Figures }> {
    if (checkpoint) await side.database.owner.query('checkpoint')
    const end = await measure(side.meters)
    const outcome = await client.run({
      ...trial, urls: side.urls, tenants: tenants.map(({ keys }) => keys), firstTurn: turn, keepAnswers: side === save
    })
    return { outcome, figures: figuresOf(outcome, await end()) }
  }

  async function check (outcome: Outcome, { tenants, lines }: Trial): Promise<void> {
    const { owner, url } = save.database
    documents += outcome.acknowledgements.length
    problems.push(
      ...await compareWithRows(outcome, { owner, tenants, lines }),
      ...await checkFolios(owner, documents),
      ...await checkAuditChains(url, tenants.slice(0, chainsPerRun)),
      ...await checkSample(outcome.acknowledgements, { url: save.url, tenants, authority })
    )
  }

  return {
    problems,

    async runLimit (trial: Trial): Promise<Figures> {
      const { owner } = limit.database
      await owner.query('truncate documents')
      const { outcome, figures } = await measured(limit, trial)
      const { rows: [row] } = await owner.query<{ stored: number }>('select count(*)::int as stored from documents')
      if (row?.stored !== outcome.documents) problems.push(`L: ${outcome.documents} answers, ${row?.stored} rows`)
      problems.push(...Object.entries(outcome.errors).map(([error, count]) => `L: ${count} answers ${error}`))
      return figures
    },

    async runSave (trial: Trial): Promise<Figures> {
      const { outcome, figures } = await measured(save, trial)
      turn = outcome.nextTurn
      await check(outcome, trial)
      return figures
    },

    /** What server and PostgreSQL cost while nobody asks. */
    async atRest (seconds: number): Promise<Costs> {
      const end = await measure(save.meters)
      await sleep(seconds * 1000)
      return end()
    },

    /** All of a full run, else of tenants that are spread evenly. */
    async checkChains (): Promise<void> {
      const step = full ? 1 : Math.ceil(all.length / chainsAtEnd)
      problems.push(...await checkAuditChains(save.database.url, all.filter((_, index) => index % step === 0)))
    }
  }
}
