import type { EnvelopeRow } from '../../../repositories/invoicing/delivery/envelopes.ts'
import type { InvoiceRow } from '../../../repositories/invoicing/documents/invoices.ts'
import type { Store, TenantRepositories } from '../../../repositories/store.ts'
import { ServiceError } from '../../../shared/errors.ts'
import type { Actor } from '../../actor.ts'
import { audited } from '../../audit/audit-actor.ts'
import type { DocumentReason, Reason, Verdict } from '../../../model/reasons.ts'
import type { Clock, DocumentVerdict, UploadResult } from '../../ports.ts'
import { statuses } from '../../../model/document-states.ts'
import { isFolioUsed, stopUsedBlocks } from './used-folios.ts'

export interface UploadResultDependencies {
  store: Store
  /** Undefined for anything that is not a result of the SII. */
  readUploadResult: (
    bytes: Buffer, caller: { tenantId: string, signal?: AbortSignal | undefined }
  ) => Promise<UploadResult | undefined>
  clock: Clock
}

type Effect = 'updated' | 'unchanged' | 'pending' | 'contradicted'

/** The effect of a result, counted in documents. */
export interface TakenResult extends Record<Effect, number> {
  trackId: string
  /** Documents of the envelope that are in no other envelope now. */
  documents: number
  /** Named in the result, but not in the envelope. */
  unknown: number
}

/** The SII only counted the objection, without naming its document (follow-up.ts). */
const unattributed = 'OBJECTION_UNATTRIBUTED'

/**
 * Accepts the result that the SII mails about an envelope: only there it gives reasons for each document [S12]. The
 * file is not signed, so it adds reasons to verdicts, and never accepts or rejects a document.
 */
export function createUploadResults ({ store, readUploadResult, clock }: UploadResultDependencies) {
  return {
    /**
     * Stores the reasons of a result. Throws ServiceError RESULT_FILE_MALFORMED, RESULT_ISSUER_MISMATCH for another
     * RUT's, and RESULT_TRACK_ID_UNKNOWN for an envelope that is not the tenant's.
     */
    async take (actor: Actor, file: Buffer): Promise<TakenResult> {
      const result = await readUploadResult(file, actor)
      if (!result) throw new ServiceError('RESULT_FILE_MALFORMED')
      return store.asTenant(actor.tenantId, async (repositories) => {
        const { taxNumber, environment } = await repositories.tenant.get()
        if (result.issuerTaxNumber !== taxNumber) throw new ServiceError('RESULT_ISSUER_MISMATCH')
        const envelope = await repositories.envelopes.findByTrackId(environment, result.trackId)
        if (!envelope) throw new ServiceError('RESULT_TRACK_ID_UNKNOWN')
        const taken = await takeIn(repositories, envelope, result, clock())
        repositories.auditLog.add([{
          actor: audited(actor), action: 'envelope.result', entity: 'envelope', entityId: envelope.id,
          details: { ...taken }
        }], clock())
        return taken
      })
    }
  }
}

export type UploadResults = ReturnType<typeof createUploadResults>

async function takeIn (
  repositories: TenantRepositories, { id: envelopeId, trackId }: EnvelopeRow, result: UploadResult, at: Date
): Promise<TakenResult> {
  const ids = (await repositories.invoices.listByEnvelope(envelopeId)).map(({ id }) => id)
  await repositories.invoices.lock(ids)
  const invoices = await repositories.invoices.listByEnvelope(envelopeId)
  const counts: Record<Effect, number> = { updated: 0, unchanged: 0, pending: 0, contradicted: 0 }
  for (const invoice of invoices) counts[await explain(repositories, invoice, result, at)] += 1
  const unknown = result.documents.filter((told) => !invoices.some((invoice) => isAbout(told, invoice))).length
  return { trackId: trackId ?? result.trackId, documents: invoices.length, ...counts, unknown }
}

function explain (
  repositories: TenantRepositories, invoice: InvoiceRow, result: UploadResult, at: Date
): Promise<Effect> | Effect {
  const told = result.documents.find((one) => isAbout(one, invoice))
  const { status } = invoice
  if (status === statuses.Rejected) {
    return told && isRejection(told) ? store(repositories, invoice, told, at) : 'contradicted'
  }
  if (status === statuses.Failed) {
    return result.reasons.length > 0 ? storeReasons(repositories, invoice, result, at) : 'unchanged'
  }
  return status === statuses.Accepted || status === statuses.AcceptedWithObjections
    ? explainAcceptance(repositories, invoice, { told, isTold: isMentionedIn(invoice, result) }, at)
    : 'pending'
}

/**
 * `isTold`: the result names every document of the type that was refused or objected to, so that the others are clean.
 */
function explainAcceptance (
  repositories: TenantRepositories, invoice: InvoiceRow,
  { told, isTold }: { told: DocumentVerdict | undefined, isTold: boolean }, at: Date
): Promise<Effect> | Effect {
  if (told) return isRejection(told) ? 'contradicted' : store(repositories, invoice, told, at)
  const isUnattributed = invoice.verdict?.reasons.some(({ code }) => code === unattributed) === true
  if (isTold && isUnattributed) return clear(repositories, invoice, at)
  return 'unchanged'
}

/** The SII's reasons of the document. Objections that its counters did not attribute make the document one of those. */
async function store (
  repositories: TenantRepositories, invoice: InvoiceRow, { state, reasons }: DocumentVerdict, at: Date
): Promise<Effect> {
  const { invoices } = repositories
  const [verdict, reason] = [{ state, reasons }, { code: state, reasons }]
  if (invoice.status === statuses.Accepted) {
    await invoices.move({ invoiceIds: [invoice.id], move: 'learnObjections', detail: verdict, at }, {
      verdict, reason
    })
    return 'updated'
  }
  if (isSameVerdict(invoice.verdict, verdict)) return 'unchanged'
  await invoices.changeVerdict(invoice.id, verdict, reason, at)
  if (isFolioUsed(reasons)) await stopUsedBlocks(repositories, [invoice.id], at)
  return 'updated'
}

async function storeReasons (
  { invoices }: TenantRepositories, invoice: InvoiceRow, { state, reasons }: UploadResult, at: Date
): Promise<Effect> {
  const reason = { code: state, reasons }
  if (isSameReason(invoice.reason, reason)) return 'unchanged'
  await invoices.correctReason(invoice.id, reason, at)
  return 'updated'
}

async function clear ({ invoices }: TenantRepositories, { id }: InvoiceRow, at: Date): Promise<Effect> {
  const verdict = { state: 'DOK', reasons: [] }
  await invoices.move({ invoiceIds: [id], move: 'clearObjections', detail: verdict, at }, { verdict, reason: null })
  return 'updated'
}

function isAbout ({ documentType, folio }: DocumentVerdict, invoice: InvoiceRow): boolean {
  return documentType === invoice.documentType && folio === Number(invoice.folio)
}

function isMentionedIn ({ documentType }: InvoiceRow, { subtotals, documents }: UploadResult): boolean {
  const subtotal = subtotals.find((one) => one.documentType === documentType)
  const named = documents.filter((one) => one.documentType === documentType).length
  return subtotal !== undefined && named >= subtotal.rejected + subtotal.objected
}

// [S9]: rejected, and rejected for being a repetition. Level 3 of a reason rejects [S14].
function isRejection ({ state, reasons }: DocumentVerdict): boolean {
  return state === 'RCH' || state === 'RPT' ||
    (!/^R(PR|LV)$/.test(state) && reasons.some(({ code }) => /-3-\d+$/.test(code)))
}

function isSameVerdict (stored: Verdict | null, { state, reasons }: Verdict): boolean {
  return stored?.state === state && textOf(stored.reasons) === textOf(reasons)
}

function isSameReason (stored: Reason | null, { code, reasons }: Reason): boolean {
  return stored?.code === code && textOf(stored.reasons) === textOf(reasons)
}

function textOf (reasons: DocumentReason[]): string {
  return JSON.stringify(reasons.map(({ code, description }) => [code, description]))
}
