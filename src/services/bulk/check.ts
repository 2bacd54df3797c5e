import type { DocumentTotals, TaxDocument } from '../../dte/document.ts'
import { problemsOf } from '../../shared/schema-problems.ts'
import type { Reception } from '../invoicing/save.ts'
import { bulkDocument, referredKeys, withReferences, type BulkDocument } from '../../model/bulk-document.ts'
import type { RowProblem } from '../../model/bulk-rows.ts'
import { addProblem, problemOfSchema, problemOfViolation, trouble, type Locate } from './problems.ts'
import type { PostedDocument } from './sheet-documents.ts'

/** What a reference by key is taken to point to while it is checked: the neighbour has no folio yet. */
export interface Neighbour { documentType: number, issueDate: string }
export type NeighbourOf = (key: string) => Neighbour | undefined

/** A document of a submission with everything that is wrong with it. */
export interface CheckedDocument {
  /** There when its shape is right, whatever rules it breaks. */
  payload: BulkDocument | undefined
  document: TaxDocument | undefined
  totals: DocumentTotals | undefined
  problems: RowProblem[]
}

// Of one document: each is located in the file, and few of them are kept.
const maxViolations = 1000

/** Checks documents as Webhook/Save would, and tells where in the file each problem is. */
export function createChecker ({ reception }: { reception: Pick<Reception, 'prepare' | 'judge'> }) {
  /** What the rules say of it; notes are judged by what they change once that is there. */
  async function applyRules (
    tenantId: string, payload: BulkDocument, { neighbourOf, locate }: { neighbourOf: NeighbourOf, locate: Locate }
  ): Promise<Omit<CheckedDocument, 'payload'>> {
    const neighbours = referredKeys(payload).map(neighbourOf)
    const { document, totals, violations } = await reception.prepare(
      tenantId, withReferences(payload, (index) => factsOf(neighbours[index]))
    )
    const found = document && neighbours.length === 0
      ? [...violations, ...await reception.judge(tenantId, document)]
      : violations
    // References to a document that has not been read yet are checked again later.
    const certain = neighbours.includes(undefined)
      ? found.filter(({ path }) => !path.startsWith('payload.references'))
      : found
    return {
      document, totals,
      problems: certain.slice(0, maxViolations).map((violation) => problemOfViolation(violation, locate))
    }
  }

  return {
    async check (tenantId: string, posted: PostedDocument, neighbourOf: NeighbourOf): Promise<CheckedDocument> {
      const { locate } = posted
      if (posted.isTooLong === true) return { ...unread, problems: posted.problems }
      const { data: payload, error } = bulkDocument.safeParse(posted.value, { reportInput: true })
      const checked = payload
        ? { payload, ...await applyRules(tenantId, payload, { neighbourOf, locate }) }
        : { ...unread, problems: problemsOf(error.issues).map((problem) => problemOfSchema(problem, locate)) }
      const problems = [...posted.problems]
      for (const problem of payload ? toldTwice(payload, locate) : []) addProblem(problems, problem)
      for (const problem of withoutConsequences(checked.problems, [...problems])) addProblem(problems, problem)
      return { ...checked, problems }
    }
  }
}

const unread = { payload: undefined, document: undefined, totals: undefined }

export type Checker = ReturnType<typeof createChecker>

/** Some document on some day stands for a neighbour that is not there yet. */
const anyNeighbour: Neighbour = { documentType: 33, issueDate: '2026-01-01' }

function factsOf ({ documentType, issueDate }: Neighbour = anyNeighbour) {
  return { documentType: String(documentType), folio: '1', date: issueDate }
}

function toldTwice ({ references }: BulkDocument, locate: Locate): RowProblem[] {
  return (references ?? []).flatMap(({ documentKey, folio, date }, index) =>
    hasText(documentKey) && (hasText(folio) || hasText(date))
      ? [trouble('REFERENCE_TOLD_TWICE', locate(`references[${index}].documentKey`))]
      : []
  )
}

function hasText (text: string | null | undefined): boolean {
  return text !== null && text !== undefined && text.trim() !== ''
}

/** A cell that could not be read is missing: what follows of that alone would hide the other mistakes. */
function withoutConsequences (found: RowProblem[], known: RowProblem[]): RowProblem[] {
  const unread = known.map(({ path }) => path)
  const entries = unread.flatMap((path) => /^[\w.]+\[\d+\]/.exec(path) ?? [])
  return found.filter(({ path }) =>
    !unread.includes(path) &&
    !entries.some((entry) => path === entry || path.startsWith(`${entry}.`)) &&
    !(entries.length > 0 && (path.startsWith('header.totals') || path === 'details')))
}
