import { boletaPayloads, isBoletaSetFile, readBoletaSetFile, type BoletaSet } from '../../dte/certification/boleta-set.ts'
import { casePayloads } from '../../dte/certification/case-payloads.ts'
import { setProblemTable, type SetProblem } from '../../dte/certification/problems.ts'
import { purchaseEntries } from '../../dte/certification/set-books.ts'
import { readSetFile, type TestSetFile } from '../../dte/certification/set-file.ts'
import {
  type DocumentSet, type PurchaseBookSet, sectionFacts, type TestCase, type TestSection
} from '../../dte/certification/test-set.ts'
import type { InvoicePayload } from '../../dte/fields/payload.ts'
import { prepareDocument } from '../../dte/reading/document-from-payload.ts'
import { toNumber, zero } from '../../dte/values/amounts.ts'
import { santiagoDate } from '../../dte/values/calendar.ts'
import { currencies } from '../../dte/values/currencies.ts'
import { documentTypes, isDocumentType } from '../../dte/values/document-types.ts'
import type { Store } from '../../repositories/store.ts'
import { problemAt, ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import type { Clock } from '../ports.ts'
import type { Folios } from '../tenants/folios.ts'

export interface TestSetsDependencies {
  store: Store
  folios: Pick<Folios, 'list'>
  clock: Clock
}

/** A file of test cases as Timbre understands it. */
export interface TestSetView {
  kind: 'DTE' | 'BOLETA'
  sets: SetView[]
  folios: FolioNeed[]
  /** What the SII tells a person. */
  notes: string[]
}

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

export interface FolioNeed {
  documentType: number
  typeName: string
  /** For one attempt: each further attempt needs as many again. */
  needed: number
  /** What the tenant's blocks have left, activated or not. */
  available: number
}

/** Reads the SII's sets of test cases for tenants in certification. */
export function createTestSets ({ store, folios, clock }: TestSetsDependencies) {
  return {
    /**
     * What a file of test cases asks for: documents with their amounts, purchases, folios. Stores nothing. Throws
     * ServiceError CERTIFICATION_ONLY, and TEST_SET_INVALID with each line that is not understood.
     */
    async read (actor: Actor, file: Buffer): Promise<TestSetView> {
      const tenant = await store.asTenant(actor.tenantId, ({ tenant }) => tenant.get())
      if (tenant.environment !== 'certification') throw new ServiceError('CERTIFICATION_ONLY')
      const today = santiagoDate(clock())
      const read = isBoletaSetFile(file) ? boletaView(understood(readBoletaSetFile(file)), today) : undefined
      const { sets, notes } = read ?? setViews(understood(readSetFile(file)), today)
      const available = await folios.list(actor)
      return {
        kind: read ? 'BOLETA' : 'DTE', sets, notes,
        folios: folioNeeds(sets, (type) =>
          available.reduce((sum, { documentType, remaining }) => documentType === type ? sum + remaining : sum, 0))
      }
    }
  }
}

export type TestSets = ReturnType<typeof createTestSets>

function understood<T> (read: { set: T } | { problems: SetProblem[] }): T {
  if ('set' in read) return read.set
  throw new ServiceError('TEST_SET_INVALID', { problems: read.problems.map(problemInFile) })
}

function problemInFile ({ code, line, found }: SetProblem) {
  const { en, es } = setProblemTable[code]
  const quoted = found === '' ? '' : `: "${found}"`
  return problemAt(line === 0 ? 'File' : `File:${line}`, { en: `${en}${quoted}`, es: `${es}${quoted}` })
}

function setViews ({ sections, notes }: TestSetFile, today: string): Pick<TestSetView, 'sets' | 'notes'> {
  return {
    notes,
    sets: sections.map((section) => ({
      name: sectionFacts(section.name).page, attentionNumber: section.attentionNumber, kind: section.kind,
      documents: section.kind === 'documents' ? caseViews(section, today) : [],
      purchases: section.kind === 'purchaseBook' ? purchaseViews(section, today) : [],
      notes: section.notes
    }))
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
  const options = {
    issueDate: today, folios: set.cases.map(({ number }) => number), receivers: [party], abroad,
    transport: {
      licensePlate: 'AAAA11', driver: { name: 'Chofer', taxNumber: party.taxNumber }, carrierTaxNumber: party.taxNumber,
      destinationAddress: party.address, destinationMunicipality: party.municipality, departureDate: today,
      departureTime: '08:00:00', arrivalDate: today
    }
  }
  // A note about a note about a purchase withholds VAT as the purchase does.
  const purchaseNotes = new Set(set.name === 'selfBilled'
    ? set.cases.map(({ documentType, number }) => `${documentType} ${number}`)
    : [])
  const payloads = casePayloads(set, options)
  return set.cases.map((one, index) => ({
    case: one.number, documentType: one.documentType, typeName: documentTypes[one.documentType].name,
    changes: changesOf(one), ...amountsOf(payloads[index], { today, purchaseNotes })
  }))
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

function boletaView (set: BoletaSet, today: string): Pick<TestSetView, 'sets' | 'notes'> {
  const documents = boletaPayloads(set, today).map((payload, index) => ({
    case: index + 1, documentType: boleta, typeName: documentTypes[boleta].name, changes: null,
    ...amountsOf(payload, { today })
  }))
  return {
    notes: set.notes,
    sets: [{
      name: 'SET DE BOLETAS', attentionNumber: null, kind: 'documents', documents, purchases: [], notes: []
    }]
  }
}

function folioNeeds (sets: readonly SetView[], availableOf: (documentType: number) => number): FolioNeed[] {
  const types = sets.flatMap(({ documents }) => documents.map(({ documentType }) => documentType))
  return [...new Set(types)].sort((left, right) => left - right).map((documentType) => ({
    documentType, typeName: isDocumentType(documentType) ? documentTypes[documentType].name : String(documentType),
    needed: types.filter((type) => type === documentType).length, available: availableOf(documentType)
  }))
}
