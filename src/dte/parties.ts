import type { DocumentReceiver, DocumentSender, SenderFacts } from './document.ts'
import { isBoleta } from './document-types.ts'
import type { TextElement } from './limits.ts'
import { obligations } from './obligations.ts'
import type { InvoicePayload } from './payload.ts'
import { present } from './present.ts'
import { readDecimal, readRut, readText, report, required, type Posted, type Reading } from './reading.ts'
import { parseRut, type Rut } from './rut.ts'
import { zero, type Decimal } from './amounts.ts'

type PostedSender = NonNullable<InvoicePayload['header']['sender']>
type PostedReceiver = NonNullable<InvoicePayload['header']['receiver']>

const senderPath = 'payload.header.sender'
const receiverPath = 'payload.header.receiver'

/** "Formato boleta electrónica" v4.2: the receiver of a boleta for nobody in particular. */
const anonymousReceiver = '66666666-6' as Rut

/** Emisor: what is posted comes before what is known of the tenant; the RUT must be the tenant's. */
export function readSender (reading: Reading, posted: PostedSender, facts: SenderFacts): Partial<DocumentSender> {
  const text = (member: Exclude<keyof PostedSender & keyof SenderFacts, 'taxNumber'>, element: TextElement) =>
    readText(reading, `${senderPath}.${member}`, posted[member], element) ?? readText(reading, `tenant.${member}`, facts[member], element)
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
    phone: readText(reading, 'tenant.phone', facts.phone, 'Encabezado/Emisor/Telefono'),
    email: readText(reading, 'tenant.email', facts.email, 'Encabezado/Emisor/CorreoEmisor')
  })
  for (const member of obligations[reading.documentType].sender) required(reading, `${senderPath}.${member}`, sender[member])
  return sender
}

function readSenderTaxNumber (reading: Reading, posted: PostedSender, facts: SenderFacts): Rut | undefined {
  const tenants = parseRut(facts.taxNumber)
  const own = readRut(reading, `${senderPath}.taxNumber`, posted.taxNumber)
  if (own !== undefined && own !== tenants) {
    report(reading, 'SENDER_NOT_THE_TENANT', `${senderPath}.taxNumber`, { posted: own, computed: facts.taxNumber })
  }
  return tenants
}

// The posted code, or the tenant's main one. A tenant without registered codes is believed.
function readActivityCodes (reading: Reading, posted: PostedSender, facts: SenderFacts): number[] | undefined {
  const text = posted.activityCode?.trim() ?? ''
  if (text === '') return required(reading, `${senderPath}.activityCode`, facts.activityCodes.length > 0 ? facts.activityCodes.slice(0, 1) : undefined)
  const code = /^\d{1,6}$/.test(text) ? Number(text) : 0
  const known = facts.activityCodes.length === 0 ? code > 0 : facts.activityCodes.includes(code)
  if (!known) report(reading, 'SENDER_ACTIVITY_UNKNOWN', `${senderPath}.activityCode`, { posted: text, allowed: facts.activityCodes.join(', ') })
  return [code]
}

function readBranchCode (reading: Reading, posted: PostedSender, facts: SenderFacts): string | undefined {
  const [path, text] = isBlankText(posted.branchCode) ? ['tenant.branchCode', facts.branchCode] : [`${senderPath}.branchCode`, posted.branchCode]
  if (isBlankText(text)) return undefined
  const digits = text.trim().replace(/^0+/, '')
  if (!/^\d{1,9}$/.test(digits)) report(reading, 'BRANCH_CODE_INVALID', path, { posted: text })
  return digits
}

/** Receptor: who receives the document, as fully as its type demands. */
export function readReceiver (reading: Reading, posted: PostedReceiver): Partial<DocumentReceiver> {
  const text = (member: Exclude<keyof PostedReceiver, 'businessActivityCode'>, element: TextElement) =>
    readText(reading, `${receiverPath}.${member}`, posted[member], element)
  const receiver = present<Partial<DocumentReceiver>>({
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
    postalCity: text('postalCity', 'Encabezado/Receptor/CiudadPostal')
  })
  checkReceiverObligations(reading, posted, receiver)
  return receiver
}

function readReceiverTaxNumber (reading: Reading, posted: PostedReceiver): Rut | undefined {
  const path = `${receiverPath}.taxNumber`
  if (isBoleta(reading.documentType) && isBlankText(posted.taxNumber)) return anonymousReceiver
  const taxNumber = readRut(reading, path, posted.taxNumber)
  const mustBeKnown = reading.documentType === 33 || reading.documentType === 34
  if (mustBeKnown && taxNumber === anonymousReceiver) report(reading, 'RECEIVER_ANONYMOUS', path, { posted: taxNumber })
  return taxNumber
}

// The specification has only a code for it, the SII wants words: the text extension first, else the digits.
function readBusinessActivity (reading: Reading, posted: PostedReceiver): string | undefined {
  const words = readText(reading, `${receiverPath}.businessActivity`, posted.businessActivity, 'Encabezado/Receptor/GiroRecep')
  if (words !== undefined) return words
  const code = readDecimal(reading, `${receiverPath}.businessActivityCode`, posted.businessActivityCode, { maximum: '999999' as Decimal, decimals: 0 })
  return code === zero ? undefined : code
}

function readEmail (reading: Reading, posted: PostedReceiver): string | undefined {
  const email = readText(reading, `${receiverPath}.email`, posted.email, 'Encabezado/Receptor/CorreoRecep')
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) report(reading, 'EMAIL_INVALID', `${receiverPath}.email`, { posted: email })
  return email
}

function checkReceiverObligations (reading: Reading, posted: PostedReceiver, receiver: Partial<DocumentReceiver>): void {
  for (const member of obligations[reading.documentType].receiver) {
    const broken = member === 'taxNumber' && !isBlankText(posted.taxNumber)
    if (!broken) required(reading, `${receiverPath}.${member}`, receiver[member])
  }
}

function isBlankText (text: Posted<string>): text is null | undefined {
  return (text ?? '').trim() === ''
}
