import { useTypeName } from '../shared/document-types.ts'
import { useText } from '../text/text.tsx'
import type { Row } from './requests.ts'

type Named = Pick<Row, 'invoiceTypeCode' | 'invoiceNumber'>

/** `Factura N° 1042`; `Factura, sin folio aún`. */
export function useDocumentName (): (document: Named) => string {
  const { text } = useText()
  const nameOf = useTypeName()
  return ({ invoiceTypeCode, invoiceNumber }) => invoiceNumber
    ? text.document.number(nameOf(invoiceTypeCode), invoiceNumber)
    : `${nameOf(invoiceTypeCode)}, ${text.document.noFolio}`
}
