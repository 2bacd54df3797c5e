import { boletaPayloads, isBoletaSetFile, readBoletaSetFile, type BoletaSet } from '../sets/boleta-set.ts'
import type { CaseOptions } from '../sets/case-content.ts'
import { casePayloads } from '../sets/case-payloads.ts'
import { setProblemTable, type SetProblem } from '../sets/problems.ts'
import { purchaseEntries } from '../sets/set-books.ts'
import { readSetFile } from '../sets/set-file.ts'
import {
  type DocumentSet, type PurchaseBookSet, sectionFacts, type TestCase, type TestSection
} from '../sets/test-set.ts'
import type { InvoicePayload } from '../../dte/fields/payload.ts'
import { prepareDocument } from '../../dte/reading/document-from-payload.ts'
import { toNumber, zero } from '../../dte/values/amounts.ts'
import { currencies } from '../../dte/values/currencies.ts'
import { documentTypes } from '../../dte/values/document-types.ts'
import type { JourneyKind } from '../../model/certification.ts'
import { problemAt, ServiceError } from '../../shared/errors.ts'

/** A set of the file, with what it asks for. */
export interface SetView {
  /** As the SII's pages name it. */
  name: string
  /** Null in the set of boletas, which has none. */
  attentionNumber: number | null
  kind: TestSection['kind']
  documents: CaseView[]
  purchases: PurchaseView[]
  notes: string[]
}

export interface CaseView {
  case: number
  documentType: number
  typeName: string
  /** The case whose document a note changes, and why. */
  changes: { case: number, reason: string } | null
  lines: number
  netAmount: number
  exemptAmount: number
  taxAmount: number
  totalAmount: number
}

export interface PurchaseView {
  documentType: number
  folio: number
  observation: string
  exemptAmount: number
  netAmount: number
  totalAmount: number
}

/** A file of test cases as Timbre understands it. */
export type ReadSets = { sets: SetView[], notes: string[] } & (
  { kind: Extract<JourneyKind, 'DTE'>, sections: TestSection[] } |
  { kind: Extract<JourneyKind, 'BOLETA'>, boletas: BoletaSet }
)

/** Reads a file of test cases. Throws ServiceError TEST_SET_INVALID with each line that is not understood. */
export function readTestSets (file: Buffer, today: string): ReadSets {
  if (isBoletaSetFile(file)) {
    const boletas = understood(readBoletaSetFile(file))
    return { kind: 'BOLETA', boletas, sets: [boletaView(boletas, today)], notes: boletas.notes }
  }
  const { sections, notes } = understood(readSetFile(file))
  return { kind: 'DTE', sections, sets: sections.map((section) => setView(section, today)), notes }
}

function understood<T> (read: { set: T } | { problems: SetProblem[] }): T {
  if ('set' in read) return read.set
  throw new ServiceError('TEST_SET_INVALID', { problems: read.problems.map(problemInFile) })
}

function problemInFile ({ code, line, found }: SetProblem) {
  const { en, es } = setProblemTable[code]
  const quoted = found === '' ? '' : `: "${found}"`
  return problemAt(line === 0 ? 'File' : `File:${line}`, { en: `${en}${quoted}`, es: `${es}${quoted}` })
}

function setView (section: TestSection, today: string): SetView {
  return {
    name: sectionFacts(section.name).page, attentionNumber: section.attentionNumber, kind: section.kind,
    documents: section.kind === 'documents' ? caseViews(section, today) : [],
    purchases: section.kind === 'purchaseBook' ? purchaseViews(section, today) : [],
    notes: section.notes
  }
}

// Amounts depend on none of these: any party will do to compute them.
const party = {
  taxNumber: '60803000-K', businessName: 'Cliente', businessActivity: 'Comercio', address: 'Teatinos 120',
  municipality: 'Santiago', city: 'Santiago'
}
const sender = { ...party, taxNumber: '99999999-9', activityCodes: [475201] }
const abroad = {
  receiver: { businessName: 'Cliente', address: 'Calle 1', city: 'Ciudad' },
  exchangeRates: Object.fromEntries(currencies.map(({ name }) => [name, 1]))
}

function caseViews (set: DocumentSet, today: string): CaseView[] {
  const options: CaseOptions = {
    issueDate: today, folios: set.cases.map(({ number }) => number), receivers: [party], abroad,
    transport: {
      licensePlate: 'AAAA11', driver: { name: 'Chofer', taxNumber: party.taxNumber }, carrierTaxNumber: party.taxNumber,
      destinationAddress: party.address, destinationMunicipality: party.municipality, departureDate: today,
      departureTime: '08:00:00', arrivalDate: today
    }
  }
  const purchaseNotes = purchaseNotesOf(set, options.folios)
  const payloads = casePayloads(set, options)
  return set.cases.map((one, index) => ({
    case: one.number, documentType: one.documentType, typeName: documentTypes[one.documentType].name,
    changes: changesOf(one), ...amountsOf(payloads[index], { today, purchaseNotes })
  }))
}

/** The documents of a set about purchases, as "61 1042": a note about such a note withholds VAT too. */
export function purchaseNotesOf ({ name, cases }: DocumentSet, folios: readonly number[]): ReadonlySet<string> {
  return new Set(name === 'selfBilled' ? cases.map(({ documentType }, index) => `${documentType} ${folios[index]}`) : [])
}

function changesOf ({ reference }: TestCase): CaseView['changes'] {
  return reference ? { case: reference.caseNumber, reason: reference.reason } : null
}

type Amounts = Pick<CaseView, 'lines' | 'netAmount' | 'exemptAmount' | 'taxAmount' | 'totalAmount'>

function amountsOf (
  payload: InvoicePayload | undefined, facts: { today: string, purchaseNotes?: ReadonlySet<string> }
): Amounts {
  const totals = payload && prepareDocument(payload, { sender, ...facts }).totals
  const { netAmount = zero, exemptAmount = zero, taxAmount = zero, totalAmount = zero } = totals ?? {}
  return {
    lines: payload?.details?.length ?? 0, netAmount: toNumber(netAmount), exemptAmount: toNumber(exemptAmount),
    taxAmount: toNumber(taxAmount), totalAmount: toNumber(totalAmount)
  }
}

function purchaseViews (set: PurchaseBookSet, today: string): PurchaseView[] {
  const entries = purchaseEntries(set, { date: today, taxNumber: party.taxNumber, name: party.businessName })
  return set.purchases.map(({ documentType, folio, observation, exempt, net }, index) => ({
    documentType, folio, observation, exemptAmount: exempt, netAmount: net,
    totalAmount: toNumber(entries[index]?.total ?? zero)
  }))
}

const boleta = 39

function boletaView (set: BoletaSet, today: string): SetView {
  const documents = boletaPayloads(set, today).map((payload, index) => ({
    case: index + 1, documentType: boleta, typeName: documentTypes[boleta].name, changes: null,
    ...amountsOf(payload, { today })
  }))
  return {
    name: boletaSetPage, attentionNumber: null, kind: 'documents', documents, purchases: [], notes: []
  }
}

export const boletaSetPage = 'SET DE BOLETAS'
