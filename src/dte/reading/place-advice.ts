import type { DocumentReceiver, DocumentSender, TaxDocument } from '../document.ts'
import { noticeOf, violationOf, type Notice } from '../errors.ts'
import { findMunicipality } from '../tables/municipalities.ts'
import { isExport } from '../values/document-types.ts'
import { isToBeExported } from './transfers.ts'
import { foreignReceiver } from './parties.ts'

type Placed = Pick<TaxDocument, 'documentType' | 'transferType' | 'transport'> & {
  sender: Partial<DocumentSender>, receiver: Partial<DocumentReceiver>
}

/**
 * Gives notice of municipalities that Chile does not have. The SII takes any text, so it never refuses. Addresses of
 * foreigners and of goods that leave the country are not looked at.
 */
export function adviceOnPlaces (document: Placed): Notice[] {
  const { sender, receiver, transport } = document
  const isAbroad = isExport(document.documentType) || isToBeExported(document) || receiver.taxNumber === foreignReceiver
  const places: [member: string, name: string | undefined][] = [['sender.municipality', sender.municipality]]
  if (!isAbroad) {
    places.push(
      ['receiver.municipality', receiver.municipality], ['receiver.postalMunicipality', receiver.postalMunicipality],
      ['transport.destinationMunicipality', transport?.destinationMunicipality]
    )
  }
  return places.flatMap(([member, name]) => name === undefined || findMunicipality(name)
    ? []
    : [noticeOf(violationOf('MUNICIPALITY_UNKNOWN', `payload.header.${member}`, { posted: name }))])
}
