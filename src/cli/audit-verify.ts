import { databaseOfProcess } from '../program/config/config.ts'
import { openDatabase } from '../database/open.ts'
import { createStore, type Store } from '../repositories/store.ts'
import { type Anchor, type ChainFault, createAuditVerification } from '../services/audit/audit-verification.ts'
import { CommandError, exitCodes, UsageError } from './command.ts'
import type { Terminal } from './terminal.ts'

const sentences: Record<ChainFault['problem'], string> = {
  rowMissing: 'is missing',
  rowAltered: 'was altered, or an earlier row was',
  headMissing: 'is the last one, but the chain has no head',
  headDisagrees: 'does not match the head of the chain',
  anchorMissing: 'is missing: the chain ends before the anchor',
  anchorDisagrees: 'does not match the anchor: the chain was rewritten'
}

/**
 * Recomputes the hash chain of each tenant's audit log. Prints the first broken row, or else an anchor: a line to store
 * where no writer of the database can change it.
 */
export async function verifyAuditLogs (
  { tenant, anchor }: { tenant?: string | undefined, anchor: string[] }, terminal: Terminal
): Promise<number> {
  const anchors = new Map(anchor.map(parseAnchor))
  const database = await openDatabase(databaseOfProcess())
  const store = createStore({ databaseUrl: database.url, pepper: undefined, poolSize: 2 })
  try {
    return await verifyChains(store, { tenant, anchors, terminal })
  } finally {
    await store.close()
    await database.close()
  }
}

async function verifyChains (
  store: Store, { tenant, anchors, terminal }: {
    tenant: string | undefined, anchors: Map<string, Anchor>, terminal: Terminal
  }
): Promise<number> {
  const { tenants, verify } = createAuditVerification({ store })
  // The tenants of the anchors too: all rows of one may have been deleted.
  const chains = tenant === undefined
    ? new Set([...await tenants(), ...anchors.keys()])
    : new Set([await tenantIdOf(tenant, store)])
  let broken = 0
  for (const tenantId of chains) {
    const { end, fault } = await verify(tenantId, anchors.get(tenantId))
    if (fault) {
      broken += 1
      terminal.say(`BROKEN ${tenantId} row ${fault.sequence} ${sentences[fault.problem]}`)
    } else {
      terminal.say(`ok     ${tenantId} ${end.sequence} rows`)
      terminal.say(`anchor ${tenantId}:${end.sequence}:${end.hash}`)
    }
  }
  terminal.say(broken === 0 ? `All ${chains.size} chains are intact.` : `${broken} of ${chains.size} chains are broken.`)
  return broken === 0 ? exitCodes.done : exitCodes.problems
}

function parseAnchor (text: string): [string, Anchor] {
  const [, tenantId = '', sequence = '', hash = ''] = /^([\da-f-]{36}):(\d{1,18}):([\da-f]{64})$/i.exec(text) ?? []
  if (tenantId === '') throw new UsageError(`Invalid anchor ${text}: expected <tenant>:<sequence>:<hash>.`)
  return [tenantId.toLowerCase(), { sequence: BigInt(sequence), hash: hash.toLowerCase() }]
}

async function tenantIdOf (text: string, store: Store): Promise<string> {
  if (/^[\da-f-]{36}$/i.test(text)) return text.toLowerCase()
  const entry = await store.asPlatform(({ directory }) => directory.find('tenantCode', text.toLowerCase()))
  if (!entry) throw new CommandError(`There is no tenant ${text}.`)
  return entry.tenant
}
