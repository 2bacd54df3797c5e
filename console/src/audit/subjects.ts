import { useTypeName } from '../shared/document-types.ts'
import { useText, useWords } from '../text/text.tsx'
import type { Recorded } from './records.ts'
import { words } from './words.ts'

/** What a record is about, in words, where its details say so: `Factura N° 1016`, an address, the name of a role. */
export function useSubject (): (record: Recorded) => string {
  const { text, format } = useText()
  const { subjects: own } = useWords(words)
  const nameOf = useTypeName()
  return ({ details }) => {
    const { folio, documentType, rangeFrom, rangeTo, documents, subtotals, ...others } = details as Details
    if (documentType && folio) return text.document.number(nameOf(documentType), String(folio))
    if (documentType && rangeFrom && rangeTo) return own.folios(nameOf(documentType), format.number(rangeFrom), format.number(rangeTo))
    if (others.host) return others.host
    const count = documents ?? subtotals?.reduce((sum, { informed }) => sum + (informed ?? 0), 0)
    const name = others.name ?? others.email ?? others.ipAddress ?? others.accessKey
    return [name, count !== undefined && (count === 1 ? own.document : own.documents(format.number(count)))].filter(Boolean).join(' · ')
  }
}

/** What the records of the server hold for a reader; each action has its own. */
interface Details {
  documentType?: number
  folio?: number
  rangeFrom?: number
  rangeTo?: number
  documents?: number
  subtotals?: Array<{ informed?: number }>
  name?: string
  email?: string
  ipAddress?: string
  accessKey?: string
  host?: string
}

/** Who did it: a person by the email, a program by its key, or Timbre itself. */
export function useActor (): (record: Recorded) => string {
  const own = useWords(words)
  return ({ userId, userName }) => {
    if (userId === null || !userName) return own.system
    return userName.startsWith('ak_') ? own.key(userName) : userName
  }
}
