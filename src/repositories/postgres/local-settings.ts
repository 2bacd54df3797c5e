import type { Transaction } from './transaction.ts'

type PlannerSwitch = 'enable_seqscan' | 'enable_bitmapscan' | 'enable_hashjoin' | 'enable_mergejoin' | 'enable_sort' | 'jit'

/** Settings that end with a transaction. */
export interface LocalSettings extends Partial<Record<PlannerSwitch, 'on' | 'off'>> {
  /** A tenant's id, which row-level security compares. */
  'app.tenant'?: string
  'app.scope'?: 'platform'
  /** Milliseconds. */
  lock_timeout?: string
  plan_cache_mode?: 'force_custom_plan' | 'force_generic_plan'
  max_parallel_workers_per_gather?: '0'
}

// Nothing that would need to be quoted.
const plain = /^\w+$/
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The statements that make settings: SET LOCAL, which a distributed database passes on to the machines that have a
 * tenant's rows. It would keep set_config to itself.
 */
export function settingStatements (settings: LocalSettings): string {
  return Object.entries<string>({ ...settings }).map(([name, value]) => {
    if (!(name === 'app.tenant' ? uuid : plain).test(value)) throw new RangeError(`${name} cannot be ${JSON.stringify(value)}`)
    return `${settingPrefix} ${name} = '${value}'`
  }).join('; ')
}

/** How they begin. They are not to be prepared: there is one text for each tenant. */
export const settingPrefix = 'set local'

/** Makes settings until the transaction ends. */
export async function setLocally (tx: Transaction, settings: LocalSettings): Promise<void> {
  await tx.$executeRawUnsafe(settingStatements(settings))
}
