/**
 * Reads the file of test cases that the SII makes for a company (SIISetDePruebas….txt) [S25]. Its grammar is small and
 * stable; what it does not know it refuses, by line.
 */
import { readCases } from './cases.ts'
import {
  findings as newFindings, isBlank, isSectionRule, linesOf, type Findings, type SetLine
} from './lines.ts'
import type { SetProblem } from './problems.ts'
import { readGuideBookSet, readPurchaseBookSet, readSalesBookSet } from './book-sections.ts'
import { sectionFacts, sectionTable, type SectionName, type TestSection } from './test-set.ts'

export interface TestSetFile {
  sections: TestSection[]
  /** The SII's notes about all sets. */
  notes: string[]
}

interface RawSection {
  heading: SetLine
  name: string
  attentionNumber: number
  body: SetLine[]
  tail: SetLine[]
}

/** The sets of a file; where some line is not understood, only what is wrong with it. */
export function readSetFile (file: Buffer): { set: TestSetFile } | { problems: SetProblem[] } {
  const findings = newFindings()
  const lines = linesOf(file, findings)
  const { preamble, raw } = splitSections(lines, findings)
  if (raw.length === 0) {
    findings.problems.push({ code: 'SET_WITHOUT_SECTIONS', line: 0, found: '' })
  }
  const sections = raw.flatMap((section) => readSection(section, findings) ?? [])
  reportRepeated(raw, sections, findings)
  const { problems } = findings
  if (problems.length > 0) return { problems: problems.toSorted((left, right) => left.line - right.line) }
  return { set: { sections, notes: nonBlank(preamble).map(({ flat }) => flat) } }
}

const headingShape = /^(.+?) - NUMERO DE ATENCION ?: ?(\d{1,10})$/
const tailShape = /^(\(\*\*\)|INSTRUCCIONES AL CONTRIBUYENTE)/

/** What stands before the first set, and each set between its heading and the rule after it. */
function splitSections (lines: readonly SetLine[], findings: Findings): { preamble: SetLine[], raw: RawSection[] } {
  const preamble: SetLine[] = []
  const raw: RawSection[] = []
  let target = preamble
  for (const line of lines) {
    const section = sectionAt(line)
    if (section) raw.push(section)
    if (section) target = section.body
    else if (isSectionRule(line)) target = raw.at(-1)?.tail ?? preamble
    else target.push(line)
  }
  const [first] = nonBlank(preamble)
  if (first && !first.plain.startsWith('INDICACIONES GENERALES')) findings.report('SET_LINE_UNKNOWN', first)
  return { preamble, raw }
}

function sectionAt (heading: SetLine): RawSection | undefined {
  const [, name, digits] = headingShape.exec(heading.plain) ?? []
  return name === undefined ? undefined : { heading, name, attentionNumber: Number(digits), body: [], tail: [] }
}

function nonBlank (lines: readonly SetLine[]): SetLine[] {
  return lines.filter((line) => !isBlank(line))
}

function readSection (section: RawSection, findings: Findings): TestSection | undefined {
  const { heading, name, attentionNumber, body } = section
  const tail = nonBlank(section.tail)
  const known = sectionNamed(name)
  if (!known) {
    findings.report('SET_SECTION_UNKNOWN', heading)
    return undefined
  }
  const [first] = tail
  if (first && !tailShape.test(first.plain)) findings.report('SET_LINE_UNKNOWN', first)
  const { notes, rest } = splitNotes(body)
  const head = {
    name: known, attentionNumber, line: heading.number, notes: [...notes, ...tail].map(({ flat }) => flat)
  }
  switch (sectionFacts(known).kind) {
    case 'documents':
      return { ...head, kind: 'documents', cases: readCases({ heading, name: known, attentionNumber }, rest, findings) }
    case 'salesBook':
      readSalesBookSet(heading, rest, findings)
      return { ...head, kind: 'salesBook' }
    case 'purchaseBook':
      return { ...head, kind: 'purchaseBook', ...readPurchaseBookSet(heading, rest, findings) }
    case 'guideBook':
      return { ...head, kind: 'guideBook', ...readGuideBookSet(heading, rest, findings) }
  }
}

function sectionNamed (heading: string): SectionName | undefined {
  return (Object.keys(sectionTable) as SectionName[]).find((name) => sectionFacts(name).headings.includes(heading))
}

/** The paragraphs for a person, which stand before anything else. */
function splitNotes (body: readonly SetLine[]): { notes: SetLine[], rest: SetLine[] } {
  const notes: SetLine[] = []
  let inNote = false
  for (const [index, line] of body.entries()) {
    if (isBlank(line)) inNote = false
    else if (/^(IMPORTANTE|INDICACION|NOTA) ?:/.test(line.plain)) inNote = true
    else if (!inNote || line.plain.startsWith('CASO ')) return { notes, rest: body.slice(index) }
    if (inNote) notes.push(line)
  }
  return { notes, rest: [] }
}

function reportRepeated (raw: readonly RawSection[], sections: readonly TestSection[], findings: Findings): void {
  for (const [index, { name, attentionNumber, line }] of sections.entries()) {
    const isRepeated = sections.slice(0, index)
      .some((earlier) => earlier.name === name || earlier.attentionNumber === attentionNumber)
    const heading = raw.find((one) => one.heading.number === line)?.heading
    if (isRepeated && heading) findings.report('SET_SECTION_REPEATED', heading)
  }
}
