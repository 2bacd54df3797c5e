import { readCaseBody, type CaseDraft } from './case-body.ts'
import { isBlank, type Findings, type SetLine } from './lines.ts'
import type { SetProblemCode } from './problems.ts'
import { namesDocument, sectionFacts, type SectionName, type TestCase, type TestRow } from './test-set.ts'
import { noteChangeOf, settledTypeOf } from './words.ts'

interface SetHeading {
  heading: SetLine
  name: SectionName
  attentionNumber: number
}

const caseShape = /^CASO (\d{1,10})-(\d{1,3})$/

/** The cases of a set of documents, in their order. */
export function readCases (set: SetHeading, lines: readonly SetLine[], findings: Findings): TestCase[] {
  const cases: TestCase[] = []
  for (const { head, body } of splitCases(lines, findings)) {
    const [, attention, digits] = caseShape.exec(head.plain) ?? []
    const number = cases.length + 1
    if (Number(attention) !== set.attentionNumber || Number(digits) !== number) {
      findings.report('SET_CASE_OUT_OF_ORDER', head)
    }
    const before = findings.problems.length
    const one = completed(readCaseBody(body, findings), { line: head.number, number, cases, set })
    if (findings.problems.length === before) reportCase(one, { head, body, cases, set }, findings)
    // A place for a case that was not understood, so that those after it are still looked at.
    cases.push(one ?? { number, line: head.number, documentType: 33, rows: [], charges: [], ...nothing })
  }
  if (cases.length === 0) findings.report('SET_CASE_INCOMPLETE', set.heading)
  return cases
}

const nothing = { exportFacts: {}, exportReferences: [], lineDiscounts: [] }

function splitCases (lines: readonly SetLine[], findings: Findings): { head: SetLine, body: SetLine[] }[] {
  const split: { head: SetLine, body: SetLine[] }[] = []
  for (const line of lines) {
    const current = split.at(-1)
    if (caseShape.test(line.plain)) split.push({ head: line, body: [] })
    else if (current) current.body.push(line)
    else if (!isBlank(line)) findings.report('SET_LINE_UNKNOWN', line)
  }
  return split
}

interface Place { line: number, number: number, cases: readonly TestCase[], set: SetHeading }

function completed (draft: CaseDraft, { line, number, cases, set }: Place): TestCase | undefined {
  const { documentType, reference, referenceReason: reason = '', ...rest } = draft
  if (documentType === undefined) return undefined
  if (!reference) return { number, line, documentType, ...rest }
  const { caseNumber, attentionNumber, name } = reference
  const changed = attentionNumber === set.attentionNumber ? cases[caseNumber - 1] : undefined
  const isNamed = changed !== undefined && namesDocument(name, changed.documentType)
  return {
    number, line, documentType, ...rest,
    reference: { caseNumber: isNamed ? caseNumber : 0, documentType: changed?.documentType ?? documentType, reason }
  }
}

interface CasePlace { head: SetLine, body: readonly SetLine[], cases: readonly TestCase[], set: SetHeading }

/** Whose lines were all understood: whether they make a document. */
function reportCase (one: TestCase | undefined, { head, body, cases, set }: CasePlace, findings: Findings): void {
  const problem = problemOf(one, set, cases)
  if (problem) findings.report(problem, head)
  else reportRows(one as TestCase, { cases, body }, findings)
}

const notes: readonly number[] = [56, 61, 111, 112]

function problemOf (
  one: TestCase | undefined, { name }: SetHeading, cases: readonly TestCase[]
): SetProblemCode | undefined {
  if (!one || isLacking(one)) return 'SET_CASE_INCOMPLETE'
  if (!sectionFacts(name).types.includes(one.documentType)) return 'SET_DOCUMENT_UNKNOWN'
  const isLost = one.reference !== undefined && cases[one.reference.caseNumber - 1] === undefined
  return isLost ? 'SET_REFERENCE_INVALID' : undefined
}

/** Notes have a reference with its reason, all others have rows; delivery notes say why goods move. */
function isLacking ({ documentType, reference, rows, transferReason, carriedBy }: TestCase): boolean {
  if (notes.includes(documentType)) {
    const change = noteChangeOf(reference?.reason ?? '')
    const hasRows = change === 'returnsGoods' || change === 'changesPrices'
    return change === undefined || hasRows !== (rows.length > 0)
  }
  if (rows.length === 0 || reference !== undefined) return true
  if (documentType !== 52) return transferReason !== undefined
  // The carrier of goods is named for sales, whose rows have prices.
  return transferReason === undefined || (carriedBy !== undefined) !== rows.some(({ price }) => price !== undefined)
}

/** Each row must have what the document's arithmetic needs, and those of notes the name of a line that they change. */
function reportRows (
  one: TestCase, { cases, body }: { cases: readonly TestCase[], body: readonly SetLine[] }, findings: Findings
): void {
  const changed = one.reference && cases[one.reference.caseNumber - 1]
  const report = (code: SetProblemCode, rows: readonly TestRow[]) => {
    for (const line of body.filter(({ number }) => rows.some((row) => row.line === number))) findings.report(code, line)
  }
  report('SET_ROW_INVALID', one.rows.filter((row) => !hasItsValues(row, one)))
  report('SET_ROW_INVALID', one.charges.filter(({ total }) => total === undefined || one.documentType !== 43))
  if (changed) {
    report('SET_ITEM_UNKNOWN', one.rows.filter((row) => !changed.rows.some(({ name }) => name === row.name)))
  }
}

function hasItsValues (row: TestRow, { documentType, reference, carriedBy }: TestCase): boolean {
  const hasQuantity = row.quantity !== undefined
  const hasPrice = row.price !== undefined
  if (reference) return noteChangeOf(reference.reason) === 'changesPrices' ? hasPrice : hasQuantity
  if (documentType === 43) return hasQuantity && row.total !== undefined && settledTypeOf(row.name) !== undefined
  if (documentType === 52) return hasQuantity && hasPrice === (carriedBy !== undefined)
  return row.total === undefined ? hasQuantity && hasPrice : documentType === 110
}
