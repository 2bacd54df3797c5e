import type { InvoicePayload } from '../../dte/fields/payload.ts'
import type { InvoiceRow } from '../../repositories/invoicing/documents/invoices.ts'
import type { ReceivedDocumentRow } from '../../repositories/receiving/received-documents.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import type { SiiExchange } from '../../model/sii-exchanges.ts'
import { OperatorError } from '../../shared/operator-error.ts'
import { createAnonymiser, type Personal } from './anonymiser.ts'

/** `last` of a tenant's exchanges with the SII, or of those about one document and its envelope. */
export interface ExchangeSelection { tenantId: string, documentId: string | undefined, last: number }

type AnonymousExchange = Omit<SiiExchange, 'invoiceId' | 'text'> & SiiExchange['text']

/** The exchanges with the SII, the oldest first, without anything personal. Throws OperatorError. */
export async function anonymousExchanges (
  store: Store, { tenantId, documentId, last }: ExchangeSelection
): Promise<AnonymousExchange[]> {
  return await store.asTenant(tenantId, async (repositories) => {
    const about = documentId === undefined ? undefined : await envelopeOf(repositories, documentId)
    const found = await repositories.siiExchanges.latest(about, last)
    const subjectIds = Array.from(new Set(found.map(({ subjectId }) => subjectId)))
    const anonymous = createAnonymiser(await personalOf(repositories, subjectIds))
    return found.map(({ operation, at, durationMs, httpStatus, failure, text: { address, request, answer } }) => ({
      operation, at, durationMs, httpStatus, failure: failure && anonymous(failure),
      address: anonymous(address), request: anonymous(request), answer: answer === null ? null : anonymous(answer)
    }))
  })
}

async function envelopeOf (
  { invoices }: TenantRepositories, documentId: string
): Promise<{ envelopeId: string, invoiceId: string }> {
  const invoice = await invoices.find(documentId)
  if (!invoice) throw new OperatorError(`The tenant has no document ${documentId}. Give the correlationId that Timbre answered.`)
  if (invoice.envelopeId === null) throw new OperatorError(`The document ${documentId} has not been sent to the SII yet.`)
  return { envelopeId: invoice.envelopeId, invoiceId: documentId }
}

type Gathered = Record<keyof Personal, string[]>

// Of the members of a document, those about people and companies; lines are about goods.
const parties = ['sender', 'receiver', 'transport'] as const

/** `subjectIds`: envelopes and received documents. */
async function personalOf (repositories: TenantRepositories, subjectIds: string[]): Promise<Personal> {
  const personal: Gathered = { words: [], ruts: [], numbers: [] }
  for (const id of subjectIds) {
    await addEnvelope(personal, repositories, id)
    const received = await repositories.receivedDocuments.find(id)
    if (received) addReceived(personal, received)
  }
  const { taxNumber, businessName, businessActivity, address, municipality, city, branchName, phone, email } =
    await repositories.tenant.get()
  const users = await repositories.users.list()
  addTexts(personal, [
    taxNumber, businessName, businessActivity, address, municipality, city, branchName, phone, email,
    ...users.flatMap(({ userName, email: mail }) => [userName, mail])
  ])
  return personal
}

async function addEnvelope (personal: Gathered, repositories: TenantRepositories, id: string): Promise<void> {
  const envelope = await repositories.envelopes.find(id)
  const holder = envelope && await repositories.certificates.find(envelope.certificateId)
  if (holder) addTexts(personal, [holder.holderName, holder.holderTaxNumber])
  if (envelope?.trackId != null) personal.numbers.push(envelope.trackId)
  const documents = await repositories.invoices.listByEnvelope(id)
  const contents = await repositories.invoices.findContents(documents.map(({ id: documentId }) => documentId))
  for (const document of documents) addDocument(personal, document, contents.get(document.id))
}

function addReceived (
  personal: Gathered,
  { issuer, issuerName, receiver, receiverName, signer, totalAmount }: ReceivedDocumentRow
): void {
  addTexts(personal, [issuer, issuerName, receiver, receiverName, signer])
  personal.numbers.push(totalAmount.split('.')[0] ?? '')
}

function addDocument (
  personal: Gathered, document: InvoiceRow, content: { payload: InvoicePayload } | undefined
): void {
  const { receiverName, receiverTaxNumber, netAmount, exemptAmount, taxAmount, totalAmount, externalId } = document
  addTexts(personal, [
    receiverName, receiverTaxNumber, externalId, ...parties.flatMap((party) => textsIn(content?.payload.header[party]))
  ])
  // Answers have amounts in whole pesos.
  const amounts = [netAmount, exemptAmount, taxAmount, totalAmount].map((amount) => String(amount).split('.')[0] ?? '')
  personal.numbers.push(...amounts)
}

function addTexts (personal: Gathered, texts: readonly (string | null)[]): void {
  for (const text of texts) {
    if (text === null) continue
    if (/^[\d.]+-[\dkK]$/.test(text)) personal.ruts.push(text.replaceAll('.', ''))
    else if (/\p{L}/u.test(text)) personal.words.push(text)
    else personal.numbers.push(...text.split(/\D+/))
  }
}

function textsIn (value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
