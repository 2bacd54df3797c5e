import type { ExpectedDocument } from './cases.ts'

/** `boletas` has a file of its own, the same for all companies. */
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

/** A purchase of the file, and the treatment of its VAT. */
export interface PurchaseRow {
  documentType: number
  folio: number
  exempt: number
  net: number
  vat: 'recoverable' | 'commonUse' | 'freeDelivery' | 'withheld'
}
