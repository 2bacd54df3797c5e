import type { DocumentReceiver, DocumentSender, TaxDocument } from '../document.ts'
import { textLimits } from '../tables/limits.ts'
import { noticeMissing, type Demand } from './format-demands.ts'
import type { DocumentType } from '../values/document-types.ts'
import { present } from '../values/present.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import type { Reader } from '../fields/reader.ts'

/* Delivery notes: what each kind of move requires [S1, IndTraslado and TipoDespacho]; the journey: [S22]. */

type Transfer = Pick<
  TaxDocument, 'issueDate' | 'transferType' | 'dispatchType' | 'transport' | 'references' | 'lines'
> & {
  sender: Partial<DocumentSender>, receiver: Partial<DocumentReceiver>, guideTransportFrom: string
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

/** Whether a delivery note is of goods that leave the country. */
export function isToBeExported ({ transferType }: Pick<TaxDocument, 'transferType'>): boolean {
  return exportTransfers.includes(transferType)
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

/** The rules of delivery notes, and of invoices that move goods. */
export function checkTransfer (payload: Reader<InvoicePayload>, transfer: Transfer): void {
  if (movesGoods(payload.documentType, transfer)) {
    checkDeparture(payload, transfer)
    checkJourney(payload, transfer)
  }
  if (payload.documentType !== 52) return
  const { sender, receiver } = transfer
  if (isInternal(transfer) && receiver.taxNumber !== sender.taxNumber) {
    payload.reportMember('header.receiver.taxNumber', 'TRANSFER_RECEIVER_NOT_SENDER', {
      posted: receiver.taxNumber ?? '', computed: sender.taxNumber ?? ''
    })
  }
  for (const [path, source] of missingMembers(transfer)) {
    payload.reportMember(`header.${path}`, 'TRANSFER_DATA_MISSING', { source })
  }
  checkReductions(payload, transfer)
}

const journeyMembers = [
  'licensePlate', 'driver', 'destinationAddress', 'destinationMunicipality', 'departureDate', 'departureTime'
] as const

/** The members that the move requires and the payload lacks, each with the rule that requires it. */
function missingMembers (transfer: Transfer): [path: string, source: string][] {
  const { dispatchType, transport, sender: { exportTransfer } } = transfer
  const isExported = isToBeExported(transfer)
  const isAuthorised = exportTransfer?.issuerCode === authorisedBySii
  const isCarried = bindsJourney(transfer) && carriedBySender.includes(dispatchType)
  const demanded: [boolean, string, string, unknown][] = [
    [isExported, 'sender.exportTransfer.issuerCode', 'FD A38', exportTransfer?.issuerCode],
    [isAuthorised, 'sender.exportTransfer.authorizationNumber', 'FD A39', exportTransfer?.authorizationNumber],
    [isAuthorised, 'sender.exportTransfer.authorizationDate', 'FD A40', exportTransfer?.authorizationDate],
    ...journeyMembers.map(
      (member): [boolean, string, string, unknown] => [isCarried, `transport.${member}`, journeyRule, transport?.[member]]
    )
  ]
  return demanded.filter(([applies, , , value]) => applies && value === undefined)
    .map(([, path, source]) => [path, source])
}

const journeyRule = 'Res. 154/2025'
const toTheReceiver = 2

function bindsJourney ({ issueDate, guideTransportFrom }: Transfer): boolean {
  return issueDate >= guideTransportFrom
}

const invoices: readonly DocumentType[] = [33, 34]

// An invoice that refers to a delivery note leaves the move to that one.
function movesGoods (type: DocumentType, { dispatchType, transport, references }: Transfer): boolean {
  if (type === 52) return true
  return invoices.includes(type) && (dispatchType !== undefined || transport !== undefined) &&
    !references.some(({ documentType = '' }) => deliveryNotes.includes(documentType))
}

function checkDeparture (payload: Reader<InvoicePayload>, { issueDate, transport }: Transfer): void {
  const departureDate = transport?.departureDate
  if (departureDate === undefined || departureDate >= issueDate) return
  payload.reportMember('header.transport.departureDate', 'DEPARTURE_BEFORE_ISSUE', {
    posted: departureDate, limit: issueDate
  })
}

// What a delivery note lacks of the journey itself is refused (missingMembers).
function checkJourney (payload: Reader<InvoicePayload>, transfer: Transfer): void {
  const { dispatchType, transport } = transfer
  if (!bindsJourney(transfer)) return
  const isCarried = payload.documentType !== 52 && carriedBySender.includes(dispatchType)
  noticeMissing(payload, [
    ['header.documentId.dispatchType', journeyRule, dispatchType],
    ...(isCarried ? journeyMembers : []).map((member): Demand =>
      [`header.transport.${member}`, journeyRule, transport?.[member]]
    )
  ])
  if (dispatchType !== toTheReceiver) return
  noticeMissing(payload, [
    ['header.transport.arrivalDate', journeyRule, transport?.arrivalDate],
    ['header.transport.carrierTaxNumber', 'FD A68', transport?.carrierTaxNumber]
  ])
}

// [S1, IndExe 5]: the references name the earlier delivery note.
function checkReductions (payload: Reader<InvoicePayload>, { lines, references }: Transfer): void {
  const reduction = lines.find((line) => line.exemptIndicator === takenFromEarlier)
  const named = references.some(({ documentType = '' }) => deliveryNotes.includes(documentType))
  if (reduction && !named) {
    payload.reportMember(`details[${reduction.lineNumber - 1}].exemptIndicator`, 'TRANSFER_REFERENCE_MISSING')
  }
}
