import { useTypeName } from '../shared/document-types.ts'
import { useText } from '../text/text.tsx'
import type { Row } from './requests.ts'

/** `Factura N° 1042 de Comercial Los Ñires SpA`. */
export function useReceivedName (): (document: Pick<Row, 'documentType' | 'folio' | 'issuerName'>) => string {
  const { text, language } = useText()
  const nameOf = useTypeName()
  return ({ documentType, folio, issuerName }) =>
    `${text.document.number(nameOf(documentType), String(folio))} ${language === 'es' ? 'de' : 'from'} ${issuerName}`
}
