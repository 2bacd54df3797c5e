import type { Document } from './facts.ts'
import { reason, type Reason } from './reasons.ts'
import { childrenOf, textAt, type Element } from './xml.ts'

const notes = [56, 61, 111, 112]
const electronicTypes = [33, 34, 39, 41, 43, 46, 52, 56, 61, 110, 111, 112]

export interface Reference {
  line: number
  documentType: string
  folio: string
  code: string
  isGlobal: boolean
  otherIssuer: string | undefined
}

/** Whether the SII has received this document of the issuer. */
export type IsReceived = (issuer: string, documentType: number, folio: number) => boolean

export function isNote (documentType: number): boolean {
  return notes.includes(documentType)
}

export function readReferences (body: Element): Reference[] {
  return childrenOf(body, 'Referencia').map((row) => {
    const at = (name: string) => textAt(row, name)?.trim() ?? ''
    return {
      line: Number(at('NroLinRef')),
      documentType: at('TpoDocRef'),
      folio: at('FolioRef'),
      code: at('CodRef'),
      isGlobal: at('IndGlobal') === '1',
      otherIssuer: textAt(row, 'RUTOtr')?.trim(),
    }
  })
}

/**
 * Checks that a note names a received document and how it changes it, and that it annuls what such a note can annul.
 */
export function judgeReferences ({ facts, body }: Document, isReceived: IsReceived): Reason[] {
  if (!isNote(facts.documentType)) return []
  const references = readReferences(body)
  if (references.length === 0) return [reason('REF-3-757')]
  const found: Reason[] = []
  if (!references.some(({ code }) => code !== '')) found.push(reason('REF-3-758', undefined, references[0]?.line))
  for (const reference of references) {
    if (annulsWrongly(facts.documentType, reference)) found.push(reason('REF-3-415', reference.folio, reference.line))
    else if (isOwnAndMissing(facts.issuer, reference, isReceived)) {
      found.push(reason('REF-3-750', `${reference.documentType}-${reference.folio}`, reference.line))
    }
  }
  return found
}

/** Code 1 takes off one document [S1, E8]: never a guide, and a credit note only in a debit note. */
function annulsWrongly (documentType: number, { documentType: referred, code, isGlobal }: Reference): boolean {
  if (code !== '1') return false
  const isCreditNote = documentType === 61 || documentType === 112
  const annulsCreditNote = ['60', '61', '112'].includes(referred)
  return isGlobal || Number(referred) === 52 || isCreditNote === annulsCreditNote
}

function isOwnAndMissing (issuer: string, reference: Reference, isReceived: IsReceived): boolean {
  const isOwn = reference.otherIssuer === undefined || reference.otherIssuer === issuer
  const documentType = Number(reference.documentType)
  if (!isOwn || reference.isGlobal || !electronicTypes.includes(documentType)) return false
  return !isReceived(issuer, documentType, Number(reference.folio))
}
