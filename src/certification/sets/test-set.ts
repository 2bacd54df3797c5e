/**
 * The SII's sets of test cases, as their file says them [S25]. Amounts are JSON numbers, as a posted document has them.
 */
import type { DocumentType } from '../../dte/values/document-types.ts'
import type { ExportKey } from './words.ts'

export type TestSection = DocumentSet | SalesBookSet | PurchaseBookSet | GuideBookSet

interface SectionHead {
  name: SectionName
  /** Names the set on the SII's pages. */
  attentionNumber: number
  /** The line of its heading. */
  line: number
  /** The SII's notes about the set. */
  notes: string[]
}

/** Documents to be issued in one envelope, in the order of the cases. */
export interface DocumentSet extends SectionHead {
  kind: 'documents'
  cases: TestCase[]
}

/** The book of the sales of another set. */
export interface SalesBookSet extends SectionHead {
  kind: 'salesBook'
}

/** The book of purchases that the file lists. */
export interface PurchaseBookSet extends SectionHead {
  kind: 'purchaseBook'
  purchases: TestPurchase[]
  /** The part of VAT of common use that can be recovered. */
  proportionality?: number
}

/** The book of the delivery notes of another set. */
export interface GuideBookSet extends SectionHead {
  kind: 'guideBook'
  /** Numbers of the cases that became an invoice, and of those that were annulled. */
  invoiced: number[]
  annulled: number[]
}

export interface TestCase {
  number: number
  line: number
  documentType: DocumentType
  /** Why goods move (MOTIVO), and who carries them (TRASLADO POR); of delivery notes. */
  transferReason?: string
  carriedBy?: string
  /** What a note changes, and why. */
  reference?: { caseNumber: number, documentType: DocumentType, reason: string }
  rows: TestRow[]
  /** The commissions of a settlement. */
  charges: TestRow[]
  globalAdjustment?: { movement: 'D' | 'R', description: string, percentage: number }
  /** What an export says beside its lines, in capitals without accents. */
  exportFacts: Partial<Record<ExportKey, string>>
  /** The documents of transport and customs that an export refers to. */
  exportReferences: string[]
  /** Percentages of an export: on its only line, on the line of a number, of the clause's amount. */
  lineSurcharge?: number
  lineDiscounts: { row: number, percentage: number }[]
  clauseSurcharge?: number
}

export interface TestRow {
  line: number
  name: string
  quantity?: number
  unit?: string
  price?: number
  discount?: number
  total?: number
}

export interface TestPurchase {
  line: number
  documentType: number
  folio: number
  /** Decides how the VAT is treated. */
  observation: string
  exempt: number
  net: number
}

export type SectionName = keyof typeof sectionTable

interface SectionFacts {
  /** As the heading of the file has it, in capitals without accents. */
  headings: readonly string[]
  /** As the SII's page of progress names the set. */
  page: string
  kind: TestSection['kind']
  types: readonly DocumentType[]
}

export const sectionTable = {
  basic: { headings: ['SET BASICO'], page: 'SET BASICO', kind: 'documents', types: [33, 56, 61] },
  sales: { headings: ['SET LIBRO DE VENTAS'], page: 'LIBRO DE VENTAS', kind: 'salesBook', types: [] },
  purchases: { headings: ['SET LIBRO DE COMPRAS'], page: 'LIBRO DE COMPRAS', kind: 'purchaseBook', types: [] },
  guides: { headings: ['SET GUIA DE DESPACHO'], page: 'SET GUIA DE DESPACHO', kind: 'documents', types: [52] },
  guideBook: { headings: ['SET LIBRO DE GUIAS'], page: 'LIBRO DE GUIAS', kind: 'guideBook', types: [] },
  exempt: { headings: ['SET FACTURA EXENTA'], page: 'SET FACTURA EXENTA', kind: 'documents', types: [34, 56, 61] },
  exports1: {
    headings: ['SET BASICO DOCUMENTOS DE EXPORTACION (1)', 'SET BASICO DOCUMENTOS DE EXPORTACION'],
    page: 'SET DOCUMENTOS DE EXPORTACION', kind: 'documents', types: [110, 111, 112]
  },
  exports2: {
    headings: ['SET BASICO DOCUMENTOS DE EXPORTACION (2)'], page: 'SET DOCUMENTOS DE EXPORTACION (2)',
    kind: 'documents', types: [110, 111, 112]
  },
  settlements: {
    headings: ['SET BASICO LIQUIDACIONES'], page: 'SET LIQUIDACION FACTURA', kind: 'documents', types: [43, 56, 61]
  },
  selfBilled: {
    headings: ['SET BASICO CASO GENERAL DE EMISOR DE FACTURA DE COMPRA'], page: 'SET CASO GENERAL FACTURA COMPRA',
    kind: 'documents', types: [46, 56, 61]
  }
} as const satisfies Record<string, SectionFacts>

export function sectionFacts (name: SectionName): SectionFacts {
  return sectionTable[name]
}

const documentNames: Record<string, DocumentType> = {
  'FACTURA ELECTRONICA': 33,
  'FACTURA NO AFECTA O EXENTA ELECTRONICA': 34,
  'LIQUIDACION FACTURA ELECTRONICA': 43,
  'FACTURA DE COMPRA ELECTRONICA': 46,
  'GUIA DE DESPACHO': 52,
  'GUIA DE DESPACHO ELECTRONICA': 52,
  'NOTA DE DEBITO ELECTRONICA': 56,
  'NOTA DE CREDITO ELECTRONICA': 61,
  'FACTURA DE EXPORTACION ELECTRONICA': 110,
  'NOTA DE DEBITO DE EXPORTACION ELECTRONICA': 111,
  'NOTA DE CREDITO DE EXPORTACION ELECTRONICA': 112
}

/** The type of document that a set names, in capitals without accents. */
export function documentNamed (plain: string): DocumentType | undefined {
  return documentNames[plain]
}

/** Whether a reference's name fits the type of the case that it names: it may lack words, as "NOTA DE CREDITO". */
export function namesDocument (plain: string, type: DocumentType): boolean {
  return Object.entries(documentNames).some(([name, of]) => of === type && (name === plain || name.startsWith(`${plain} `)))
}
