import { setTimeout as sleep } from 'node:timers/promises'
import type { Receipt } from './clients.ts'

type Query = (sql: string) => Promise<any[]>

interface LedgerDocument { issuer: string, type?: number, documentType?: number, folio: number | string }

/** What was shown and what was not: each is printed, and one that fails makes the drill fail. */
export function createProof () {
  let held = true
  return {
    held: () => held,
    say (text: string): void { console.log(text) },
    show (what: string, isTrue: boolean, figure: string | number = ''): void {
      held &&= isTrue
      console.log(`  ${isTrue ? 'holds ' : 'BROKEN'}  ${what}${figure === '' ? '' : `: ${figure}`}`)
    }
  }
}

export type Proof = ReturnType<typeof createProof>

/** Folios that the tax authority got with two different documents. */
export async function doubledFolios (simulatorUrl: string): Promise<string[]> {
  return repeated((await ledgerOf(simulatorUrl)).map(nameOf))
}

export async function documentsAtAuthority (simulatorUrl: string): Promise<Set<string>> {
  return new Set((await ledgerOf(simulatorUrl)).map(nameOf))
}

async function ledgerOf (simulatorUrl: string): Promise<LedgerDocument[]> {
  const answer = await fetch(`${simulatorUrl}/simulator/ledger`)
  return ((await answer.json()) as { documents: LedgerDocument[] }).documents
}

function nameOf ({ issuer, type, documentType, folio }: LedgerDocument): string {
  return `${issuer} ${documentType ?? type} ${folio}`
}

/** Folios that were handed over for two different documents. */
export function doubledReceipts (receipts: Receipt[]): string[] {
  const documents = new Map(receipts.map((receipt) => [receipt.correlationId, `${receipt.taxNumber} 33 ${receipt.folio}`]))
  return repeated([...documents.values()])
}

/** Receipts of one key that name two documents. */
export function doubledKeys (receipts: Receipt[]): string[] {
  const byKey = new Map<string, string>()
  return receipts.filter(({ key, correlationId }) => {
    const first = byKey.get(key) ?? correlationId
    byKey.set(key, first)
    return first !== correlationId
  }).map(({ key }) => key)
}

/** Receipts whose document the database does not have under that folio. */
export async function lostReceipts (query: Query, receipts: Receipt[]): Promise<Receipt[]> {
  const rows = await query('select id, folio::text from invoices')
  const folios = new Map(rows.map(({ id, folio }) => [id as string, folio as string]))
  return receipts.filter(({ correlationId, folio }) => folios.get(correlationId) !== folio)
}

export async function untilSettled (query: Query, seconds = 120): Promise<number> {
  const open = async (): Promise<number> =>
    Number((await query('select count(*) as n from invoices where status in (1, 2, 3, 4)'))[0].n)
  for (let passed = 0; passed < seconds; passed++) {
    if (await open() === 0) return 0
    await sleep(1000)
  }
  return await open()
}

export async function gapsIn (query: Query): Promise<number> {
  const [row] = await query(`
    select coalesce(sum(b.next - b.range_from - (
      select count(*) from invoices i where i.tenant_id = b.tenant_id and i.folio_block_id = b.id)), 0) as gaps
    from folio_blocks b`)
  return Number(row.gaps)
}

function repeated (names: string[]): string[] {
  const seen = new Set<string>()
  return names.filter((name) => seen.size === seen.add(name).size)
}
