import { exportTransferFields, foreignFields, receiverFields, senderFields } from '../fields/blocks.ts'
import type { DocumentReceiver, DocumentSender, SenderFacts } from '../document.ts'
import { inDocumento, inDocumentoAndExportaciones } from '../values/branches.ts'
import { isBoleta, isExport, isNote } from '../values/document-types.ts'
import { activityName } from '../tables/activities.ts'
import { textLimits, type TextElement } from '../tables/limits.ts'
import { isMandatory, type ObligedElement } from '../tables/obligations.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { present } from '../values/present.ts'
import type { Posted, Reader } from '../fields/reader.ts'
import { emailsIn, isEmail } from '../values/email.ts'
import { parseRut, type Rut } from '../values/rut.ts'
import { zero, type Decimal } from '../values/amounts.ts'

type PostedSender = Reader<InvoicePayload['header']['sender']>
type PostedReceiver = Reader<InvoicePayload['header']['receiver']>
type TenantFacts = Reader<SenderFacts>

// [S5, Acteco].
const activityCodesMax = 4

/** [S2]: the receiver of a boleta that names none. */
export const anonymousReceiver = '66666666-6' as Rut

// Approved certifications name the anonymous buyer so; a stamp with an empty name was refused [S41].
const anonymousName = 'Consumidor Final'

/** [S1]: the receiver who is a foreigner without RUT. */
export const foreignReceiver = '55555555-5' as Rut

/** Of buyers without a RUT: each name is another receiver. */
export const sharedTaxNumbers: readonly string[] = [foreignReceiver, anonymousReceiver]

type Obligations = readonly (readonly [member: string, element: ObligedElement])[]
const senderObligations = [
  ['businessName', 'RznSoc'], ['businessActivity', 'GiroEmis'], ['address', 'DirOrigen'], ['municipality', 'CmnaOrigen']
] as const satisfies Obligations
const receiverObligations = [
  ['taxNumber', 'RUTRecep'], ['businessName', 'RznSocRecep'], ['businessActivity', 'GiroRecep'],
  ['address', 'DirRecep'], ['municipality', 'CmnaRecep'], ['city', 'CiudadRecep']
] as const satisfies Obligations

type SenderText =
  | 'businessName'
  | 'businessActivity'
  | 'branchName'
  | 'address'
  | 'municipality'
  | 'city'
  | 'phone'
  | 'email'
type ReceiverText = Exclude<
  keyof NonNullable<InvoicePayload['header']['receiver']>, 'businessActivityCode' | 'foreign'
>

/** Emisor: what is posted comes before what is known of the tenant; the RUT must be the tenant's. */
export function readSender (posted: PostedSender, tenant: TenantFacts): Partial<DocumentSender> {
  const text = (member: SenderText, element: TextElement) =>
    posted.at(member).text(element) ?? tenant.at(member).text(element)
  const sender = present<Partial<DocumentSender>>({
    taxNumber: readSenderTaxNumber(posted, tenant),
    businessName: readSenderName(posted.at('businessName'), tenant.at('businessName')),
    businessActivity: text('businessActivity', 'Encabezado/Emisor/GiroEmis'),
    activityCodes: isBoleta(posted.documentType) ? [] : readActivityCodes(posted, tenant.posted.activityCodes),
    branchName: text('branchName', 'Encabezado/Emisor/Sucursal'),
    branchCode: readBranchCode(posted, tenant),
    address: text('address', 'Encabezado/Emisor/DirOrigen'),
    municipality: text('municipality', 'Encabezado/Emisor/CmnaOrigen'),
    city: text('city', 'Encabezado/Emisor/CiudadOrigen'),
    salesPerson: posted.at('salesPerson').text('Encabezado/Emisor/CdgVendedor'),
    phone: text('phone', 'Encabezado/Emisor/Telefono'),
    secondPhone: posted.at('secondPhone').text('Encabezado/Emisor/Telefono'),
    email: text('email', 'Encabezado/Emisor/CorreoEmisor'),
    ...posted.fields(senderFields),
    exportTransfer: posted.at('exportTransfer').block({
      fields: exportTransferFields, branches: inDocumento, types: [52]
    })
  })
  for (const [member, element] of senderObligations) {
    if (isMandatory(element, posted.documentType)) posted.at(member).required(sender[member])
  }
  return sender
}

function readSenderName (posted: Reader<Posted<string>>, own: Reader<Posted<string>>): string | undefined {
  const [name, registered] = [posted, own].map((one) => one.text('Encabezado/Emisor/RznSoc'))
  if (name !== undefined && registered !== undefined && plainName(name) !== plainName(registered)) {
    posted.report('SENDER_NAME_DIFFERS', { posted: name, computed: registered })
  }
  return name ?? registered
}

/** A company's name as two of them are compared: SpA and S.P.A. are one. */
function plainName (name: string): string {
  return name.normalize('NFD').replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}

function readSenderTaxNumber (posted: PostedSender, tenant: TenantFacts): Rut | undefined {
  const tenants = parseRut(tenant.posted.taxNumber)
  const own = posted.at('taxNumber').rut()
  if (own !== undefined && own !== tenants) {
    posted.at('taxNumber').report('SENDER_NOT_THE_TENANT', { posted: own, computed: tenant.posted.taxNumber })
  }
  return tenants
}

// The posted codes, or the tenant's main one. A tenant without registered codes is believed.
function readActivityCodes (posted: PostedSender, registered: number[]): number[] | undefined {
  const several = posted.at('activityCodes').rows().filter(isGiven)
  const given = several.length > 0 ? several : [posted.at('activityCode')].filter(isGiven)
  if (given.length > activityCodesMax) {
    posted.at('activityCodes').report('ROWS_TOO_MANY', {
      posted: String(given.length), limit: String(activityCodesMax)
    })
  }
  if (given.length > 0) return given.map((code) => readActivityCode(code, registered))
  return posted.at('activityCode').required(registered.length > 0 ? registered.slice(0, 1) : undefined)
}

function isGiven (code: Reader<Posted<string>>): boolean {
  return code.filledCode() !== undefined
}

function readActivityCode (posted: Reader<Posted<string>>, registered: number[]): number {
  const text = posted.filled()?.trim() ?? ''
  const code = /^\d{1,6}$/.test(text) ? Number(text) : 0
  const known = registered.length === 0 ? code > 0 : registered.includes(code)
  if (!known) posted.report('SENDER_ACTIVITY_UNKNOWN', { posted: text, allowed: registered.join(', ') })
  return code
}

function readBranchCode (posted: PostedSender, tenant: TenantFacts): string | undefined {
  const own = posted.at('branchCode')
  const code: Reader<Posted<string>> = own.filledCode() === undefined ? tenant.at('branchCode') : own
  const text = code.filledCode()
  if (text === undefined) return undefined
  const digits = text.trim().replace(/^0+/, '')
  if (!/^\d{1,9}$/.test(digits)) code.report('BRANCH_CODE_INVALID', { posted: text })
  return digits
}

/** Receptor: who receives the document, as fully as its type demands. */
export function readReceiver (posted: PostedReceiver, assumed: Partial<DocumentReceiver>): Partial<DocumentReceiver> {
  const text = (member: ReceiverText, element: TextElement) => posted.at(member).text(element)
  const taxNumber = readReceiverTaxNumber(posted.at('taxNumber'))
  const isNameless = isBoleta(posted.documentType) && taxNumber === anonymousReceiver
  const given = present<Partial<DocumentReceiver>>({
    taxNumber,
    internalCode: text('internalCode', 'Encabezado/Receptor/CdgIntRecep'),
    businessName: text('businessName', 'Encabezado/Receptor/RznSocRecep') ?? (isNameless ? anonymousName : undefined),
    businessActivity: readBusinessActivity(posted),
    email: readEmail(posted.at('email')),
    address: text('address', 'Encabezado/Receptor/DirRecep'),
    municipality: text('municipality', 'Encabezado/Receptor/CmnaRecep'),
    city: text('city', 'Encabezado/Receptor/CiudadRecep'),
    postalAddress: text('postalAddress', 'Encabezado/Receptor/DirPostal'),
    postalMunicipality: text('postalMunicipality', 'Encabezado/Receptor/CmnaPostal'),
    postalCity: text('postalCity', 'Encabezado/Receptor/CiudadPostal'),
    ...posted.fields(receiverFields),
    foreign: posted.at('foreign').block({ fields: foreignFields, branches: inDocumentoAndExportaciones })
  })
  const receiver = { ...assumed, ...given }
  checkReceiverObligations(posted, receiver)
  return receiver
}

function readReceiverTaxNumber (posted: Reader<Posted<string>>): Rut | undefined {
  const { documentType } = posted
  if (posted.filled() === undefined) {
    return isBoleta(documentType) ? anonymousReceiver : isExport(documentType) ? foreignReceiver : undefined
  }
  const taxNumber = posted.rut()
  // A note may be about a boleta without a named receiver.
  const mustBeKnown = !isBoleta(documentType) && (!isNote(documentType) || isExport(documentType))
  if (mustBeKnown && taxNumber === anonymousReceiver) posted.report('RECEIVER_ANONYMOUS', { posted: taxNumber })
  return taxNumber
}

// The specification has only a code for it, the SII wants words: the text extension first, else the activity's name. A
// code that no table has stays as it is.
function readBusinessActivity (posted: PostedReceiver): string | undefined {
  const words = posted.at('businessActivity').text('Encabezado/Receptor/GiroRecep')
  if (words !== undefined) return words
  const code = posted.at('businessActivityCode').decimal({ maximum: '999999' as Decimal, decimals: 0 })
  if (code === undefined || code === zero) return undefined
  return activityName(code)?.slice(0, textLimits['Encabezado/Receptor/GiroRecep']).trim() ?? code
}

/** One address or several with ; or , between them, as many as the element holds. */
function readEmail (posted: Reader<Posted<string>>): string | undefined {
  const addresses = emailsIn(posted.textUpTo(400) ?? '')
  if (addresses.length < 2 || !addresses.every(isEmail)) return readOneEmail(posted)
  const limit = textLimits['Encabezado/Receptor/CorreoRecep']
  const fitting = addresses.filter((_one, index) => addresses.slice(0, index + 1).join(';').length <= limit)
  const leftOut = addresses.slice(fitting.length)
  if (leftOut.length > 0) {
    posted.report('EMAILS_LEFT_OUT', { posted: leftOut.join(', '), computed: fitting.join(', '), limit: String(limit) })
  }
  return fitting.length > 0 ? fitting.join(';') : undefined
}

function readOneEmail (posted: Reader<Posted<string>>): string | undefined {
  const email = posted.text('Encabezado/Receptor/CorreoRecep')
  if (email !== undefined && !isEmail(email)) posted.report('EMAIL_INVALID', { posted: email })
  return email
}

function checkReceiverObligations (posted: PostedReceiver, receiver: Partial<DocumentReceiver>): void {
  for (const [member, element] of receiverObligations) {
    const broken = member === 'taxNumber' && posted.at('taxNumber').filled() !== undefined
    if (!broken && isMandatory(element, posted.documentType)) posted.at(member).required(receiver[member])
  }
}
