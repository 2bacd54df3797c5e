import { type DocumentType, documentTypeFacts } from '../values/document-types.ts'

/** What the file of a document is named after. */
export interface FileSubject {
  documentType: number
  /** Or what the document has in its place: "borrador". */
  folio: number | bigint | string
  receiverName: string | undefined
}

const longestReceiver = 60

/**
 * The name under which people find the file of a document: "Factura 1260 - Constructora Sur (cedible).pdf". That of a
 * boleta does not tell its buyer.
 */
export function documentFileName (
  { documentType, folio, receiverName = '' }: FileSubject, extension: 'pdf' | 'xml' | 'zip', note?: string
): string {
  const { name, envelope } = documentTypeFacts(documentType as DocumentType)
  const receiver = envelope === 'BOLETA' ? '' : plainName(receiverName)
  return `${name.replace(/ Electrónica$/, '')} ${folio}${receiver && ` - ${receiver}`}${
    note === undefined ? '' : ` (${note})`}.${extension}`
}

/** Without the characters that a file system refuses. */
function plainName (name: string): string {
  const plain = name.replace(/[\p{C}<>:"/\\|?*]/gu, ' ').replace(/\s+/g, ' ').trim()
  // Two dots in a row, as those of "S.A..pdf", look like an error.
  return Array.from(plain).slice(0, longestReceiver).join('').replace(/[. ]+$/, '')
}
