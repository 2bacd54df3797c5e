import { setLocally } from './local-settings.ts'
import type { Transaction } from './transaction.ts'

/**
 * Until the transaction ends, queries are planned for the values at hand, along indexes, in one process and without
 * compiling. PostgreSQL takes each tenant for a small one, because it cannot know which one row-level security lets
 * through; left to itself it reads a large tenant's documents to give a page of them.
 */
export async function planAlongIndexes (tx: Transaction): Promise<void> {
  await setLocally(tx, {
    plan_cache_mode: 'force_custom_plan', enable_seqscan: 'off', enable_bitmapscan: 'off',
    max_parallel_workers_per_gather: '0', jit: 'off'
  })
}
