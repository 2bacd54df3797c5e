import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { documentFileName } from '../../dte/printing/file-names.ts'
import { EnvelopeDamaged } from '../../repositories/invoicing/delivery/envelope-bytes.ts'
import { ContentDamaged } from '../../repositories/contents/packing.ts'
import type { InvoiceRow } from '../../repositories/invoicing/documents/invoices.ts'
import type { Store } from '../../repositories/store.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import type { Records, WebhookDetail } from '../invoicing/documents/records.ts'
import type { ArchiveEntry, Archives, Clock } from '../ports.ts'
import type { Printing } from '../printing/printing.ts'
import { auditEvidence } from './audit-evidence.ts'

export interface EvidenceDependencies {
  store: Store
  records: Records
  printing: Pick<Printing, 'getXml' | 'getPdfIfDrawn'>
  archives: Archives
  clock: Clock
}

/** A part of the bundle: what it contains, or why it is not there. */
type Part = { path: string, about: string } & ({ bytes: Buffer } | { missing: string })

export interface EvidenceFile { stream: Readable, fileName: string }

const exchangesAtOnce = 20

/** The evidence of a document in one .zip file: what was issued, what was sent to the SII, and what it answered. */
export function createEvidence ({ store, records, printing, archives, clock }: EvidenceDependencies) {
  async function envelopePart ({ tenantId }: Actor, { envelopeId }: InvoiceRow): Promise<Part> {
    const named = { path: 'envelope.xml', about: 'The envelope, byte for byte as it was uploaded' }
    if (envelopeId === null) return { ...named, missing: 'The document is in no envelope.' }
    return readOr(named, () => store.asTenant(tenantId, ({ envelopes }) => envelopes.getBytes(envelopeId)))
  }

  async function * exchangeParts ({ tenantId }: Actor, { id, envelopeId }: InvoiceRow): AsyncGenerator<Part> {
    if (envelopeId === null) return
    let number = 0
    for (let after: string | undefined; ;) {
      const from = after
      const found = await store.asTenant(tenantId, ({ siiExchanges }) =>
        siiExchanges.listOf({ subjectId: envelopeId, invoiceId: id }, from, exchangesAtOnce))
      for (const { operation, at, durationMs, httpStatus, failure, text } of found) {
        number++
        yield {
          path: `exchanges/${String(number).padStart(3, '0')}-${operation}.json`,
          about: 'A request to the SII and its answer, without tokens',
          bytes: jsonBytes({ operation, at, durationMs, httpStatus, failure, ...text })
        }
      }
      after = found.at(-1)?.id
      if (found.length < exchangesAtOnce) return
    }
  }

  async function verdictPart ({ tenantId }: Actor, invoice: InvoiceRow, detail: WebhookDetail): Promise<Part> {
    const { envelopeId } = invoice
    const envelope = envelopeId === null
      ? null
      : await store.asTenant(tenantId, ({ envelopes }) => envelopes.find(envelopeId))
    const { status, statusText, trackId, verdict, reason, history, earlierFolios } = detail
    return {
      path: 'verdict.json',
      about: 'The states of the document with their times, and the verdict of the SII',
      bytes: jsonBytes({
        status, statusText, trackId, verdictAt: invoice.verdictAt, verdict, reason, history, earlierFolios,
        envelope: envelope && {
          id: envelope.id, kind: envelope.kind, state: envelope.state, documents: envelope.documentCount,
          uploadAttempts: envelope.uploadAttempts, lastAttemptAt: envelope.lastAttemptAt, trackId: envelope.trackId,
          createdAt: envelope.createdAt, sentAt: envelope.sentAt
        }
      })
    }
  }

  async function * documentParts (actor: Actor, { id }: InvoiceRow, detail: WebhookDetail): AsyncGenerator<Part> {
    yield { path: 'payload.json', about: 'The document as it was posted', bytes: jsonBytes(detail.payload) }
    yield readOr({ path: 'document.xml', about: 'The signed DTE, byte for byte' },
      async () => (await printing.getXml(actor, id)).bytes)
    for (const { folio } of detail.earlierFolios) {
      yield readOr({ path: `earlier/${folio}.xml`, about: 'The signed DTE under a folio that the document left' },
        async () => (await printing.getXml(actor, id, folio)).bytes)
    }
    yield readOr({ path: 'document.pdf', about: 'The printed representation' },
      async () => (await printing.getPdfIfDrawn(actor, { correlationId: id, cedible: false }))?.bytes)
  }

  async function * parts (actor: Actor, invoice: InvoiceRow, detail: WebhookDetail): AsyncGenerator<Part> {
    yield * documentParts(actor, invoice, detail)
    yield envelopePart(actor, invoice)
    yield * exchangeParts(actor, invoice)
    yield verdictPart(actor, invoice, detail)
    yield {
      path: 'audit.json',
      about: 'The audit entries of the document and its envelope, each with its place in the chain of hashes',
      bytes: jsonBytes(await auditEvidence(store, actor.tenantId, invoice))
    }
  }

  /** The parts one after the other, and the manifest of what they were. */
  async function * entries (actor: Actor, invoice: InvoiceRow, detail: WebhookDetail): AsyncGenerator<ArchiveEntry> {
    const files: object[] = []
    const missing: object[] = []
    for await (const { path, about, ...part } of parts(actor, invoice, detail)) {
      if ('missing' in part) {
        missing.push({ path, about, why: part.missing })
        continue
      }
      const { bytes } = part
      files.push({ path, about, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
      yield { path, bytes }
    }
    yield { path: 'manifest.json', bytes: jsonBytes({ ...identityOf(invoice), madeAt: clock(), files, missing }) }
  }

  return {
    /**
     * The bundle, which is made while it is read. A part that cannot be had is named in the manifest, with the reason.
     * Throws DOCUMENT_NOT_FOUND.
     */
    async bundle (actor: Actor, correlationId: string): Promise<EvidenceFile> {
      const invoice = await store.asTenant(actor.tenantId, ({ invoices }) => invoices.find(correlationId))
      if (!invoice) throw new ServiceError('DOCUMENT_NOT_FOUND')
      const detail = await records.get(actor, correlationId)
      return {
        stream: archives.write(entries(actor, invoice, detail), clock()),
        fileName: documentFileName({ ...invoice, folio: invoice.folio ?? 'sin folio' }, 'zip', 'evidencia')
      }
    }
  }
}

export type Evidence = ReturnType<typeof createEvidence>

function identityOf ({ id, environment, issuerTaxNumber, documentType, folio, createdAt, issuedAt }: InvoiceRow) {
  return {
    correlationId: id, environment, issuerTaxNumber, documentType, folio: folio === null ? null : Number(folio),
    createdAt, issuedAt
  }
}

async function readOr (named: { path: string, about: string }, read: () => Promise<Buffer | undefined>): Promise<Part> {
  try {
    const bytes = await read()
    return bytes === undefined ? { ...named, missing: 'It could not be made.' } : { ...named, bytes }
  } catch (error) {
    if (error instanceof ServiceError) return { ...named, missing: error.code }
    if (error instanceof EnvelopeDamaged || error instanceof ContentDamaged) return { ...named, missing: error.message }
    throw error
  }
}

function jsonBytes (value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}
