import type { Decimal } from '../../../dte/values/amounts.ts'
import { currencyOf } from '../../../dte/values/currencies.ts'
import type { DocumentTotals, OtherCurrency, TaxDocument } from '../../../dte/document.ts'
import { type PreparationFacts, type PreparedDocument, prepareDocument } from '../../../dte/reading/document-from-payload.ts'
import { isPurchaseNote } from '../../../dte/reading/references.ts'
import type { Notice, Violation } from '../../../dte/errors.ts'
import type { InvoicePayload } from '../../../dte/fields/payload.ts'
import { santiagoDate } from '../../../dte/values/calendar.ts'
import type { DocumentKey } from '../../../repositories/invoicing/documents/idempotency-keys.ts'
import type { DocumentName } from '../../../repositories/invoicing/documents/invoice-references.ts'
import type { Store, TenantRepositories } from '../../../repositories/store.ts'
import type { TenantRow } from '../../../repositories/tenants/tenants.ts'
import { type ErrorCode, ServiceError } from '../../../shared/errors.ts'
import type { Actor } from '../../actor.ts'
import type { Directory } from '../../directory/directory.ts'
import { completeByNames, namesIn } from '../../customers/named.ts'
import { audited } from '../../audit/audit-actor.ts'
import type { Clock } from '../../ports.ts'
import { earlierOutcome, identityOf, nameOfKey } from './document-keys.ts'
import { type Issuer, TenantChanged } from './issue.ts'
import type { Correction, Issued } from './issue-request.ts'
import type { ChannelType } from '../../../model/document-states.ts'
import { findKnownReceiver, lacksReceiver } from './known-receiver.ts'
import { changesOf, judgeReferences } from '../references/reference-rules.ts'
import { referredNotes } from '../references/referred-notes.ts'
import { readChanged } from '../references/references.ts'
import { DocumentRefused } from './refusal.ts'
import { refusedRepeat, suspectedSince, withNotice } from './repeated-content.ts'
import type { NotReady, NotReadyCode } from './not-ready.ts'
import { senderFactsOf } from './sender-facts.ts'

export interface SaveDependencies {
  store: Store
  issuer: Issuer
  /** At most seconds old. */
  tenantOf: (tenantId: string) => Promise<TenantRow>
  /** Makes `tenantOf` read the tenant again. */
  invalidateTenant: (tenantId: string) => void
  clock: Clock
  /** Optional: without it there is no notice that a receiver is not an electronic taxpayer. */
  directory?: Pick<Directory, 'listedFor'> | undefined
  /** Pesos for one UF; without it, the rule about boletas of more than 135 UF is not checked. */
  ufValue?: Decimal | undefined
  /** The first issue date on which delivery notes must say how goods travel, YYYY-MM-DD. */
  guideTransportFrom?: string | undefined
}

export interface SaveRequest {
  payload: InvoicePayload
  channelType: ChannelType
  idempotencyKey?: string | undefined
  /** Under which it is issued once, before its own keys: what the note is about. */
  noteKey?: DocumentKey | undefined
  /** What a note of Webhook/Correct takes of the lines of its document. */
  correction?: Correction | undefined
}

/** `source` is the SII's code, and empty without one. */
export type Refusal = Omit<NotReady, 'code'> & { code: ErrorCode }

/** What a dry run finds: the completed totals, and everything for which saving would refuse. */
export interface Preview {
  valid: boolean
  /** By its name in the customs' table. */
  currency: string
  totals: DocumentTotals | undefined
  /** There when no rule is broken by the document itself. */
  otherCurrency: OtherCurrency | undefined
  violations: Violation[]
  /** Folios, certificate or references, where they refuse; an externalId that another document has. */
  refusals: Refusal[]
  /** Why it would be stored as Waiting. */
  waitingFor: NotReadyCode | undefined
  notices: Notice[]
}

/** Reads in a transaction of its own, or in the caller's. */
type Reads = <T>(work: (repositories: TenantRepositories) => Promise<T>) => Promise<T>

type Known = Pick<PreparationFacts, 'purchaseNotes' | 'isElectronic' | 'knownReceiver'>

/** Accepts posted documents: checks them whole, then issues them. */
export function createReception (
  { store, issuer, tenantOf, invalidateTenant, clock, directory, ufValue, guideTransportFrom }: SaveDependencies
) {
  async function prepare (tenantId: string, payload: InvoicePayload): Promise<PreparedDocument> {
    const names = referredNotes(payload)
    const tenant = await tenantOf(tenantId)
    const isElectronic = await directory?.listedFor(tenant)
    const purchaseNotes = names.length === 0
      ? new Set<string>()
      : await store.asTenant(tenantId, (repositories) => purchaseNotesAmong(repositories, tenant, names))
    return prepareWithNames(
      tenant, payload, { purchaseNotes, isElectronic }, (work) => store.asTenant(tenantId, work)
    )
  }

  /** For a transaction that is open already: in it, waiting for another connection could wait for itself. */
  async function preparing (tenantId: string): Promise<PrepareIn> {
    const tenant = await tenantOf(tenantId)
    const isElectronic = await directory?.listedFor(tenant)
    return async (repositories, payload) => prepareWithNames(tenant, payload, {
      purchaseNotes: await purchaseNotesAmong(repositories, tenant, referredNotes(payload)), isElectronic
    }, (work) => work(repositories))
  }

  /** Completes a document from the customer and the products that it names; nothing is read for one without. */
  async function prepareWithNames (
    tenant: TenantRow, payload: InvoicePayload, known: Known, reading: Reads
  ): Promise<PreparedDocument> {
    const names = namesIn(payload)
    if (!names) return prepareWithReceiver(tenant, payload, known, reading)
    const completed = await reading((repositories) =>
      completeByNames(repositories, payload, names, santiagoDate(clock())))
    const { violations } = completed
    return violations.length === 0
      ? prepareWithReceiver(tenant, completed.payload, known, reading)
      : { document: undefined, totals: undefined, violations, notices: [] }
  }

  /** Completes the receiver from what is known of its RUT; read only where something is missing. */
  async function prepareWithReceiver (
    tenant: TenantRow, payload: InvoicePayload, known: Known, reading: Reads
  ): Promise<PreparedDocument> {
    const prepared = prepareFor(tenant, payload, known)
    if (!lacksReceiver(prepared)) return prepared
    const knownReceiver = await reading((repositories) => findKnownReceiver(repositories, tenant, payload))
    return knownReceiver ? prepareFor(tenant, payload, { ...known, knownReceiver }) : prepared
  }

  function prepareFor (tenant: TenantRow, payload: InvoicePayload, known: Known): PreparedDocument {
    return prepareDocument(payload, {
      sender: senderFactsOf(tenant), today: santiagoDate(clock()), strictFormat: tenant.strictFormat, ...known,
      isProduction: tenant.environment === 'production',
      ...(guideTransportFrom !== undefined && { guideTransportFrom }),
      ...(ufValue && { ufValue })
    })
  }

  /** The issuer checks again, under a lock. */
  async function judge (tenantId: string, document: TaxDocument): Promise<Violation[]> {
    if (changesOf(document).length === 0) return []
    const judgeIn = await judging(tenantId)
    return store.asTenant(tenantId, (repositories) => judgeIn(repositories, document))
  }

  /** As `preparing`. */
  async function judging (tenantId: string): Promise<JudgeIn> {
    const { environment } = await tenantOf(tenantId)
    return async (repositories, document) => changesOf(document).length === 0
      ? []
      : judgeReferences(document, await readChanged(repositories, environment, [document]))
  }

  /** An earlier answer under the same key is repeated, even if the same content would be refused today. */
  async function findEarlierAnswer (tenantId: string, keys: DocumentKey[]): Promise<Issued | undefined> {
    if (keys.length === 0) return undefined
    const stored = await store.asTenant(
      tenantId, ({ idempotencyKeys }) => idempotencyKeys.findForInvoices(keys.map(({ key }) => key))
    )
    const earlier = earlierOutcome(keys, (key) => stored.find((one) => nameOfKey(one) === nameOfKey(key)))
    if (earlier && 'refused' in earlier) throw earlier.refused
    return earlier
  }

  /** What saving would say about a document of the last minutes with the same content. */
  async function preflightRepeat (
    tenantId: string, document: TaxDocument, content: string
  ): Promise<{ refusals: Refusal[], notices: Notice[] }> {
    const { notices = [] } = document
    const [earlier] = await store.asTenant(
      tenantId, ({ recentDocuments }) => recentDocuments.find([content], suspectedSince(clock()))
    )
    if (!earlier) return { refusals: [], notices }
    const { strictFormat } = await tenantOf(tenantId)
    return strictFormat
      ? { refusals: refusalsIn(refusedRepeat(document, earlier)), notices }
      : { refusals: [], notices: withNotice(document, earlier).notices ?? [] }
  }

  async function issue (actor: Actor, request: SaveRequest): Promise<Issued> {
    const { tenantId } = actor
    const { payload, channelType, idempotencyKey, noteKey, correction } = request
    const { keys, content } = identityOf(payload, { idempotencyKey, noteKey })
    try {
      const { document, violations } = await prepare(tenantId, payload)
      if (!document || violations.length > 0) throw new DocumentRefused(violations)
      return await issuer.issue({
        tenantId, document, payload, channelType, actor: audited(actor), keys, content, correction
      })
    } catch (error) {
      if (!(error instanceof DocumentRefused)) throw error
      // Of two equal notes at once, the second is refused because the first has changed their document.
      const earlier = await findEarlierAnswer(tenantId, keys)
      if (earlier) return earlier
      throw error
    }
  }

  return {
    /** A posted document as it would be issued now, or every rule that it breaks by itself. */
    prepare,

    /**
     * The same inside the caller's transactions. The tenant is read here, so call it before the transaction begins.
     */
    preparing,

    /** A document as this tenant would issue it now, with what is known beside it. */
    prepareFor,

    /** The rules that a note breaks, given the documents that it changes. */
    judge,

    /** The same inside the caller's transactions, as `preparing`. */
    judging,

    /**
     * Issues a posted document, or stores it as Waiting. Answers only after it is durably stored.
     * Throws DocumentRefused with every rule that it breaks, and what the issuer throws; then nothing is stored and no
     * folio taken. Throws NotesChanged where other notes came since the correction was computed.
     */
    async save (actor: Actor, request: SaveRequest): Promise<Issued> {
      try {
        return await issue(actor, request)
      } catch (error) {
        if (!(error instanceof TenantChanged)) throw error
        invalidateTenant(actor.tenantId)
        return issue(actor, request)
      }
    },

    /** Everything that saving does but take a folio. */
    async preview (actor: Actor, payload: InvoicePayload): Promise<Preview> {
      const { document, totals, violations, notices } = await prepare(actor.tenantId, payload)
      const foreseen = document
        ? await issuer.preflight(actor.tenantId, document)
        : { violations, refusals: [], waitingFor: undefined }
      const { keys, content } = identityOf(payload)
      const repeated = document && content !== undefined
        ? await preflightRepeat(actor.tenantId, document, content)
        : { refusals: [], notices }
      const refusals = [
        ...foreseen.refusals, ...repeated.refusals, ...await refusalsOf(() => findEarlierAnswer(actor.tenantId, keys))
      ]
      return {
        valid: document !== undefined && foreseen.violations.length + refusals.length === 0,
        currency: currencyOf(totals ?? {}), totals, otherCurrency: document?.otherCurrency, ...foreseen, refusals,
        notices: repeated.notices
      }
    },

    /** A stored payload as it would be issued today. Throws DocumentRefused. */
    async prepareAgain (tenantId: string, payload: InvoicePayload): Promise<TaxDocument> {
      const { document, violations } = await prepare(tenantId, payload)
      if (!document || violations.length > 0) throw new DocumentRefused(violations)
      return document
    }
  }
}

async function refusalsOf (work: () => Promise<unknown>): Promise<Refusal[]> {
  try {
    await work()
    return []
  } catch (error) {
    if (error instanceof ServiceError) return refusalsIn(error)
    throw error
  }
}

function refusalsIn ({ code, problems }: ServiceError): Refusal[] {
  return problems.map((problem) => ({ ...problem, code, source: '' }))
}

export type Reception = ReturnType<typeof createReception>

/** Prepares a posted document with the repositories of an open transaction. */
export type PrepareIn = (repositories: TenantRepositories, payload: InvoicePayload) => Promise<PreparedDocument>

/** Judges a note with the repositories of an open transaction. */
export type JudgeIn = (repositories: TenantRepositories, document: TaxDocument) => Promise<Violation[]>

/** Those notes of the tenant that are about purchases, as "61 1042". */
async function purchaseNotesAmong (
  { invoiceReferences }: TenantRepositories, { environment }: TenantRow, names: DocumentName[]
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set()
  const issued = await invoiceReferences.listIssued(environment, names)
  return new Set(
    issued.filter(({ document }) => isPurchaseNote(document)).map(({ documentType, folio }) => `${documentType} ${folio}`)
  )
}
