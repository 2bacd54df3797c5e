/** The SII's set of five boletas: one file for all companies, without an attention number [S25]. */
import type { InvoicePayload } from '../../dte/fields/payload.ts'
import {
  cellsOf, findings as newFindings, isBlank, linesOf, numberOf, type Findings, type SetLine
} from './lines.ts'
import type { SetProblem } from './problems.ts'

export interface BoletaCase {
  number: number
  line: number
  rows: BoletaRow[]
}

interface BoletaRow {
  name: string
  quantity: number
  /** With VAT. */
  price: number
  exempt: boolean
  unit?: string
}

export interface BoletaSet {
  cases: BoletaCase[]
  /** The SII's notes about the set. */
  notes: string[]
}

const titleShape = /^SII SET DE PRUEBA DE BOLETA ELECTRONICA\b/
const caseShape = /^CASO-(\d{1,3})$/
const generalShape = /^OBSERVACIONES GENERALES\b/

/** Whether a file is a set of boletas, and not one of invoices. */
export function isBoletaSetFile (file: Buffer): boolean {
  return linesOf(file, newFindings()).some(({ plain }) => titleShape.test(plain))
}

/** The five cases; where some line is not understood, only what is wrong with the file. */
export function readBoletaSetFile (file: Buffer): { set: BoletaSet } | { problems: SetProblem[] } {
  const findings = newFindings()
  const lines = linesOf(file, findings)
  const { content, notes } = splitNotes(lines.filter((line) => !isBlank(line)))
  const cases = readCases(content, findings)
  if (cases.length === 0) findings.problems.push({ code: 'SET_WITHOUT_SECTIONS', line: 0, found: '' })
  for (const head of lines) {
    if (cases.some(({ line, rows }) => line === head.number && rows.length === 0)) {
      findings.report('SET_CASE_INCOMPLETE', head)
    }
  }
  const { problems } = findings
  return problems.length > 0 ? { problems } : { set: { cases, notes: notes.map(({ flat }) => flat) } }
}

function splitNotes (lines: readonly SetLine[]): { content: SetLine[], notes: SetLine[] } {
  const general = lines.findIndex(({ plain }) => generalShape.test(plain))
  const end = general === -1 ? lines.length : general
  return { content: lines.slice(0, end), notes: lines.slice(end) }
}

function readCases ([title, ...lines]: readonly SetLine[], findings: Findings): BoletaCase[] {
  const cases: BoletaCase[] = []
  if (!title || !titleShape.test(title.plain)) return cases
  for (const line of lines.filter((one) => !isOrnament(one))) readLine(line, cases, findings)
  return cases
}

function isOrnament ({ flat, plain }: SetLine): boolean {
  return /^={9,}$/.test(flat) || plain === 'ITEM CANTIDAD PRECIO UNITARIO CON IVA'
}

function readLine (line: SetLine, cases: BoletaCase[], findings: Findings): void {
  const [, digits] = caseShape.exec(line.plain) ?? []
  const current = cases.at(-1)
  if (digits !== undefined) {
    if (Number(digits) !== cases.length + 1) findings.report('SET_CASE_OUT_OF_ORDER', line)
    cases.push({ number: cases.length + 1, line: line.number, rows: [] })
  } else if (!current) findings.report('SET_LINE_UNKNOWN', line)
  else if (/^OBSERVACION ?:/.test(line.plain)) readObservation(line, current, findings)
  else readRow(line, current, findings)
}

function readRow (line: SetLine, { rows }: BoletaCase, findings: Findings): void {
  const [name = '', first, second, ...more] = cellsOf(line)
  const quantity = numberOf(first)
  const price = numberOf(second)
  if (quantity === undefined || price === undefined || more.length > 0) findings.report('SET_ROW_INVALID', line)
  else rows.push({ name, quantity, price, exempt: false })
}

const familyShape = /EL ITEM (\d{1,2}) ES UN SERVICIO (AFECTO|EXENTO)\.?/g
const unitShape = /UNIDAD DE MEDIDA EN ([A-Z]{1,4})\.?/

function readObservation (line: SetLine, { rows }: BoletaCase, findings: Findings): void {
  const families = [...line.plain.matchAll(familyShape)]
  for (const [, digits, family] of families) {
    const row = rows[Number(digits) - 1]
    if (row) row.exempt = family === 'EXENTO'
    else findings.report('SET_ITEM_UNKNOWN', line)
  }
  const unit = unitShape.exec(line.plain)
  if (unit?.[1] !== undefined) {
    const start = unit.index + unit[0].indexOf(unit[1])
    for (const row of rows) row.unit = line.flat.slice(start, start + unit[1].length)
  }
  if (families.length === 0 && !unit) findings.report('SET_LINE_UNKNOWN', line)
}

// Their names in the approved sets; without one the SII read an empty name in the stamp.
const anonymous = { taxNumber: '66666666-6', businessName: 'Consumidor Final' }

/** One boleta for each case, as a client would post it. */
export function boletaPayloads ({ cases }: BoletaSet, issueDate: string): InvoicePayload[] {
  return cases.map(({ number, rows }) => ({
    header: { documentId: { documentType: '39', issueDate }, receiver: anonymous },
    details: rows.map(({ name, quantity, price, exempt, unit }) => ({
      itemName: name, quantity, unitPrice: price, unitOfMeasure: unit, ...(exempt && { exemptIndicator: 1 })
    })),
    references: [{ code: 'SET', reason: `CASO-${number}` }]
  }))
}
