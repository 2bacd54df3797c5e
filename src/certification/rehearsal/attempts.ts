import { setTimeout } from 'node:timers/promises'
import type { Client, ResultOf } from '../../../clients/typescript/client.ts'
import { type RehearsalReport, RehearsalFailed, same } from './rehearsal-report.ts'
import type { Pages, Review } from './pages.ts'

export type Journey = ResultOf<'/api/Certification/Progress', 'get'>[number]
export type Item = Journey['items'][number]
type Attempt = Item['attempts'][number]
export type Kind = 'DTE' | 'BOLETA'

/** What a step of the rehearsal works with. */
export interface Rehearsing { client: Client, pages: Pages, report: RehearsalReport, taxNumber: string }

const settled: ReadonlySet<string> = new Set(['Processed', 'Objected', 'Refused'])
const mostAttempts = 5
const longestWaitMs = 300_000
const pauseMs = 100

export async function journeyOf ({ client }: Rehearsing, kind: Kind): Promise<Journey> {
  const journey = (await client.get('/api/Certification/Progress')).find((one) => one.kind === kind)
  if (!journey) throw new RehearsalFailed(`Certification/Progress has no journey ${kind}`)
  return journey
}

export async function itemNamed (rehearsing: Rehearsing, kind: Kind, name: string): Promise<Item> {
  const item = (await journeyOf(rehearsing, kind)).items.find((one) => one.name === name)
  if (!item) throw new RehearsalFailed(`Certification/Progress has no ${name}`)
  return item
}

export interface Approval {
  kind: Kind
  name: string
  /** Issues an attempt. */
  begin: () => Promise<void>
  /** What to correct after the review refused an attempt. */
  correct?: (reasons: readonly string[]) => Promise<void>
  /** The number that the SII's page has, where Timbre does not know it. */
  attentionNumber?: () => Promise<number>
}

/** Issues, follows and declares until the review approves. */
export async function approve (rehearsing: Rehearsing, approval: Approval): Promise<void> {
  const { report } = rehearsing
  const { kind, name } = approval
  const outcomes: string[] = []
  while (outcomes.at(-1) !== 'Approved') {
    if (outcomes.length === mostAttempts) throw new RehearsalFailed(`${name}: ${outcomes.join(', ')}`)
    await approval.begin()
    const item = await whenSettled(rehearsing, kind, name)
    outcomes.push(item.state === 'Processed' ? await declared(rehearsing, approval) : item.state)
  }
  const said = outcomes.join(', ')
  report.addResult(name, outcomes.length === 1
    ? same(said)
    : { en: `${said}: ${outcomes.length} attempts`, es: `${said}: ${outcomes.length} intentos` })
}

/** The item once the SII has processed its latest attempt. */
export async function whenSettled (rehearsing: Rehearsing, kind: Kind, name: string): Promise<Item> {
  const deadline = performance.now() + longestWaitMs
  for (;;) {
    const item = await itemNamed(rehearsing, kind, name)
    if (settled.has(item.state)) {
      const latest = item.attempts.at(-1)
      const reasons = reasonsOf(latest)
      rehearsing.report.log('Certification/Progress', same(
        `${name}: ${item.state}${latest?.trackId ? `, track id ${latest.trackId}` : ''}${reasons && `: ${reasons}`}`
      ))
      return item
    }
    if (performance.now() > deadline) throw new RehearsalFailed(`${name} is still ${item.state}`)
    await setTimeout(pauseMs)
  }
}

function reasonsOf (attempt: Attempt | undefined): string {
  const codes = attempt?.documents.flatMap(({ reasons }) => reasons.map(({ code }) => code)) ?? []
  return [...new Set(codes)].join(', ')
}

/** Declares an attempt as Declaration has it, and records the verdict that the SII mails. Gives its state. */
async function declared (
  rehearsing: Rehearsing, { kind, name, attentionNumber, correct }: Approval
): Promise<string> {
  const { client, pages, report, taxNumber } = rehearsing
  const { rows } = await client.get('/api/Certification/Declaration')
  const row = rows.find((one) => one.kind === kind && one.name === name)
  if (!row) throw new RehearsalFailed(`Certification/Declaration has no ${name}`)
  const { trackId, day } = row
  report.log('Certification/Declaration', same(`${name}: ${trackId}, ${day}`))
  const review = await pages.declare({
    taxNumber, attentionNumber: row.attentionNumber ?? await attentionNumber?.(), trackId, date: day
  })
  await client.post('/api/Certification/RecordStep', { body: { kind, step: 'declared', name } })
  report.log(`SII: ${row.page.name}`, same(`${name}: ${review.state}${reasonsIn(review)}`))
  const { subject, text: ownText, file } = review.mail
  const text = file?.text ?? ownText
  const { attempt } = await client.post('/api/Certification/RecordVerdict', { body: { mail: `${subject}\n${text}` } })
  report.log('Certification/RecordVerdict', same(`${name}: ${attempt.state}`))
  if (attempt.state !== 'Approved') await correct?.(review.reasons.map((reason) => reason.text))
  return attempt.state
}

function reasonsIn ({ reasons }: Review): string {
  return reasons.map((reason) => `; ${reason.case > 0 ? `${reason.case}: ` : ''}${reason.text}`).join('').replace(/^; /, ': ')
}

/** Reports the folios of an attempt's documents. */
export function reportAttempt (
  report: RehearsalReport, operation: string, name: string,
  { attempt, documents }: { attempt: number, documents: readonly { documentType: number, folio: number }[] }
): void {
  const folios = documents.map(({ documentType, folio }) => `${documentType} ${folio}`).join(', ')
  report.log(operation, {
    en: `${name}, attempt ${attempt}: ${documents.length} documents (${folios})`,
    es: `${name}, intento ${attempt}: ${documents.length} documentos (${folios})`
  })
}
