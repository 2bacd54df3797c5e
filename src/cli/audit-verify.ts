/**
 * Recomputes the hash chain of every tenant's audit log, tells the first broken row of each, and prints an anchor: a
 * line to keep where nobody who can write to the database can write. Ends with 1 when a chain is broken.
 *
 *   npm run audit:verify -- [--tenant <id or code>] [--anchor <tenant>:<sequence>:<hash>]…
 */
import { parseArgs } from 'node:util'
import { databaseOfProcess } from '../config.ts'
import { openDatabase } from '../database/open.ts'
import { createStore } from '../repositories/store.ts'
import { type Anchor, type ChainFault, createAuditVerification } from '../services/audit/audit-verification.ts'

const sentences: Record<ChainFault['problem'], string> = {
  rowMissing: 'is missing',
  rowAltered: 'was altered, or rows before it were',
  headMissing: 'is the last, but the chain has no head',
  headDisagrees: 'does not agree with the head of the chain',
  anchorMissing: 'is missing: the chain ends before the anchor',
  anchorDisagrees: 'is not the one of the anchor: the chain was made anew'
}

async function main (): Promise<number> {
  const { values } = parseArgs({
    options: { tenant: { type: 'string' }, anchor: { type: 'string', multiple: true, default: [] } }
  })
  const anchors = new Map(values.anchor.map(parseAnchor))
  const database = await openDatabase(databaseOfProcess())
  const store = createStore({ databaseUrl: database.url, pepper: undefined, poolSize: 2 })
  const { tenants, verify } = createAuditVerification({ store })
  try {
    const wanted = values.tenant === undefined ? await tenants() : [await tenantOf(values.tenant, store)]
    // A tenant of an anchor whose rows are all gone is looked for too.
    const chains = new Set([...wanted, ...(values.tenant === undefined ? anchors.keys() : [])])
    let broken = 0
    for (const tenantId of chains) {
      const { end, fault } = await verify(tenantId, anchors.get(tenantId))
      if (fault) broken += 1
      print(
        fault
          ? `BROKEN ${tenantId} row ${fault.sequence} ${sentences[fault.problem]}`
          : `ok     ${tenantId} ${end.sequence} rows`
      )
      if (!fault) print(`anchor ${tenantId}:${end.sequence}:${end.hash}`)
    }
    print(broken === 0 ? `All ${chains.size} chains hold.` : `${broken} of ${chains.size} chains are broken.`)
    return broken === 0 ? 0 : 1
  } finally {
    await store.close()
    await database.close()
  }
}

function print (line: string): void {
  process.stdout.write(`${line}\n`)
}

function parseAnchor (text: string): [string, Anchor] {
  const [, tenantId = '', sequence = '', hash = ''] = /^([\da-f-]{36}):(\d{1,18}):([\da-f]{64})$/i.exec(text) ?? []
  if (tenantId === '') throw new Error(`${text} is no anchor: <tenant>:<sequence>:<hash>`)
  return [tenantId.toLowerCase(), { sequence: BigInt(sequence), hash: hash.toLowerCase() }]
}

async function tenantOf (text: string, store: ReturnType<typeof createStore>): Promise<string> {
  if (/^[\da-f-]{36}$/i.test(text)) return text.toLowerCase()
  const entry = await store.asPlatform(({ directory }) => directory.find('tenantCode', text.toLowerCase()))
  if (!entry) throw new Error(`There is no tenant ${text}.`)
  return entry.tenant
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
