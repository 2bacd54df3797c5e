import { checkAuditChains, checkFolios, compareWithRows } from './checks.ts'
import { type Figures, figuresOf } from './figures.ts'
import { type Load, type Outcome } from './load.ts'
import { measure } from './meters.ts'
import { checkSample } from './samples.ts'
import type { Stage } from './stage.ts'
import type { Tenant } from './tenants.ts'

/** How a load is applied; `turn` remembers whose turn it is next. */
export interface Trial {
  tenants: readonly Tenant[]
  lines: number
  seconds: number
  inFlight: number
  perSecond?: number
}

// Chains of so many tenants are verified after each run, and those of all at the end.
const chainsPerRun = 20

export type Trials = ReturnType<typeof createTrials>

/** Runs loads against either side, and keeps what is found wrong in the database. */
export function createTrials (stage: Stage) {
  const { limit, save, client, tenants: all, authority } = stage
  const problems: string[] = []
  let documents = 0
  let turn = 0

  async function load (side: 'limit' | 'save', { tenants, ...trial }: Trial): Promise<Outcome> {
    const load: Load = {
      ...trial, url: stage[side].url, tenants: tenants.map(({ keys }) => keys), firstTurn: turn,
      keepAnswers: side === 'save'
    }
    return client.run(load)
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
      const end = await measure(limit.meters)
      const outcome = await load('limit', trial)
      const figures = figuresOf(outcome, await end())
      const { rows } = await owner.query<{ stored: string }>('select count(*) as stored from documents')
      if (Number(rows[0]?.stored) !== outcome.documents) problems.push(`L: ${outcome.documents} answers, ${rows[0]?.stored} rows`)
      problems.push(...Object.entries(outcome.errors).map(([error, count]) => `L: ${count} answers ${error}`))
      return figures
    },

    async runSave (trial: Trial): Promise<Figures> {
      const end = await measure(save.meters)
      const outcome = await load('save', trial)
      const figures = figuresOf(outcome, await end())
      turn = outcome.nextTurn
      await check(outcome, trial)
      return figures
    },

    async checkAllChains (): Promise<void> {
      problems.push(...await checkAuditChains(save.database.url, all))
    }
  }
}
