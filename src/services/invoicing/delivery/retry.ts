import type { Credential } from '../../../dte/signing/certificate.ts'
import type { TaxDocument } from '../../../dte/document.ts'
import type { InvoicePayload } from '../../../dte/fields/payload.ts'
import type { StoredContent } from '../../../repositories/contents/contents.ts'
import type { InvoiceRow } from '../../../repositories/invoicing/documents/invoices.ts'
import type { Store, TenantRepositories } from '../../../repositories/store.ts'
import { canonicalJson } from '../../../shared/canonical-json.ts'
import { problemAt, ServiceError } from '../../../shared/errors.ts'
import type { Actor } from '../../actor.ts'
import { audited } from '../../audit/audit-actor.ts'
import { postToReceivers } from '../../mail/post.ts'
import type { Clock } from '../../ports.ts'
import { envelopeKindOf } from '../channels.ts'
import { withExternalId } from '../issuing/document-keys.ts'
import { columnsOf } from '../issuing/document-columns.ts'
import type { SiiRecord, SiiCheck } from './sii-check.ts'
import { waitingReason } from '../issuing/document-rows.ts'
import type { IssuingFacts } from '../issuing/issue-request.ts'
import { referencePending } from '../../../model/reasons.ts'
import type { Receipt } from '../../../model/receipt.ts'
import { refusalFor } from '../issuing/not-ready.ts'
import { receiptNow } from '../issuing/receipt.ts'
import { judgeLines, judgeReferences, pendingFor } from '../references/reference-rules.ts'
import { lockChanged, changesStored, wakeDependents, withoutNote } from '../references/references.ts'
import { askRegistryLater } from '../registry/questions.ts'
import { DocumentRefused } from '../issuing/refusal.ts'
import { codeOf, lacksReasons, type RetryPlan, retryPlanOf, type RetryWay } from './retry-plan.ts'
import type { Reception } from '../issuing/save.ts'
import type { Signer, SigningFacts } from '../issuing/signer.ts'
import { folioUsedCode, isFolioUsed } from './used-folios.ts'

export interface RetryDependencies {
  store: Store
  signer: Signer
  reception: Reception
  checkSii: SiiCheck
  factsOf: (tenantId: string) => Promise<IssuingFacts>
  clock: Clock
  onWork: () => void
}

export interface RetryRequest {
  correlationId: string
  /** The corrected document, in place of the one that was posted. */
  payload?: InvoicePayload | undefined
  /** Takes a new folio although the SII's reasons are not known. */
  evenSo?: boolean | undefined
}

/** A document that stopped, and what it will be after the retry. */
interface Attempt extends SigningFacts {
  invoice: InvoiceRow
  way: RetryWay
  document: TaxDocument
  payload: InvoicePayload
  isCorrected: boolean
  held: SiiRecord
  credential: Credential | undefined
}

// An envelope shows its time to the second. The same documents in the same second would be the same bytes, and the SII
// would repeat its answer to the first envelope.
const nextSecond = 1

/** Retries documents that stopped, after the cause was corrected. */
export function createRetry ({ store, signer, reception, checkSii, factsOf, clock, onWork }: RetryDependencies) {
  async function prepare (actor: Actor, request: RetryRequest): Promise<Attempt> {
    const { invoice, content } = await findIn(store, actor, request.correlationId)
    const plan = retryPlanOf(invoice)
    if (!plan) throw new ServiceError('DOCUMENT_NOT_RETRIABLE')
    const held = await checkSii(actor.tenantId, invoice)
    const way = wayNow(plan, held, request.payload !== undefined)
    // A folio that holds another document is lost, whatever the reasons.
    if (lacksReasons(plan) && way === 'issueAnew' && held.kind !== 'other' && request.evenSo !== true) {
      throw new ServiceError('REASONS_NOT_KNOWN')
    }
    const at = clock()
    const { environment } = await factsOf(actor.tenantId)
    const credential = await signer.credentialOf(actor.tenantId, at)
    const exceptBlock = plan.action === 'replaceCaf' ? invoice.folioBlockId : null
    const corrected = await correct(actor, { invoice, content, way, payload: request.payload })
    return {
      invoice, way, held, ...corrected, environment, credential, at, ...(exceptBlock === null ? {} : { exceptBlock })
    }
  }

  /** The document as it would be issued today, if it is issued again. Throws DocumentRefused, DOCUMENT_TYPE_FIXED. */
  async function correct (
    actor: Actor,
    { invoice, content, way, payload = content.payload }: {
      invoice: InvoiceRow, content: StoredContent, way: RetryWay, payload: InvoicePayload | undefined
    }
  ): Promise<Pick<Attempt, 'document' | 'payload' | 'isCorrected'>> {
    const isCorrected = way === 'reissue' || way === 'issueAnew' || (way === 'waitAnew' && payload !== content.payload)
    if (!isCorrected) return { document: content.document, payload: content.payload, isCorrected }
    const document = await reception.prepareAgain(actor.tenantId, payload)
    if (document.documentType !== invoice.documentType) throw typeChanged(invoice)
    return { document, payload: withExternalId(payload, invoice.externalId), isCorrected }
  }

  async function perform (actor: Actor, attempt: Attempt): Promise<void> {
    const { invoice, way, isCorrected, at } = attempt
    await store.asTenant(actor.tenantId, async (repositories) => {
      await repositories.tenant.lock()
      const now = await repositories.invoices.find(invoice.id)
      if (now?.status !== invoice.status || now.folio !== invoice.folio) {
        throw new ServiceError('DOCUMENT_NOT_RETRIABLE')
      }
      const waitsFor = way === 'recognise' ? [] : await judgeAgain(repositories, attempt)
      if (isCorrected) await rewrite(repositories, attempt)
      await ways[way](repositories, attempt, waitsFor)
      repositories.auditLog.add([{
        actor: audited(actor), action: 'invoice.retry', entity: 'invoice', entityId: invoice.id,
        details: { way, folio: invoice.folio === null ? null : Number(invoice.folio) }
      }], at)
    })
    onWork()
  }

  /** The same signed bytes in a new envelope: the SII accepted nothing of the old one. */
  async function sendAgain (repositories: TenantRepositories, { invoice, at }: Attempt): Promise<void> {
    await repositories.invoices.move({ invoiceIds: [invoice.id], move: 'sendAgain', at }, {
      envelopeId: null, trackId: null, sendAlone: false, reason: null
    })
    await repositories.tasks.schedule('packEnvelope', [envelopeKindOf(invoice.documentType)], nextSecond)
  }

  async function waitAnew (
    repositories: TenantRepositories, { invoice, at }: Attempt, waitsFor: string[]
  ): Promise<void> {
    const reason = waitingReason(
      waitsFor.length > 0 ? { missing: referencePending, waitsFor } : { missing: 'FOLIOS_MISSING' }
    )
    await repositories.invoices.move({ invoiceIds: [invoice.id], move: 'waitAnew', at }, { reason })
    if (waitsFor.length === 0) await repositories.tasks.schedule('issueWaiting', [String(invoice.documentType)])
  }

  /** The corrected document under its own folio, or under a new one if that folio cannot be used today. */
  async function reissue (repositories: TenantRepositories, attempt: Attempt): Promise<void> {
    const { invoice: { id, status, folio, folioBlockId, documentType }, document, at } = attempt
    if (folio === null || folioBlockId === null) throw new Error(`Document ${id} has no folio to keep`)
    const own = { folio: Number(folio), folioBlockId }
    const issued = await signer.signAgain(repositories, document, { ...attempt, ...own })
    if (!issued) return issueAnew(repositories, attempt)
    await repositories.invoices.issue([{ id, ...own, ...issuedColumns(attempt, issued) }], at, status)
    await repositories.tasks.schedule('packEnvelope', [envelopeKindOf(documentType)])
  }

  /** The document under a new folio, with the tenant's data of today; the old folio stays spent. */
  async function issueAnew (repositories: TenantRepositories, attempt: Attempt): Promise<void> {
    const { invoice, document, at } = attempt
    // Notes that wait for the document refer to the folio that it had.
    await wakeDependents(repositories, [invoice.id], at)
    const [signed] = await signer.sign(repositories, [{ document }], attempt)
    if (!signed || 'missing' in signed) throw refusalFor(signed?.missing ?? 'FOLIOS_MISSING', document)
    await keepSpentFolio(repositories, invoice, at)
    const { folio, folioBlockId, issued } = signed
    await repositories.invoices.issue(
      [{ id: invoice.id, folio, folioBlockId, ...issuedColumns(attempt, issued) }], at, invoice.status
    )
    await repositories.tasks.schedule('packEnvelope', [envelopeKindOf(invoice.documentType)])
  }

  const ways: Record<
    RetryWay,
    (repositories: TenantRepositories, attempt: Attempt, waitsFor: string[]) => Promise<void>
  > = {
    sendAgain,
    waitAnew,
    reissue,
    issueAnew,
    recognise
  }

  return {
    /**
     * Retries a Failed or Rejected document, after asking the SII what it holds under its folio: nothing is issued
     * again that is there already. Throws ServiceError DOCUMENT_NOT_FOUND, CERTIFICATION_DOCUMENT for one of a set,
     * DOCUMENT_NOT_RETRIABLE, REASONS_NOT_KNOWN, DOCUMENT_TYPE_FIXED, FOLIOS_MISSING, CERTIFICATE_MISSING,
     * ISSUE_DATE_BEFORE_FOLIOS, REFERENCE_PENDING, SII_UNAVAILABLE, and DocumentRefused when it breaks a rule today.
     */
    async retry (actor: Actor, request: RetryRequest): Promise<Receipt> {
      await perform(actor, await prepare(actor, request))
      const { invoice, content } = await findIn(store, actor, request.correlationId)
      return receiptNow(invoice, content)
    }
  }
}

export type Retry = ReturnType<typeof createRetry>

async function findIn (
  store: Store, actor: Actor, correlationId: string
): Promise<{ invoice: InvoiceRow, content: StoredContent }> {
  const { invoice, content, isOfSet } = await store.asTenant(actor.tenantId, async ({ invoices, certification }) => ({
    invoice: await invoices.find(correlationId), content: await invoices.findContent(correlationId),
    isOfSet: await certification.holds(correlationId)
  }))
  if (!invoice || !content) throw new ServiceError('DOCUMENT_NOT_FOUND')
  // A set is reissued as a whole.
  if (isOfSet) throw new ServiceError('CERTIFICATION_DOCUMENT')
  return { invoice, content }
}

/**
 * What the SII has overrules the plan: a document that it has is not issued again, and a folio that another document
 * has is left. Corrected data keep their folio only if the SII says that it has nothing under it.
 */
function wayNow ({ way }: RetryPlan, held: SiiRecord, isCorrected: boolean): RetryWay {
  if (way === 'waitAnew') return way
  if (held.kind === 'this') return 'recognise'
  if (held.kind === 'other') return 'issueAnew'
  const planned = way === 'recognise' ? 'sendAgain' : way
  const wanted = planned === 'sendAgain' && isCorrected ? 'reissue' : planned
  if (held.kind === 'nothing') return wanted
  if (way === 'recognise') throw new ServiceError('SII_UNAVAILABLE')
  return wanted === 'reissue' ? 'issueAnew' : wanted
}

function typeChanged ({ documentType }: InvoiceRow): ServiceError {
  const message = { en: `must be ${documentType}, as before`, es: `debe ser ${documentType}, como antes` }
  return new ServiceError('DOCUMENT_TYPE_FIXED', {
    problems: [problemAt('payload.header.documentId.documentType', message)]
  })
}

/** Checks a note against what was issued since. Gives the documents that it waits for, if it can wait. */
async function judgeAgain (
  repositories: TenantRepositories, { invoice, way, document, environment }: Attempt
): Promise<string[]> {
  const known = await lockChanged(repositories, environment, [document])
  const taken = await repositories.invoiceReferences.readTaken(invoice.id)
  const others = withoutNote(known, invoice.id)
  const violations = [...judgeReferences(document, others), ...taken ? judgeLines(document, taken, others) : []]
  if (violations.length > 0) throw new DocumentRefused(violations)
  const waitsFor = pendingFor(document, known)
  if (waitsFor.length > 0 && way !== 'waitAnew') throw refusalFor('REFERENCE_PENDING', document)
  return waitsFor
}

async function rewrite (
  { invoices, invoiceReferences }: TenantRepositories, { invoice, document, payload, environment, at }: Attempt
): Promise<void> {
  // Of another note than Webhook/Correct made, nothing says which lines it takes.
  const before = await invoices.findContent(invoice.id)
  const isSame = before && hasSameAmounts(before.document, document)
  const taken = isSame ? await invoiceReferences.readTaken(invoice.id) : undefined
  await invoices.rewrite(invoice.id, {
    columns: columnsOf(document), payload, document, reason: codeOf(invoice) ?? 'unknown'
  }, at)
  await invoiceReferences.deleteOf(invoice.id)
  await invoiceReferences.addAll({ id: invoice.id, environment }, changesStored(document, taken))
}

function hasSameAmounts (before: TaxDocument, after: TaxDocument): boolean {
  const amountsOf = ({ lines, totals, globalDiscounts }: TaxDocument) =>
    canonicalJson([lines.map(({ lineTotal, quantity }) => [lineTotal, quantity ?? null]), totals, globalDiscounts])
  return amountsOf(before) === amountsOf(after)
}

function issuedColumns (
  { document, payload }: Attempt, { signatureValue, xml }: { signatureValue: string, xml: Buffer }
) {
  return { signatureValue, issueDate: document.issueDate, payload, document, xml }
}

/** The SII has the document already: a retry would have duplicated it. */
async function recognise (repositories: TenantRepositories, { invoice: { id }, held, at }: Attempt): Promise<void> {
  if (held.kind !== 'this') throw new Error(`The SII does not hold document ${id}`)
  const { state, trackId } = held
  const verdict = { state, reasons: [] }
  await repositories.invoices.move(
    { invoiceIds: [id], move: 'recognise', detail: verdict, at },
    { verdict, reason: null, isOpenToCustomer: true, ...(trackId === undefined ? {} : { trackId }) }
  )
  await wakeDependents(repositories, [id], at)
  await postToReceivers(repositories, [id], at)
  await askRegistryLater(repositories, [id])
}

async function keepSpentFolio (repositories: TenantRepositories, invoice: InvoiceRow, at: Date): Promise<void> {
  const content = await repositories.invoices.findContent(invoice.id)
  if (invoice.folio === null || !content?.xml) return
  const { environment, documentType, folio, id } = invoice
  const reason = isFolioUsed(invoice.reason?.reasons ?? []) ? folioUsedCode : codeOf(invoice) ?? 'rejected'
  await repositories.invoices.spendFolios([{
    environment, documentType, folio, invoiceId: id, reason, xml: content.xml
  }], at)
}
