import type { DocumentReceiver, DocumentSender, TaxDocument } from '../document.ts'
import { textLimits } from '../tables/limits.ts'
import { present } from '../values/present.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import type { Reader } from '../fields/reader.ts'

/* Delivery notes: what each kind of move requires [S1, IndTraslado and TipoDespacho]; the journey: [S22]. */

type Transfer = Pick<TaxDocument, 'transferType' | 'dispatchType' | 'transport' | 'references' | 'lines'> & {
  sender: Partial<DocumentSender>, receiver: Partial<DocumentReceiver>
}

const internal = 5
const sales: readonly (number | undefined)[] = [1, 9]
const exportTransfers: readonly (number | undefined)[] = [8, 9]
const authorisedBySii = 4
const takenFromEarlier = 5
const deliveryNotes = ['50', '52']
// The sender carries the goods, to the receiver or elsewhere.
const carriedBySender: readonly (number | undefined)[] = [2, 3]

export function isInternal ({ transferType }: Pick<TaxDocument, 'transferType'>): boolean {
  return transferType === internal
}

/** Whether a delivery note is of goods that are sold. */
export function isSale ({ transferType }: Pick<TaxDocument, 'transferType'>): boolean {
  return sales.includes(transferType)
}

/** Goods that move within a company have it as receiver, which so need not be posted. */
export function receiverOfInternalTransfer (
  { taxNumber, businessName, businessActivity, address, municipality, city }: Partial<DocumentSender>
): Partial<DocumentReceiver> {
  return present<Partial<DocumentReceiver>>({
    taxNumber,
    businessName,
    businessActivity: businessActivity?.slice(0, textLimits['Encabezado/Receptor/GiroRecep']).trim(),
    address,
    municipality,
    city
  })
}

/** The rules of delivery notes. */
export function checkTransfer (payload: Reader<InvoicePayload>, transfer: Transfer): void {
  if (payload.documentType !== 52) return
  const { sender, receiver } = transfer
  if (isInternal(transfer) && receiver.taxNumber !== sender.taxNumber) {
    payload.reportMember('header.receiver.taxNumber', 'TRANSFER_RECEIVER_NOT_SENDER', {
      posted: receiver.taxNumber ?? '', computed: sender.taxNumber ?? ''
    })
  }
  for (const path of missingMembers(transfer)) payload.reportMember(`header.${path}`, 'TRANSFER_DATA_MISSING')
  checkReductions(payload, transfer)
}

function missingMembers ({ transferType, dispatchType, transport, sender }: Transfer): string[] {
  const { exportTransfer } = sender
  const authorised = exportTransfer?.issuerCode === authorisedBySii
  const demanded: [boolean, string, unknown][] = [
    [exportTransfers.includes(transferType), 'sender.exportTransfer.issuerCode', exportTransfer?.issuerCode],
    [authorised, 'sender.exportTransfer.authorizationNumber', exportTransfer?.authorizationNumber],
    [authorised, 'sender.exportTransfer.authorizationDate', exportTransfer?.authorizationDate],
    ...([
      'licensePlate', 'driver', 'destinationAddress', 'destinationMunicipality', 'departureDate', 'departureTime'
    ] as const)
      .map((
        member
      ): [boolean, string, unknown] => [
        carriedBySender.includes(dispatchType), `transport.${member}`, transport?.[member]
      ])
  ]
  return demanded.filter(([applies, , value]) => applies && value === undefined).map(([, path]) => path)
}

// [S1, IndExe 5]: the references name the earlier delivery note.
function checkReductions (payload: Reader<InvoicePayload>, { lines, references }: Transfer): void {
  const reduction = lines.find((line) => line.exemptIndicator === takenFromEarlier)
  const named = references.some(({ documentType = '' }) => deliveryNotes.includes(documentType))
  if (reduction && !named) {
    payload.reportMember(`details[${reduction.lineNumber - 1}].exemptIndicator`, 'TRANSFER_REFERENCE_MISSING')
  }
}
