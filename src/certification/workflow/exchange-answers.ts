import { buffer } from 'node:stream/consumers'
import { isAnswered, type AnswerCover, type ReceivedDocument } from '../../dte/exchange/answer.ts'
import { buildReceipts } from '../../dte/exchange/receipts.ts'
import { buildReceptionAnswer, buildResultAnswer } from '../../dte/exchange/responses.ts'
import type { Credential } from '../../dte/signing/certificate.ts'
import { decimalFromNumber } from '../../dte/values/amounts.ts'
import { santiagoDateTime } from '../../dte/values/calendar.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import type { Actor } from '../../services/actor.ts'
import { addStep } from './journeys.ts'
import { readItems } from './read-items.ts'
import type { ArchiveEntry, Archives, Clock, ExchangeEnvelope } from '../../services/ports.ts'

export interface ExchangeAnswersDependencies {
  store: Store
  /** Undefined for anything that is not an envelope of documents. */
  readExchangeEnvelope: (bytes: Buffer) => ExchangeEnvelope | undefined
  /** The tenant's certificate, opened; undefined without one that is valid at that moment. */
  credentialOf: (tenantId: string, at: Date) => Promise<Credential | undefined>
  archives: Archives
  clock: Clock
}

interface Answered {
  number: number
  tenant: TenantRow
  credential: Credential
  envelope: ExchangeEnvelope
  documents: ReceivedDocument[]
  cover: AnswerCover
  receivedAt: string
}

/**
 * Answers the envelope of the certification's exchange step as a receiver does: what is the company's is received,
 * accepted and has a receipt; the document for another RUT is refused [S26].
 */
export function createExchangeAnswers (
  { store, readExchangeEnvelope, credentialOf, archives, clock }: ExchangeAnswersDependencies
) {
  return {
    /**
     * A .zip of the three signed answers to ENVIO_DTE_`number`.xml. Throws ServiceError CERTIFICATION_ONLY,
     * CERTIFICATION_NOT_STARTED, EXCHANGE_FILE_MALFORMED, EXCHANGE_RECEIVER_MISMATCH when it holds nothing
     * for the company, CERTIFICATE_MISSING.
     */
    async answer (actor: Actor, { file, number }: { file: Buffer, number: number }) {
      const at = clock()
      const tenant = await store.asTenant(actor.tenantId, ({ tenant }) => tenant.get())
      if (tenant.environment !== 'certification') throw new ServiceError('CERTIFICATION_ONLY')
      const envelope = readExchangeEnvelope(file)
      if (!envelope) throw new ServiceError('EXCHANGE_FILE_MALFORMED')
      const documents = envelope.documents.flatMap(answerable)
      if (!documents.some(({ receiver }) => receiver === tenant.taxNumber)) {
        throw new ServiceError('EXCHANGE_RECEIVER_MISMATCH')
      }
      const credential = await credentialOf(actor.tenantId, at)
      if (!credential) throw new ServiceError('CERTIFICATE_MISSING')
      const signedAt = santiagoDateTime(at)
      const cover = { responder: tenant.taxNumber, recipient: envelope.issuer, signedAt, ...contactOf(tenant) }
      const bytes = await buffer(archives.write(
        answersTo({ number, tenant, credential, envelope, documents, cover, receivedAt: signedAt }), at
      ))
      await store.asTenant(actor.tenantId, (repositories) => keep(repositories, actor, { number, file, at }))
      return { bytes, fileName: `RESPUESTAS_${number}.zip` }
    }
  }
}

/** The file that was answered becomes an attempt at the exchange: the last one counts. */
async function keep (
  repositories: TenantRepositories, actor: Actor, { number, file, at }: { number: number, file: Buffer, at: Date }
): Promise<void> {
  const { certification, tenant } = repositories
  await tenant.lock()
  const journey = await certification.findJourney('DTE')
  if (!journey) throw new ServiceError('CERTIFICATION_NOT_STARTED')
  const item = (await readItems(repositories, journey.id)).find(({ kind }) => kind === 'exchange')
  if (item) {
    await certification.addAttempt({
      id: newId(), itemId: item.id, number: item.attempts.length + 1, envelopeId: null, createdAt: at,
      details: { number }, file
    }, [])
  }
  await addStep(repositories, actor, {
    journeyId: journey.id, itemId: item?.id ?? null, step: 'exchangeAnswered', at, details: { number }
  })
}

export type ExchangeAnswers = ReturnType<typeof createExchangeAnswers>

async function * answersTo (
  { number, tenant, credential, envelope, documents, cover, receivedAt }: Answered
): AsyncGenerator<ArchiveEntry> {
  const isOurs = ({ receiver }: ReceivedDocument): boolean => receiver === tenant.taxNumber
  const { setId, digest, issuer, receiver } = envelope
  const [reception, receipts, result] = await Promise.all([
    buildReceptionAnswer({
      cover, answerNumber: number,
      receptions: [{
        fileName: `ENVIO_DTE_${number}.xml`, receivedAt, receptionNumber: number, setId, ...(digest && { digest }),
        issuer, receiver, state: 0,
        documents: documents.map((document) => ({ ...document, state: isOurs(document) ? 0 : 3 }))
      }]
    }, credential),
    buildReceipts({
      cover,
      receipts: documents.filter(isOurs).map((document) => ({
        ...document, place: placeOf(tenant), signer: credential.holderTaxNumber
      }))
    }, credential),
    buildResultAnswer({
      cover, answerNumber: number,
      results: documents.map((document) => ({
        ...document, receptionNumber: number, state: isOurs(document) ? 0 : 2
      }))
    }, credential)
  ])
  yield { path: `RECEPCION_ENVIO_${number}.xml`, bytes: reception }
  yield { path: `ENVIO_RECIBOS_${number}.xml`, bytes: receipts.file }
  yield { path: `RESULTADO_DTE_${number}.xml`, bytes: result }
}

function answerable (document: ExchangeEnvelope['documents'][number]): ReceivedDocument[] {
  const { documentType } = document
  return isAnswered(documentType) ? [{ ...document, documentType, total: decimalFromNumber(document.total) }] : []
}

function contactOf ({ email, phone }: TenantRow): Partial<AnswerCover> {
  return { ...(email && { contactEmail: email }), ...(phone && { contactPhone: phone }) }
}

/** Recinto: where the company receives what it buys. */
function placeOf ({ address, municipality }: TenantRow): string {
  return [address, municipality].filter((part) => part !== null && part !== '').join(', ')
}
