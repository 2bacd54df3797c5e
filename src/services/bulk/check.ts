import type { DocumentTotals, TaxDocument } from '../../dte/document.ts'
import { parseTakingDigits } from '../../shared/digits.ts'
import { problemsOf } from '../../shared/schema-problems.ts'
import type { Reception } from '../invoicing/issuing/save.ts'
import { bulkDocument, referredKeys, withReferences, type BulkDocument } from '../../model/bulk-document.ts'
import type { RowProblem } from '../../model/bulk-rows.ts'
import { addProblem, problemOfSchema, problemOfViolation, newProblem, type Locate } from './problems.ts'
import type { PostedDocument } from './sheet-documents.ts'

/** What the check of a reference by key needs of the document it points to, which has no folio yet. */
export interface ReferenceTarget { documentType: number, issueDate: string }
export type TargetOf = (key: string) => ReferenceTarget | undefined

/** A document of a submission with all its mistakes. */
export interface CheckedDocument {
  /** Undefined if the document does not have the right shape; it may still break rules. */
  payload: BulkDocument | undefined
  document: TaxDocument | undefined
  totals: DocumentTotals | undefined
  problems: RowProblem[]
}

// Each violation is located in the file, and only a hundred are stored.
const maxViolations = 1000

/** Checks documents as Webhook/Save would, and locates each problem in the file. */
export function createChecker ({ reception }: { reception: Pick<Reception, 'prepare' | 'judge'> }) {
  /** Applies the rules of tax documents. Those between a note and the document it changes wait until that is issued. */
  async function applyRules (
    tenantId: string, payload: BulkDocument, { targetOf, locate }: { targetOf: TargetOf, locate: Locate }
  ): Promise<Omit<CheckedDocument, 'payload'>> {
    const targets = referredKeys(payload).map(targetOf)
    const { document, totals, violations } = await reception.prepare(
      tenantId, withReferences(payload, (index) => factsOf(targets[index]))
    )
    const found = document && targets.length === 0
      ? [...violations, ...await reception.judge(tenantId, document)]
      : violations
    // References to a document not yet received are checked again later.
    const certain = targets.includes(undefined)
      ? found.filter(({ path }) => !path.startsWith('payload.references'))
      : found
    return {
      document, totals,
      problems: certain.slice(0, maxViolations).map((violation) => problemOfViolation(violation, locate))
    }
  }

  return {
    async check (tenantId: string, posted: PostedDocument, targetOf: TargetOf): Promise<CheckedDocument> {
      const { locate } = posted
      if (posted.isTooLong === true) return { ...unread, problems: posted.problems }
      const { data: payload, error } = parseTakingDigits(bulkDocument, posted.value)
      const checked = payload
        ? { payload, ...await applyRules(tenantId, payload, { targetOf, locate }) }
        : { ...unread, problems: problemsOf(error.issues).map((problem) => problemOfSchema(problem, locate)) }
      const problems = [...posted.problems]
      for (const problem of payload ? conflictingReferences(payload, locate) : []) addProblem(problems, problem)
      for (const problem of withoutConsequences(checked.problems, [...problems])) addProblem(problems, problem)
      return { ...checked, problems }
    }
  }
}

const unread = { payload: undefined, document: undefined, totals: undefined }

export type Checker = ReturnType<typeof createChecker>

/** Stands for a folio that is not assigned yet; no document has it. */
const noFolio = '9999999999'

/** Stands for a document that has not been received yet. */
const anyTarget: ReferenceTarget = { documentType: 33, issueDate: '2026-01-01' }

function factsOf ({ documentType, issueDate }: ReferenceTarget = anyTarget) {
  return { documentType: String(documentType), folio: noFolio, date: issueDate }
}

function conflictingReferences ({ references }: BulkDocument, locate: Locate): RowProblem[] {
  return (references ?? []).flatMap(({ documentKey, folio, date }, index) =>
    hasText(documentKey) && (hasText(folio) || hasText(date))
      ? [newProblem('REFERENCE_TOLD_TWICE', locate(`references[${index}].documentKey`))]
      : []
  )
}

function hasText (text: string | null | undefined): boolean {
  return text !== null && text !== undefined && text.trim() !== ''
}

/** A cell that cannot be read counts as missing. Problems that merely follow from that would hide the real ones. */
function withoutConsequences (found: RowProblem[], known: RowProblem[]): RowProblem[] {
  const unread = known.map(({ path }) => path)
  const entries = unread.flatMap((path) => /^[\w.]+\[\d+\]/.exec(path) ?? [])
  return found.filter(({ path }) =>
    !unread.includes(path) &&
    !entries.some((entry) => path === entry || path.startsWith(`${entry}.`)) &&
    !(entries.length > 0 && (path.startsWith('header.totals') || path === 'details')))
}
