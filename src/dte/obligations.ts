import type { DocumentType } from './document-types.ts'

type ReceiverMember = 'taxNumber' | 'businessName' | 'businessActivity' | 'address' | 'municipality' | 'city'
type SenderMember = 'businessName' | 'businessActivity' | 'address' | 'municipality'

interface Obligations {
  sender: readonly SenderMember[]
  receiver: readonly ReceiverMember[]
}

const buyerInFull: Obligations = {
  sender: ['businessName', 'businessActivity', 'address', 'municipality'],
  receiver: ['taxNumber', 'businessName', 'businessActivity', 'address', 'municipality']
}
const buyerByName: Obligations = { sender: ['businessName', 'businessActivity'], receiver: ['taxNumber', 'businessName'] }
const buyerUnknown: Obligations = { sender: ['businessName', 'businessActivity'], receiver: [] }

/**
 * What each type cannot do without ("Formato DTE" v2.5, matrix of obligations; Res. Ex. SII 74/2020 for the sender's name
 * in boletas). Notes are laxer on the receiver, boletas may be for nobody in particular.
 */
export const obligations: Record<DocumentType, Obligations> = {
  33: buyerInFull,
  34: buyerInFull,
  39: buyerUnknown,
  41: buyerUnknown,
  43: { ...buyerInFull, sender: ['businessName', 'businessActivity', 'address'] },
  46: { ...buyerInFull, sender: ['businessName', 'businessActivity', 'address'] },
  52: buyerInFull,
  56: buyerByName,
  61: buyerByName,
  110: { sender: ['businessName', 'businessActivity', 'address'], receiver: ['taxNumber', 'businessName', 'address', 'city'] },
  111: buyerByName,
  112: buyerByName
}
