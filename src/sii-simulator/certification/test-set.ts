import type { ExpectedDocument } from './cases.ts'

/** `boletas` is no part of the file: it has one of its own, which is the same for everybody. */
export type SetName = 'basic' | 'sales' | 'purchases' | 'guides' | 'guideBook' | 'exempt' | 'exports1' | 'exports2' |
  'settlements' | 'selfBilled' | 'boletas'

/** A set of test cases: its part of the file, and what it asks for. */
export interface TestSet {
  name: SetName
  attentionNumber: number
  text: string
  /** In the order of its cases; none of a book. */
  documents: ExpectedDocument[]
  /** Of a book of purchases. */
  purchases?: PurchaseRow[]
}

/** A purchase that the file lists, and what becomes of its VAT. */
export interface PurchaseRow {
  documentType: number
  folio: number
  exempt: number
  net: number
  vat: 'recoverable' | 'commonUse' | 'freeDelivery' | 'withheld'
}
