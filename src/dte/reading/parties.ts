import { exportTransferFields, foreignFields, receiverFields, senderFields } from '../fields/blocks.ts'
import type { DocumentReceiver, DocumentSender, SenderFacts } from '../document.ts'
import { isBoleta, isExport, isNote } from '../values/document-types.ts'
import { readBlock, readFields } from '../fields/formats.ts'
import type { TextElement } from '../tables/limits.ts'
import { isMandatory, type ObligedElement } from '../tables/obligations.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { present } from '../values/present.ts'
import { readDecimal, readRut, readText, report, required, type Posted, type Reading } from '../fields/reading.ts'
import { parseRut, type Rut } from '../values/rut.ts'
import { zero, type Decimal } from '../values/amounts.ts'

type PostedSender = NonNullable<InvoicePayload['header']['sender']>
type PostedReceiver = NonNullable<InvoicePayload['header']['receiver']>

const senderPath = 'payload.header.sender'
const receiverPath = 'payload.header.receiver'

// DTE_v10.xsd, Acteco.
const activityCodesMax = 4

/** "Formato boleta electrónica" v4.2: the receiver of a boleta for nobody in particular. */
export const anonymousReceiver = '66666666-6' as Rut

/** "Formato DTE" v2.5: the receiver who is a foreigner without RUT. */
export const foreignReceiver = '55555555-5' as Rut

const senderObligations = {
  businessName: 'RznSoc', businessActivity: 'GiroEmis', address: 'DirOrigen', municipality: 'CmnaOrigen'
} as const satisfies Record<string, ObligedElement>
const receiverObligations = {
  taxNumber: 'RUTRecep',
  businessName: 'RznSocRecep',
  businessActivity: 'GiroRecep',
  address: 'DirRecep',
  municipality: 'CmnaRecep',
  city: 'CiudadRecep'
} as const satisfies Record<string, ObligedElement>

type SenderText =
  | 'businessName'
  | 'businessActivity'
  | 'branchName'
  | 'address'
  | 'municipality'
  | 'city'
  | 'phone'
  | 'email'
type ReceiverText = Exclude<keyof PostedReceiver, 'businessActivityCode' | 'foreign'>

/** Emisor: what is posted comes before what is known of the tenant; the RUT must be the tenant's. */
export function readSender (reading: Reading, posted: PostedSender, facts: SenderFacts): Partial<DocumentSender> {
  const text = (member: SenderText, element: TextElement) =>
    readText(reading, `${senderPath}.${member}`, posted[member], element) ??
      readText(reading, `tenant.${member}`, facts[member], element)
  const sender = present<Partial<DocumentSender>>({
    taxNumber: readSenderTaxNumber(reading, posted, facts),
    businessName: text('businessName', 'Encabezado/Emisor/RznSoc'),
    businessActivity: text('businessActivity', 'Encabezado/Emisor/GiroEmis'),
    activityCodes: isBoleta(reading.documentType) ? [] : readActivityCodes(reading, posted, facts),
    branchName: text('branchName', 'Encabezado/Emisor/Sucursal'),
    branchCode: readBranchCode(reading, posted, facts),
    address: text('address', 'Encabezado/Emisor/DirOrigen'),
    municipality: text('municipality', 'Encabezado/Emisor/CmnaOrigen'),
    city: text('city', 'Encabezado/Emisor/CiudadOrigen'),
    salesPerson: readText(reading, `${senderPath}.salesPerson`, posted.salesPerson, 'Encabezado/Emisor/CdgVendedor'),
    ...readContacts(reading, posted, facts),
    ...readFields(reading, senderPath, posted, senderFields),
    exportTransfer: readBlock(reading, `${senderPath}.exportTransfer`, posted.exportTransfer, {
      fields: exportTransferFields, branches: 'D', types: [52]
    })
  })
  for (const [member, element] of entriesOf(senderObligations)) {
    if (isMandatory(element, reading.documentType)) required(reading, `${senderPath}.${member}`, sender[member])
  }
  return sender
}

function readContacts (
  reading: Reading, posted: PostedSender, facts: SenderFacts
): Pick<Partial<DocumentSender>, 'phone' | 'secondPhone' | 'email'> {
  const own = (member: 'phone' | 'secondPhone' | 'email', element: TextElement) =>
    readText(reading, `${senderPath}.${member}`, posted[member], element)
  return present<Pick<Partial<DocumentSender>, 'phone' | 'secondPhone' | 'email'>>({
    phone: own('phone', 'Encabezado/Emisor/Telefono') ??
      readText(reading, 'tenant.phone', facts.phone, 'Encabezado/Emisor/Telefono'),
    secondPhone: own('secondPhone', 'Encabezado/Emisor/Telefono'),
    email: own('email', 'Encabezado/Emisor/CorreoEmisor') ??
      readText(reading, 'tenant.email', facts.email, 'Encabezado/Emisor/CorreoEmisor')
  })
}

function readSenderTaxNumber (reading: Reading, posted: PostedSender, facts: SenderFacts): Rut | undefined {
  const tenants = parseRut(facts.taxNumber)
  const own = readRut(reading, `${senderPath}.taxNumber`, posted.taxNumber)
  if (own !== undefined && own !== tenants) {
    report(reading, 'SENDER_NOT_THE_TENANT', `${senderPath}.taxNumber`, { posted: own, computed: facts.taxNumber })
  }
  return tenants
}

// The posted codes, or the tenant's main one. A tenant without registered codes is believed.
function readActivityCodes (reading: Reading, posted: PostedSender, facts: SenderFacts): number[] | undefined {
  const several = (posted.activityCodes ?? []).map((text, index) =>
    [`${senderPath}.activityCodes[${index}]`, text.trim()] as const
  )
  const single = [[`${senderPath}.activityCode`, posted.activityCode?.trim() ?? '']] as const
  const told = (several.length > 0 ? several : single).filter(([, text]) => text !== '')
  if (told.length > activityCodesMax) {
    report(reading, 'ROWS_TOO_MANY', `${senderPath}.activityCodes`, {
      posted: String(told.length), limit: String(activityCodesMax)
    })
  }
  if (told.length > 0) return told.map(([path, text]) => readActivityCode(reading, path, text, facts.activityCodes))
  return required(
    reading, `${senderPath}.activityCode`, facts.activityCodes.length > 0 ? facts.activityCodes.slice(0, 1) : undefined
  )
}

function readActivityCode (reading: Reading, path: string, text: string, registered: number[]): number {
  const code = /^\d{1,6}$/.test(text) ? Number(text) : 0
  const known = registered.length === 0 ? code > 0 : registered.includes(code)
  if (!known) report(reading, 'SENDER_ACTIVITY_UNKNOWN', path, { posted: text, allowed: registered.join(', ') })
  return code
}

function readBranchCode (reading: Reading, posted: PostedSender, facts: SenderFacts): string | undefined {
  const [path, text] = isBlankText(posted.branchCode)
    ? ['tenant.branchCode', facts.branchCode]
    : [`${senderPath}.branchCode`, posted.branchCode]
  if (isBlankText(text)) return undefined
  const digits = text.trim().replace(/^0+/, '')
  if (!/^\d{1,9}$/.test(digits)) report(reading, 'BRANCH_CODE_INVALID', path, { posted: text })
  return digits
}

/** Receptor: who receives the document, as fully as its type demands. */
export function readReceiver (
  reading: Reading, posted: PostedReceiver, { assumed }: { assumed?: Partial<DocumentReceiver> | undefined } = {}
): Partial<DocumentReceiver> {
  const text = (member: ReceiverText, element: TextElement) =>
    readText(reading, `${receiverPath}.${member}`, posted[member], element)
  const told = present<Partial<DocumentReceiver>>({
    taxNumber: readReceiverTaxNumber(reading, posted),
    internalCode: text('internalCode', 'Encabezado/Receptor/CdgIntRecep'),
    businessName: text('businessName', 'Encabezado/Receptor/RznSocRecep'),
    businessActivity: readBusinessActivity(reading, posted),
    email: readEmail(reading, posted),
    address: text('address', 'Encabezado/Receptor/DirRecep'),
    municipality: text('municipality', 'Encabezado/Receptor/CmnaRecep'),
    city: text('city', 'Encabezado/Receptor/CiudadRecep'),
    postalAddress: text('postalAddress', 'Encabezado/Receptor/DirPostal'),
    postalMunicipality: text('postalMunicipality', 'Encabezado/Receptor/CmnaPostal'),
    postalCity: text('postalCity', 'Encabezado/Receptor/CiudadPostal'),
    ...readFields(reading, receiverPath, posted, receiverFields),
    foreign: readBlock(reading, `${receiverPath}.foreign`, posted.foreign, { fields: foreignFields, branches: 'DE' })
  })
  const receiver = { ...assumed, ...told }
  checkReceiverObligations(reading, posted, receiver)
  return receiver
}

function readReceiverTaxNumber (reading: Reading, posted: PostedReceiver): Rut | undefined {
  const { documentType } = reading
  if (isBlankText(posted.taxNumber)) {
    return isBoleta(documentType) ? anonymousReceiver : isExport(documentType) ? foreignReceiver : undefined
  }
  const path = `${receiverPath}.taxNumber`
  const taxNumber = readRut(reading, path, posted.taxNumber)
  // A note may be about a boleta for nobody in particular.
  const mustBeKnown = !isBoleta(documentType) && (!isNote(documentType) || isExport(documentType))
  if (mustBeKnown && taxNumber === anonymousReceiver) report(reading, 'RECEIVER_ANONYMOUS', path, { posted: taxNumber })
  return taxNumber
}

// The specification has only a code for it, the SII wants words: the text extension first, else the digits.
function readBusinessActivity (reading: Reading, posted: PostedReceiver): string | undefined {
  const words = readText(
    reading, `${receiverPath}.businessActivity`, posted.businessActivity, 'Encabezado/Receptor/GiroRecep'
  )
  if (words !== undefined) return words
  const code = readDecimal(reading, `${receiverPath}.businessActivityCode`, posted.businessActivityCode, {
    maximum: '999999' as Decimal, decimals: 0
  })
  return code === zero ? undefined : code
}

function readEmail (reading: Reading, posted: PostedReceiver): string | undefined {
  const email = readText(reading, `${receiverPath}.email`, posted.email, 'Encabezado/Receptor/CorreoRecep')
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) {
    report(reading, 'EMAIL_INVALID', `${receiverPath}.email`, { posted: email })
  }
  return email
}

function checkReceiverObligations (
  reading: Reading, posted: PostedReceiver, receiver: Partial<DocumentReceiver>
): void {
  for (const [member, element] of entriesOf(receiverObligations)) {
    const broken = member === 'taxNumber' && !isBlankText(posted.taxNumber)
    if (!broken && isMandatory(element, reading.documentType)) {
      required(reading, `${receiverPath}.${member}`, receiver[member])
    }
  }
}

function entriesOf<T extends object> (table: T): [keyof T, T[keyof T]][] {
  return Object.entries(table) as [keyof T, T[keyof T]][]
}

function isBlankText (text: Posted<string>): text is null | undefined {
  return (text ?? '').trim() === ''
}
