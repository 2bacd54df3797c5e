import { compare, multiply, roundHalfUp, type Decimal } from '../values/amounts.ts'
import type { DocumentReceiver, DocumentSender, DocumentTotals, TaxDocument } from '../document.ts'
import { isBoleta, type DocumentType } from '../values/document-types.ts'
import { anonymousReceiver, foreignReceiver } from './parties.ts'
import { law, ufOfYear } from '../tables/law.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import type { Reader } from '../fields/reader.ts'

/* Who may receive what: foreigners without RUT, tourists, and the buyers of large boletas. */

type Receiving = Pick<TaxDocument, 'issueDate' | 'touristInvoice' | 'paymentMedia'> & {
  sender: Partial<DocumentSender>,
  receiver: Partial<DocumentReceiver>,
  totals: DocumentTotals,
  ufValue?: Decimal
}

const receiverPath = 'header.receiver'

// [S1, RUTRecep]: 55555555-5 belongs in exports, moves towards them, notes, invoices to tourists, and purchases from
// foreign suppliers of digital services.
const withKnownReceiver: readonly DocumentType[] = [33, 34, 43]

// [S1, TipoFactEsp 1]: the municipalities where tourists may ask for an invoice.
const touristMunicipalities = ['ARICA', 'CAMARONES', 'PUTRE', 'GENERAL LAGOS']

/** Rules about several members of the receiver. */
export function checkReceiver (payload: Reader<InvoicePayload>, receiving: Receiving): void {
  const { receiver, touristInvoice } = receiving
  if (touristInvoice !== undefined) checkTourist(payload, receiving)
  else if (withKnownReceiver.includes(payload.documentType) && receiver.taxNumber === foreignReceiver) {
    payload.reportMember(`${receiverPath}.taxNumber`, 'RECEIVER_FOREIGN', { posted: receiver.taxNumber })
  }
  if (isBoleta(payload.documentType)) checkLargeBoleta(payload, receiving)
}

function checkTourist (payload: Reader<InvoicePayload>, { sender, receiver }: Receiving): void {
  const { taxNumber = '', foreign } = receiver
  if (taxNumber !== foreignReceiver) {
    payload.reportMember(`${receiverPath}.taxNumber`, 'TOURIST_RECEIVER_NOT_FOREIGN', { posted: taxNumber })
  }
  for (const member of ['documentNumber', 'nationality', 'documentType'] as const) {
    if (foreign?.[member] === undefined) payload.reportMember(`${receiverPath}.foreign.${member}`, 'TOURIST_DATA_MISSING')
  }
  const municipality = sender.municipality ?? ''
  if (!touristMunicipalities.includes(municipality.toUpperCase())) {
    payload.reportMember('header.sender.municipality', 'TOURIST_MUNICIPALITY', { posted: municipality })
  }
}

// [S18] and [S2]: the buyer and the means of payment are mandatory.
const largeBoleta = '135' as Decimal

function checkLargeBoleta (
  payload: Reader<InvoicePayload>, { issueDate, receiver, paymentMedia, totals, ufValue }: Receiving
): void {
  if (issueDate < law.largeBoletas.from) return
  const limit = multiply(largeBoleta, ufValue ?? ufOfYear(issueDate))
  if (compare(totals.totalAmount, limit) <= 0) return
  const missing: [boolean, string][] = [
    [receiver.taxNumber === anonymousReceiver, `${receiverPath}.taxNumber`],
    [!isNamed(payload), `${receiverPath}.businessName`],
    [paymentMedia === undefined, 'header.documentId.paymentMedia']
  ]
  for (const [isMissing, path] of missing) {
    if (isMissing) payload.reportMember(path, 'BOLETA_ABOVE_LIMIT', { limit: roundHalfUp(limit) })
  }
}

// An anonymous buyer gets a generic name.
function isNamed (payload: Reader<InvoicePayload>): boolean {
  return payload.at('header').at('receiver').at('businessName').filled() !== undefined
}
