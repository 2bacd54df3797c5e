import { createHash } from 'node:crypto'
import type { JourneyKind } from '../../model/certification.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import { ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import type { Actor } from '../../services/actor.ts'
import { audited } from '../../services/audit/audit-actor.ts'
import type { OpenCertificate } from '../../services/ports.ts'
import { type AttemptsDependencies, dueItem, type Found, itemNamed } from './attempts.ts'
import { writeBook, type WrittenBook } from './book-contents.ts'
import { pageNameOf } from './items.ts'
import { addStep } from './journeys.ts'

export interface IssueBookRequest {
  kind: JourneyKind
  /** As the SII's pages name it. */
  name: string
  /** FolioNotificacion; null for the attention number of the book's set. */
  notificationNumber: number | null
  /** Shows the book as it would be uploaded: nothing is stored. */
  dryRun: boolean
}

export interface IssuedBook {
  name: string
  attempt: number
  /** False for a dry run. */
  issued: boolean
  /** YYYY-MM */
  period: string
  entries: number
  fileName: string
  /** The signed file; in ISO-8859-1 when it is uploaded. */
  xml: string
}

type Dependencies = Pick<AttemptsDependencies, 'store' | 'certificateOf' | 'built' | 'clock' | 'onWork'>

/** Writes and signs the books that the SII asks for, and has them uploaded. */
export function createBooks ({ store, certificateOf, built, clock, onWork }: Dependencies) {
  async function issueIn (
    repositories: TenantRepositories, actor: Actor, request: IssueBookRequest,
    { certificate, at }: { certificate: OpenCertificate | undefined, at: Date }
  ): Promise<{ shown: IssuedBook, envelopeId: string | null, bytes: Buffer }> {
    const found = await dueItem(repositories, await itemNamed(repositories, request.kind, request.name), at)
    if (!certificate) throw new ServiceError('CERTIFICATE_MISSING')
    const { item, items, journey, facts } = found
    const book = await writeBook(repositories, {
      item, items, options: journey.options, tenant: facts.tenant, credential: certificate.credential,
      notificationNumber: request.notificationNumber, at
    })
    const envelopeId = request.dryRun ? null : await storeBook(repositories, actor, { found, book, certificate, at })
    return { shown: shownOf(found, book, !request.dryRun), envelopeId, bytes: book.bytes }
  }

  return {
    /**
     * Issues a book: of sales or delivery notes from the approved attempt at their set, of purchases from the file,
     * of folios from the boletas that were uploaded. Throws ServiceError CERTIFICATION_ONLY, CERTIFICATION_NOT_STARTED,
     * CERTIFICATION_ITEM_NOT_FOUND, CERTIFICATION_UNDER_WAY, CERTIFICATION_INCOMPLETE, CERTIFICATE_MISSING.
     */
    async issue (actor: Actor, request: IssueBookRequest): Promise<IssuedBook> {
      const at = clock()
      const certificate = await certificateOf(actor.tenantId, at)
      const { shown, envelopeId, bytes } = await store.asTenant(actor.tenantId, (repositories) =>
        issueIn(repositories, actor, request, { certificate, at }))
      if (envelopeId !== null) {
        built.keep(envelopeId, bytes)
        onWork()
      }
      return shown
    }
  }
}

interface NewBook { found: Found, book: WrittenBook, certificate: OpenCertificate, at: Date }

/** Stores the file as an envelope without documents, and the attempt that it is. */
async function storeBook (
  repositories: TenantRepositories, actor: Actor, { found, book, certificate, at }: NewBook
): Promise<string> {
  const { item, journey, facts: { tenant } } = found
  const envelopeId = newId()
  await repositories.envelopes.createFile({
    id: envelopeId, kind: 'DTE', purpose: 'book', environment: tenant.environment, taxAuthority: tenant.taxAuthority,
    state: 'ready', issuerTaxNumber: tenant.taxNumber, certificateId: certificate.certificateId,
    fileName: fileNameOf(found, book), bytes: book.bytes, sha256: createHash('sha256').update(book.bytes).digest(),
    createdAt: at, updatedAt: at
  })
  await repositories.tasks.schedule('uploadEnvelope', [envelopeId])
  const number = item.attempts.length + 1
  await repositories.certification.addAttempt(
    { id: newId(), itemId: item.id, number, envelopeId, createdAt: at, details: book.details }, [])
  repositories.auditLog.add([{
    actor: audited(actor), action: 'envelope.pack', entity: 'envelope', entityId: envelopeId,
    details: { book: item.kind, entries: book.entries }
  }], at)
  await addStep(repositories, actor, {
    journeyId: journey.id, itemId: item.id, step: 'issued', at,
    details: { attempt: number, envelopeId, entries: book.entries }
  })
  return envelopeId
}

function shownOf (found: Found, book: WrittenBook, issued: boolean): IssuedBook {
  return {
    name: pageNameOf(found.item), attempt: found.item.attempts.length + 1, issued, period: book.period,
    entries: book.entries, fileName: fileNameOf(found, book), xml: book.bytes.toString('latin1')
  }
}

/** LIBRO_DE_VENTAS_2026-11.xml */
function fileNameOf ({ item }: Found, { period, details: { day, sequence } }: WrittenBook): string {
  return `${pageNameOf(item).replaceAll(' ', '_')}_${day === undefined ? period : `${day}_${sequence}`}.xml`
}
