import type { DocumentAnswer, ReadAnswer } from '../../dte/exchange/read-answer.ts'
import { customerStates } from '../../model/customer-states.ts'
import type { MailReason, NamedDocument } from '../../model/mail-states.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import { notifyOf } from '../warnings.ts'
import { newId } from '../../shared/ids.ts'

/** Where an answer came from. */
export interface AnswerSource { messageId: string, fileSha256: string, receivedAt: Date }

interface Issuer { taxNumber: string, environment: string }

/**
 * Stores a customer's answer, whose signatures are verified, with the documents that it is about. An answer that
 * differs from its document changes nothing; its reason is recorded.
 */
export async function processAnswer (
  repositories: TenantRepositories, answer: ReadAnswer, source: AnswerSource
): Promise<{ documents: NamedDocument[], reason: MailReason | null }> {
  const { taxNumber, environment } = await repositories.tenant.get()
  if (answer.recipient !== taxNumber) {
    return { documents: answer.documents.map((one) => named(one, null, 'OTHER_RECIPIENT')), reason: 'OTHER_RECIPIENT' }
  }
  const documents: NamedDocument[] = []
  for (const one of answer.documents) {
    documents.push(await processDocument(repositories, { one, answer, source, issuer: { taxNumber, environment } }))
  }
  const aside = documents.find(({ reason }) => reason !== null)?.reason as MailReason | undefined
  const isTaken = documents.some(({ reason }) => reason === null)
  return { documents, reason: documents.length === 0 ? 'ENVELOPE_ONLY' : isTaken ? null : aside ?? null }
}

async function processDocument (
  repositories: TenantRepositories,
  { one, answer: { responder }, source, issuer: { taxNumber, environment } }:
  { one: DocumentAnswer, answer: ReadAnswer, source: AnswerSource, issuer: Issuer }
): Promise<NamedDocument> {
  const { exchangeAnswers } = repositories
  const document = one.issuer === taxNumber ? await exchangeAnswers.findDocument(environment, one) : undefined
  if (!document) return named(one, null, 'DOCUMENT_UNKNOWN')
  const { receiver, issueDate, total } = document
  if (one.receiver !== receiver || one.issueDate !== issueDate || one.total !== total) {
    return named(one, document.id, 'DOCUMENT_DIFFERS')
  }
  if (responder !== receiver) return named(one, document.id, 'RESPONDER_DIFFERS')
  const { kind, code, comment, signer, signedAt, receipt } = one
  const isNew = await exchangeAnswers.add({
    id: newId(), invoiceId: document.id, messageId: source.messageId, fileSha256: Buffer.from(source.fileSha256, 'hex'),
    kind, code, comment, responder, signerTaxNumber: signer.taxNumber ?? null, signerName: signer.name, signedAt,
    receivedAt: source.receivedAt, receipt: receipt ?? null
  })
  if (isNew) {
    await noteReceived(repositories, document.id, one, source.receivedAt)
    await notifyOf(repositories, 'document.answered', {
      at: source.receivedAt,
      data: {
        correlationId: document.id, invoiceTypeCode: String(one.documentType), invoiceNumber: String(one.folio), kind,
        code, comment, responder, mailId: source.messageId
      }
    })
  }
  return named(one, document.id, null)
}

/** A receipt, or a reception without fault: the customer has the document. */
async function noteReceived (
  { customerPositions }: TenantRepositories, invoiceId: string, { kind, code }: DocumentAnswer, at: Date
): Promise<void> {
  if (kind !== 'receipt' && (kind !== 'reception' || code !== 0)) return
  await customerPositions.changeState(invoiceId, customerStates.Received, { at, from: customerStates.Pending })
}

function named (
  { documentType, folio, kind, code }: DocumentAnswer, correlationId: string | null, reason: MailReason | null
): NamedDocument {
  return { documentType, folio, correlationId, kind, code, reason }
}
