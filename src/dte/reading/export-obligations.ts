import type { DocumentReceiver, DocumentSender, TaxDocument } from '../document.ts'
import { customsResolution } from '../tables/lookups.ts'
import { isCountry, isNationality, isPort } from '../tables/customs-places.ts'
import { isContainer } from '../tables/customs-tables.ts'
import { toNumber } from '../values/amounts.ts'
import { isExport } from '../values/document-types.ts'
import { noticeMissing, noticeObjections, type Demand } from './format-demands.ts'
import { foreignReceiver } from './parties.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import type { Reader } from '../fields/reader.ts'

/*
 * What the format requires of exports, and of the delivery notes of goods on their way to one [S1], and what the SII
 * objects to [S49].
 */

type Exported = Omit<TaxDocument, 'sender' | 'receiver' | 'totals'> & {
  sender: Partial<DocumentSender>, receiver: Partial<DocumentReceiver>
}
type Customs = NonNullable<NonNullable<TaxDocument['transport']>['customs']>
type Packages = NonNullable<Customs['packages']>[number]

const exportInvoice = 110
const customsServices = 3
const paidInAdvance = 32
const exportTransfers: readonly (number | undefined)[] = [8, 9]
const customsPath = 'header.transport.customs'

/** Gives notice of what an export, or a move towards one, lacks. */
export function checkExportFormat (payload: Reader<InvoicePayload>, document: Exported): void {
  const { documentType } = payload
  if (documentType === 52 && exportTransfers.includes(document.transferType)) checkExportTransfer(payload, document)
  if (!isExport(documentType)) return
  const { receiver: { taxNumber }, paymentTermsCode, paymentTerms, exportPaymentMethod, paidOn } = document
  if (taxNumber !== undefined && taxNumber !== foreignReceiver) {
    payload.reportMember('header.receiver.taxNumber', 'RECEIVER_NOT_FOREIGN', { posted: taxNumber })
  }
  if (paymentTermsCode !== undefined) noticeMissing(payload, [['header.documentId.paymentTerms', 'FD A28', paymentTerms]])
  if (exportPaymentMethod === paidInAdvance) noticeMissing(payload, [['header.documentId.paidOn', 'FD A15', paidOn]])
  checkResolution(payload, document)
  if (documentType === exportInvoice) checkInvoice(payload, document)
}

function checkResolution (payload: Reader<InvoicePayload>, { serviceIndicator, references }: Exported): void {
  if (serviceIndicator !== customsServices) return
  const isThere = references.some(({ documentType }) => documentType === customsResolution)
  if (!isThere) payload.reportMember('references', 'CUSTOMS_RESOLUTION_MISSING')
}

function checkInvoice (payload: Reader<InvoicePayload>, document: Exported): void {
  noticeMissing(payload, [['header.sender.city', 'FD A46', document.sender.city]])
  // Exports of services say so (IndServicio) and have neither customs nor units.
  if (document.serviceIndicator === undefined) checkGoods(payload, document)
}

function checkGoods (payload: Reader<InvoicePayload>, { transport, lines }: Exported): void {
  const customs = transport?.customs
  if (customs === undefined) payload.reportMember(customsPath, 'FORMAT_MEMBER_EXPECTED', { source: 'FD A74' })
  else {
    noticeMissing(payload, [...demandsOf(customs), ...unitsOf(customs)])
    noticeObjections(payload, (customs.packages ?? []).flatMap(objectionsTo))
  }
  noticeMissing(
    payload,
    lines.map(({ lineNumber, unitOfMeasure }) => [`details[${lineNumber - 1}].unitOfMeasure`, 'FD B21', unitOfMeasure])
  )
}

function demandsOf (customs: Customs): Demand[] {
  return [
    [`${customsPath}.saleMode`, 'FD A74', customs.saleMode],
    [`${customsPath}.saleClause`, 'FD A75', customs.saleClause],
    [`${customsPath}.saleClauseAmount`, 'FD A76', customs.saleClauseAmount],
    [`${customsPath}.transportMode`, 'FD A77', customs.transportMode],
    [`${customsPath}.loadingPort`, 'FD A84', customs.loadingPort],
    [`${customsPath}.unloadingPort`, 'FD A86', customs.unloadingPort],
    [`${customsPath}.totalPackages`, 'FD A95', customs.totalPackages],
    [`${customsPath}.receiverCountry`, 'FD A104', customs.receiverCountry]
  ]
}

// The SII takes goods without weights; a weight says nothing without its unit.
function unitsOf (customs: Customs): Demand[] {
  const units: [string, string, unknown, unknown][] = [
    ['tareUnit', 'FD A89', customs.tare, customs.tareUnit],
    ['grossWeightUnit', 'FD A91', customs.grossWeight, customs.grossWeightUnit],
    ['netWeightUnit', 'FD A93', customs.netWeight, customs.netWeightUnit]
  ]
  return units.flatMap(([member, source, weight, unit]) =>
    weight === undefined ? [] : [[`${customsPath}.${member}`, source, unit]])
}

// The SII takes a seal without its issuer.
function objectionsTo ({ packageType, marks, containerId, seal }: Packages, index: number): Demand[] {
  const path = `${customsPath}.packages[${index}]`
  return [
    [`${path}.marks`, 'HED-2-804', marks],
    ...(packageType !== undefined && isContainer(toNumber(packageType))
      ? [[`${path}.containerId`, 'HED-2-804', containerId], [`${path}.seal`, 'HED-2-804', seal]] satisfies Demand[]
      : [])
  ]
}

function checkExportTransfer (payload: Reader<InvoicePayload>, { transport }: Exported): void {
  const customs = transport?.customs
  noticeMissing(payload, [
    [`${customsPath}.loadingPort`, 'FD A84', customs?.loadingPort],
    [`${customsPath}.unloadingPort`, 'FD A86', customs?.unloadingPort],
    [`${customsPath}.grossWeight`, 'FD A90', customs?.grossWeight],
    [`${customsPath}.grossWeightUnit`, 'FD A91', customs?.grossWeightUnit],
    [`${customsPath}.totalPackages`, 'FD A95', customs?.totalPackages]
  ])
}

/** Gives notice of ports, countries and nationalities that are in none of the customs' tables. */
export function checkCustomsCodes (payload: Reader<InvoicePayload>, { transport, receiver }: Exported): void {
  const { loadingPort, unloadingPort, receiverCountry, destinationCountry } = transport?.customs ?? {}
  const codes: [string, string, string | undefined, (code: number) => boolean][] = [
    [`${customsPath}.loadingPort`, 'FD A84', loadingPort, isPort],
    [`${customsPath}.unloadingPort`, 'FD A86', unloadingPort, isPort],
    [`${customsPath}.receiverCountry`, 'FD A104', receiverCountry, isCountry],
    [`${customsPath}.destinationCountry`, 'FD A105', destinationCountry, isCountry],
    ['header.receiver.foreign.nationality', 'FD A54', receiver.foreign?.nationality, isNationality]
  ]
  for (const [member, source, code, isKnown] of codes) {
    if (code === undefined || isKnown(Number(code))) continue
    payload.reportMember(member, 'CUSTOMS_CODE_UNKNOWN', { posted: code, source })
  }
}
