import { isBoleta, isDocumentType } from '../values/document-types.ts'

// RUTRecep of buyers abroad, who do not exchange electronic documents [S1].
const foreignTaxNumber = '55555555-5'

/** Whether companies send each other documents of the type, and the receiver is one of them. */
export function isExchanged (documentType: number, receiverTaxNumber: string): boolean {
  return isDocumentType(documentType) && !isBoleta(documentType) && receiverTaxNumber !== foreignTaxNumber
}
