import { santiagoDate } from '../../dte/values/calendar.ts'
import { bulkDocument } from '../../model/bulk-document.ts'
import type { RowProblem } from '../../model/bulk-rows.ts'
import { bulkStatuses, rowStates } from '../../model/bulk-states.ts'
import type { CorrectableRow } from '../../repositories/bulk/bulk-corrections.ts'
import type { BulkInvoiceRow } from '../../repositories/bulk/bulk-invoices.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { parseTakingDigits } from '../../shared/digits.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import type { Reception } from '../invoicing/issuing/save.ts'
import type { Clock } from '../ports.ts'
import { type CheckedDocument, createChecker, type Checker } from './check.ts'
import { keyReferences, shownOf, storable } from './checked-rows.ts'
import { issuedByKey } from './intake/earlier-rows.ts'
import { forecastFolios } from './folio-forecast.ts'
import { addProblem, locateInFile, locateInJson, newProblem, type Locate, type ProblemCode } from './problems.ts'
import type { KeyReference } from './references.ts'

export interface CorrectionDependencies {
  store: Store
  reception: Pick<Reception, 'preparing' | 'judging'>
  clock: Clock
}

/** A submission that is locked, with what checks its documents. */
interface Correction {
  repositories: TenantRepositories
  bulk: BulkInvoiceRow
  checker: Checker
  tenantId: string
  /** YYYY-MM-DD in Chile. */
  today: string
}

/** Another document, that a reference names by its key. */
interface Target { id: string, documentType: number, issueDate: string, isReady: boolean }

// Problems that depend on another document; they are checked again once that one is correct.
const problemsOfOthers: readonly string[] = ['REFERENCE_HAS_MISTAKES', 'REFERENCE_IN_A_CIRCLE'] satisfies ProblemCode[]
// The key is the file's, and no correction of the document changes it.
const problemsOfKey: readonly string[] = ['DOCUMENT_KEY_MISSING', 'DOCUMENT_KEY_TOO_LONG'] satisfies ProblemCode[]
const mostFollowers = 500

/** Corrects single documents of a submission in place. */
export function createCorrections ({ store, reception, clock }: CorrectionDependencies) {
  return {
    /**
     * Puts a document in the place of one with mistakes, of a submission that was not processed yet, and checks it as
     * Create does; then those that only waited for it. Still with mistakes, it is stored with them. Does nothing if the
     * same document stands there without mistakes. Throws BULK_NOT_FOUND, BULK_ROW_NOT_FOUND, BULK_ALREADY_PROCESSED,
     * BULK_ROW_WITHOUT_MISTAKES and, if the document names another key, VALIDATION_FAILED.
     */
    async correct (actor: Actor, { id, position }: { id: string, position: number }, posted: unknown): Promise<void> {
      const { tenantId } = actor
      const [prepare, judge] = [await reception.preparing(tenantId), await reception.judging(tenantId)]
      const at = clock()
      await store.asTenant(tenantId, async (repositories) => {
        // Process locks it too: nothing of it is issued while a document of it is corrected.
        const bulk = await repositories.bulkInvoices.lock(id)
        if (!bulk) throw new ServiceError('BULK_NOT_FOUND')
        const row = await repositories.bulkCorrections.find(id, position)
        if (!row) throw new ServiceError('BULK_ROW_NOT_FOUND')
        if (bulk.status !== bulkStatuses.Created) throw new ServiceError('BULK_ALREADY_PROCESSED')
        if (stands(row, posted)) return
        if (row.state !== rowStates.Invalid || row.isReplaced) throw new ServiceError('BULK_ROW_WITHOUT_MISTAKES')
        keepsKey(row, posted)
        const checker = createChecker({
          reception: {
            prepare: (_tenantId, payload) => prepare(repositories, payload),
            judge: (_tenantId, document) => judge(repositories, document)
          }
        })
        const correction = { repositories, bulk, checker, tenantId, today: santiagoDate(at) }
        const isReady = await checkAgain(correction, row, posted)
        const alsoReady = isReady ? await checkFollowers(correction, row.key) : 0
        repositories.auditLog.add([{
          actor: audited(actor), action: 'bulkInvoice.updateRow', entity: 'bulkInvoice', entityId: id,
          details: { position, key: row.key, ready: isReady, alsoReady }
        }], at)
      })
    }
  }
}

/** Whether the document is the one that stands there already, to be issued. */
function stands ({ payload }: CorrectableRow, posted: unknown): boolean {
  const { data } = parseTakingDigits(bulkDocument, posted)
  return payload !== null && data !== undefined && canonicalJson(payload) === canonicalJson(data)
}

function keepsKey ({ key }: CorrectableRow, posted: unknown): void {
  const named = (posted as { key?: unknown } | null)?.key
  if (named === undefined || named === null || named === '' || (typeof named === 'string' && named.trim() === key)) return
  throw new ServiceError('VALIDATION_FAILED', {
    problems: [{ path: 'payload.key', message: { en: 'cannot be changed', es: 'no se puede cambiar' } }]
  })
}

/** Checks a document and stores it in its row. Returns whether it is without mistakes now. */
async function checkAgain (correction: Correction, row: CorrectableRow, value: unknown): Promise<boolean> {
  const { repositories, bulk, checker, tenantId } = correction
  const locate = bulk.columns === null || row.place === null
    ? locateInJson(row.position)
    : locateInFile(bulk.columns, row.place)
  const { data } = parseTakingDigits(bulkDocument, value)
  const references = data ? keyReferences(data) : []
  const targets = await findTargets(correction, row, references)
  const checked = await checker.check(tenantId, {
    key: row.key, value, locate, weight: 0, problems: row.problems.filter(({ code }) => problemsOfKey.includes(code))
  }, (key) => {
    const target = targets.get(key)
    return target?.isReady === true ? target : undefined
  })
  const { problems } = checked
  for (const problem of referenceProblems(row, references, { targets, locate })) addProblem(problems, problem)
  if (await isRepeated(correction, row)) addProblem(problems, newProblem('DOCUMENT_KEY_REPEATED', locate('key')))
  for (const problem of await foreseen(correction, checked, locate)) addProblem(problems, problem)
  const isValid = problems.length === 0 && checked.payload !== undefined
  await repositories.bulkCorrections.correct(row.id, {
    ...shownOf(checked, isValid),
    posted: isValid ? undefined : storable(value),
    dependsOn: isValid ? references.flatMap(({ key }) => targets.get(key)?.id ?? []) : [],
    problems
  })
  return isValid
}

async function foreseen (
  { repositories, today }: Correction, { document, problems }: CheckedDocument, locate: Locate
): Promise<RowProblem[]> {
  if (!document || problems.length > 0) return []
  const problem = (await forecastFolios(repositories, today))(document, locate)
  return problem ? [problem] : []
}

/** What the references name: documents of this submission, and issued ones of those that it corrects. */
async function findTargets (
  { repositories: { bulkCorrections, bulkInvoices, bulkRows }, bulk, today }: Correction, row: CorrectableRow,
  references: readonly KeyReference[]
): Promise<Map<string, Target>> {
  const keys = references.map(({ key }) => key)
  if (keys.length === 0) return new Map()
  const family = bulk.replacesId === null ? [] : await bulkInvoices.listFamily(bulk.id)
  const earlier = family.slice(family.indexOf(bulk.id) + 1)
  const targets = new Map<string, Target>()
  for (const [key, { id, documentType }] of issuedByKey(await bulkRows.findByKeys(earlier, keys))) {
    targets.set(key, { id, documentType, issueDate: today, isReady: true })
  }
  for (const { id, key, state, documentType, issueDate } of await bulkCorrections.findByKeys(bulk.id, keys)) {
    const isReady = state === rowStates.Ready && id !== row.id
    targets.set(key, { id, documentType, issueDate: issueDate ?? today, isReady })
  }
  return targets
}

function referenceProblems (
  row: CorrectableRow, references: readonly KeyReference[],
  { targets, locate }: { targets: ReadonlyMap<string, Target>, locate: Locate }
): RowProblem[] {
  return references.flatMap(({ index, key }) => {
    const target = targets.get(key)
    if (target?.isReady === true) return []
    const code = !target ? 'REFERENCE_KEY_UNKNOWN' : target.id === row.id ? 'REFERENCE_IN_A_CIRCLE' : 'REFERENCE_HAS_MISTAKES'
    return [newProblem(code, locate(`references[${index}].documentKey`))]
  })
}

/** Whether another document of the submission has the same key. */
async function isRepeated ({ repositories, bulk }: Correction, { id, key }: CorrectableRow): Promise<boolean> {
  if (key === '') return false
  const namesakes = await repositories.bulkCorrections.findByKeys(bulk.id, [key])
  return namesakes.some((row) => row.id !== id)
}

/** Checks documents again whose only mistake was that they refer to this one, or to one that follows it. */
async function checkFollowers (correction: Correction, corrected: string): Promise<number> {
  const { repositories, bulk } = correction
  const waiting = (await repositories.bulkCorrections.listWithProblem(bulk.id, problemsOfOthers, mostFollowers))
    .filter(({ problems }) => problems.every(({ code }) => problemsOfOthers.includes(code)))
    .map((row) => ({ row, keys: keysIn(row.posted) }))
  let ready = 0
  for (const keys = [corrected]; keys.length > 0;) {
    const key = keys.shift() ?? ''
    for (const follower of waiting.filter((one) => one.keys.includes(key))) {
      if (!await checkAgain(correction, follower.row, follower.row.posted)) continue
      ready += 1
      keys.push(follower.row.key)
      waiting.splice(waiting.indexOf(follower), 1)
    }
  }
  return ready
}

function keysIn (posted: unknown): string[] {
  const { data } = parseTakingDigits(bulkDocument, posted)
  return data ? keyReferences(data).map(({ key }) => key) : []
}
