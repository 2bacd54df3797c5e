import type { DocumentTotals, OtherCurrency, TaxDocument } from '../../../dte/document.ts'
import type { Notice } from '../../../dte/errors.ts'
import { checkDigit, parseRut, plainRut } from '../../../dte/values/rut.ts'
import type { InvoicePayload } from '../../../dte/fields/payload.ts'
import type { InvoiceFilter, InvoiceOrder } from '../../../repositories/invoicing/lists/invoice-lists.ts'
import type { StoredContent } from '../../../repositories/contents/contents.ts'
import type { AnnullingNote, RelatedDocument } from '../../../repositories/invoicing/documents/invoice-references.ts'
import type { CustomerPositionRow } from '../../../repositories/invoicing/documents/customer-positions.ts'
import type { InvoiceRow, RecordedState } from '../../../repositories/invoicing/documents/invoices.ts'
import type { Sums } from '../../../repositories/reports/sold.ts'
import type { SentMail } from '../../../repositories/mail/mails.ts'
import type { StatusCount } from '../../../repositories/invoicing/lists/status-counts.ts'
import type { Store, TenantRepositories } from '../../../repositories/store.ts'
import type { Total } from '../../../repositories/postgres/totals.ts'
import { errorTable, ServiceError, type Sentence } from '../../../shared/errors.ts'
import type { Actor } from '../../actor.ts'
import { type Walk, walkOrPage, type WalkRequest } from '../../walks.ts'
import { type DocumentReason, eachReason, type Reason, type Verdict } from '../../../model/reasons.ts'
import { reasonSentence, unexplained } from '../document-texts.ts'
import { completedPayload } from '../../customers/completed-payload.ts'
import { type Customer, type CustomerDetail, customerDetailOf, customerOf } from './customer.ts'
import { type Exchange, exchangeOf } from './exchange.ts'
import { explainSiiCode, type RemedyAction } from '../sii-codes.ts'
import { type EarlierFolio, earlierFolioOf } from '../delivery/spent-folios.ts'
import { type ChannelType, channelTypeText, type Status, statusText } from '../../../model/document-states.ts'
import { lacksReasons, reasonsUnknown, type RetryWay, retryPlanOf, retryWays } from '../delivery/retry-plan.ts'

/** A row of GetWebhooks, as the specification shows it. */
export interface WebhookRecord {
  correlationId: string
  channelType: ChannelType
  status: Status
  channelTypeText: string
  statusText: string
  invoiceTypeCode: string
  customerTaxNumber: string
  customerCompanyName: string
  invoiceNumber: string
  /** The client's own number of the sale. */
  externalId: string | null
  /** YYYY-MM-DD. */
  issueDate: string
  /** By its name in the customs' table. */
  currency: string
  totalAmount: number
  /** The SII's id of the upload; null before it. */
  trackId: string | null
  /** The note that annuls it; null for a document that is in force. */
  annulledBy: { correlationId: string, invoiceTypeCode: string, invoiceNumber: string } | null
  /** An issued note refers to it, to annul it or not. */
  hasNotes: boolean
  /** The first code of what it waits for, why it stopped or was objected to; null when nothing is wrong. */
  reasonCode: string | null
  /** What that code means, or what the SII said. */
  reasonExplanation: Sentence | null
  /** What the customer did about it; null for types that nobody can claim, and before the SII accepted it. */
  customer: Customer | null
  createdById: string | null
  /** Of a user; null for a pair of keys. */
  createdByName: string | null
  createdAt: Date
  /** When the document, its state or the reason of it last changed. */
  updatedAt: Date
}

/** A code with what it means and what to do. */
export interface ExplainedReason {
  code: string
  description: string
  explanation: Sentence | null
  remedy: Sentence | null
  remedyAction: RemedyAction | null
  until?: Date
}

export type { InvoiceOrder } from '../../../repositories/invoicing/lists/invoice-lists.ts'

interface PageWish extends Omit<WalkRequest, 'updatedSince'> {
  order?: InvoiceOrder | undefined
  counts?: boolean | undefined
  sums?: boolean | undefined
}

/**
 * A page of documents; if asked for, `counts` by state, which are left out of too many documents, and `sums` of what
 * was sold, which are null of too many.
 */
export interface WebhookPage extends Total {
  data: WebhookRecord[]
  walk?: Walk
  counts?: (StatusCount & { statusText: string })[]
  sums?: Sums[] | null
}

/** A document of the tenant that a note changes, or the note. */
export interface Relation {
  /** Null, like the status, for a document of an earlier system. */
  correlationId: string | null
  invoiceTypeCode: string
  invoiceNumber: string
  /** CodRef: 1 annuls, 2 corrects texts, 3 corrects amounts. */
  code: string | null
  status: Status | null
  statusText: string | null
}

/** `at`: when it was sent, or else when it was queued; `failure` says why it was not sent. */
export interface ReceiverMail { to: string, state: 'queued' | 'sent' | 'failed', at: Date, failure: string | null }

export interface WebhookDetail extends Omit<WebhookRecord, 'customer'> {
  customer: CustomerDetail | null
  issuedAt: Date | null
  folio: number | null
  payload: InvoicePayload
  /** The same with what it took from its customer and products; null for a document that names none. */
  completed: InvoicePayload | null
  totals: DocumentTotals
  /** The totals once more; those of an export in pesos. */
  otherCurrency: OtherCurrency | undefined
  notices: Notice[]
  /** Why it waits, gets no further, failed or was refused or objected to; null when nothing is wrong. */
  reason: ExplainedReason[] | null
  verdict: { state: string, explanation: Sentence | null, reasons: ExplainedReason[] } | null
  /** What Webhook/Retry would do; null where it does nothing. */
  retry: { way: RetryWay, explanation: Sentence, needsEvenSo: boolean } | null
  /** Folios that the document left for another one, the latest first. */
  earlierFolios: EarlierFolio[]
  history: { status: Status, statusText: string, at: Date, detail: unknown }[]
  /** The tenant's documents that it changes, as a note, and the notes that change it. */
  relations: { changes: Relation[], changedBy: Relation[] }
  /** The mail to the receiver; null without one. */
  mail: ReceiverMail | null
  /** The mails that users sent it with, newest first. */
  deliveries: ReceiverMail[]
  /** What the receiver answered by mail; null without an answer. */
  exchange: Exchange | null
}

export interface IssuedRecord {
  invoice: InvoiceRow & { folio: bigint }
  document: TaxDocument
  xml: Buffer
  /** The folio is one that the document left: no valid document has it. */
  isVoid: boolean
}

/** Reads documents with their outcomes. */
export function createRecords ({ store }: { store: Store }) {
  return {
    /** Throws ServiceError LIST_TOO_LARGE. */
    async paginate (
      actor: Actor, filter: InvoiceFilter, { order, counts = false, sums = false, ...wanted }: PageWish
    ): Promise<WebhookPage> {
      return store.asTenant(actor.tenantId, async ({ invoiceLists, invoiceReferences, users, customerPositions }) => {
        const { rows, ...total } = await walkOrPage({ ...wanted, updatedSince: filter.updatedSince }, {
          visibleUntil: invoiceLists.visibleUntil, walk: (step) => invoiceLists.walk(filter, step),
          paginate: (page, pageSize) => invoiceLists.paginate(filter, page, pageSize, order)
        })
        const known = await knownBeside({ invoiceReferences, users, customerPositions }, rows)
        const counted = counts ? await invoiceLists.countByStatus(filter) : undefined
        const summed = sums ? await invoiceLists.sums(filter) : undefined
        return {
          ...total, data: rows.map((row) => recordOf(row, known)),
          ...counted && { counts: counted.map((count) => ({ ...count, statusText: statusText(count.status) })) },
          ...sums && { sums: summed ?? null }
        }
      })
    },

    /** Everything known of one document. Throws ServiceError DOCUMENT_NOT_FOUND. */
    async get (actor: Actor, correlationId: string): Promise<WebhookDetail> {
      return store.asTenant(actor.tenantId, async (repositories) => {
        const { invoices, spentFolios } = repositories
        const invoice = await invoices.find(correlationId)
        const content = await invoices.findContent(correlationId)
        if (!invoice || !content) throw new ServiceError('DOCUMENT_NOT_FOUND')
        const moves = await invoices.listMoves(correlationId)
        const spent = await spentFolios.listOf(correlationId)
        const known = await knownBeside(repositories, [invoice])
        return {
          ...recordOf(invoice, known), ...detailOf(invoice, content, moves),
          customer: customerDetailOf(invoice, known.positions.get(correlationId)),
          earlierFolios: spent.map(earlierFolioOf), ...await aboutOthers(repositories, invoice),
          retry: await retryOf(repositories, invoice)
        }
      })
    },

    /**
     * A document that has its folio, with the signed bytes; `folio` asks for what it was under an earlier one. Throws
     * DOCUMENT_NOT_FOUND, DOCUMENT_NOT_ISSUED.
     */
    async getIssued (actor: Actor, correlationId: string, folio?: number): Promise<IssuedRecord> {
      const { invoice, content, earlier } = await store.asTenant(actor.tenantId, async (repositories) => ({
        invoice: await repositories.invoices.find(correlationId),
        content: await repositories.invoices.findContent(correlationId),
        earlier: folio === undefined ? null : await repositories.spentFolios.find(correlationId, folio)
      }))
      if (!invoice || !content) throw new ServiceError('DOCUMENT_NOT_FOUND')
      if (earlier) {
        const { document, xml } = earlier
        return { invoice: { ...invoice, folio: earlier.folio }, document, xml, isVoid: true }
      }
      if (folio !== undefined && folio !== Number(invoice.folio)) throw new ServiceError('DOCUMENT_NOT_FOUND')
      if (invoice.folio === null || content.xml === null) throw new ServiceError('DOCUMENT_NOT_ISSUED')
      return {
        invoice: { ...invoice, folio: invoice.folio }, document: content.document, xml: content.xml, isVoid: false
      }
    }
  }
}

export type Records = ReturnType<typeof createRecords>

const mostDeliveries = 100

type AboutOthers = Pick<WebhookDetail, 'relations' | 'mail' | 'deliveries' | 'exchange'>

async function aboutOthers (
  { invoiceReferences, mails, exchangeAnswers }: TenantRepositories,
  { id, environment, documentType, folio }: InvoiceRow
): Promise<AboutOthers> {
  const changes = await invoiceReferences.listChangedBy(id)
  const changedBy = folio === null
    ? []
    : await invoiceReferences.listChanging(environment, { documentType, folio: Number(folio) })
  const mail = await mails.findAbout('documentAccepted', id) ?? await mails.findAbout('documentExchange', id)
  return {
    relations: { changes: changes.map(relationOf), changedBy: changedBy.map(relationOf) }, mail: mail && mailOf(mail),
    deliveries: (await mails.listSent(id, mostDeliveries)).map(mailOf),
    exchange: exchangeOf(await exchangeAnswers.listOf(id))
  }
}

function relationOf ({ id, documentType, folio, code, status }: RelatedDocument): Relation {
  return {
    correlationId: id, invoiceTypeCode: String(documentType), invoiceNumber: folio === null ? '' : String(folio), code,
    status, statusText: status === null ? null : statusText(status)
  }
}

/** How far a mail came. */
export function mailOf ({ recipient, createdAt, sentAt, failure }: SentMail): ReceiverMail {
  const state = sentAt !== null ? 'sent' : failure === null ? 'queued' : 'failed'
  return { to: recipient, state, at: sentAt ?? createdAt, failure }
}

function creatorsOf (invoices: InvoiceRow[]): string[] {
  return [...new Set(invoices.flatMap(({ createdById }) => createdById ?? []))]
}

interface KnownBeside {
  names: ReadonlyMap<string, string>
  annulled: ReadonlyMap<string, AnnullingNote>
  withNotes: ReadonlySet<string>
  positions: ReadonlyMap<string, CustomerPositionRow>
}

async function knownBeside (
  { users, invoiceReferences, customerPositions }: Pick<TenantRepositories, 'users' | 'invoiceReferences' | 'customerPositions'>,
  invoices: InvoiceRow[]
): Promise<KnownBeside> {
  return {
    names: await users.namesOf(creatorsOf(invoices)), annulled: await invoiceReferences.listAnnulled(invoices),
    withNotes: await invoiceReferences.listWithNotes(invoices),
    positions: await positionsOf(customerPositions, invoices)
  }
}

async function positionsOf (
  positions: TenantRepositories['customerPositions'], invoices: InvoiceRow[]
): Promise<ReadonlyMap<string, CustomerPositionRow>> {
  const rows = await positions.list(invoices.filter(({ customerState }) => customerState !== null).map(({ id }) => id))
  return new Map(rows.map((row) => [row.invoiceId, row]))
}

function recordOf (invoice: InvoiceRow, { names, annulled, withNotes, positions }: KnownBeside): WebhookRecord {
  const note = annulled.get(invoice.id)
  const [first] = invoice.reason ? eachReason(invoice.reason) : []
  return {
    correlationId: invoice.id,
    channelType: invoice.channelType,
    status: invoice.status,
    channelTypeText: channelTypeText(invoice.channelType),
    statusText: statusText(invoice.status),
    invoiceTypeCode: String(invoice.documentType),
    customerTaxNumber: invoice.receiverTaxNumber,
    customerCompanyName: invoice.receiverName,
    invoiceNumber: invoice.folio === null ? '' : String(invoice.folio),
    externalId: invoice.externalId,
    issueDate: invoice.issueDate,
    currency: invoice.currency,
    totalAmount: Number(invoice.totalAmount),
    trackId: invoice.trackId,
    annulledBy: note
      ? { correlationId: note.id, invoiceTypeCode: String(note.documentType), invoiceNumber: String(note.folio) }
      : null,
    hasNotes: withNotes.has(invoice.id),
    reasonCode: first?.code ?? null,
    reasonExplanation: first ? reasonSentence(first) : null,
    customer: customerOf(invoice, positions.get(invoice.id)),
    createdById: invoice.createdById,
    createdByName: names.get(invoice.createdById ?? '') ?? null,
    createdAt: invoice.createdAt,
    updatedAt: invoice.updatedAt
  }
}

function detailOf (
  invoice: InvoiceRow, content: StoredContent, moves: RecordedState[]
): Omit<WebhookDetail, keyof WebhookRecord | keyof AboutOthers | 'earlierFolios' | 'retry'> {
  const { totals, otherCurrency, notices = [] } = content.document
  return {
    issuedAt: invoice.issuedAt,
    folio: invoice.folio === null ? null : Number(invoice.folio),
    payload: content.payload,
    completed: completedPayload(content.payload, content.document) ?? null,
    totals,
    otherCurrency,
    notices,
    reason: explainReason(invoice.reason),
    verdict: explainVerdict(invoice.verdict),
    history: moves.map(({ status, at, detail }) => ({ status, statusText: statusText(status), at, detail }))
  }
}

function explainReason (reason: Reason | null): ExplainedReason[] | null {
  return reason && eachReason(reason).map(explain)
}

function explainVerdict (verdict: Verdict | null): WebhookDetail['verdict'] {
  if (!verdict) return null
  const { state, reasons } = verdict
  return { state, explanation: sentenceOf(explainSiiCode(state)), reasons: reasons.map(explain) }
}

/** A document of a set of the certification is never retried: the whole set is issued again. */
async function retryOf (
  { certification }: TenantRepositories, invoice: InvoiceRow
): Promise<WebhookDetail['retry']> {
  const plan = retryPlanOf(invoice)
  if (!plan || await certification.holds(invoice.id)) return null
  const needsEvenSo = lacksReasons(plan)
  return { way: plan.way, explanation: needsEvenSo ? reasonsUnknown : retryWays[plan.way], needsEvenSo }
}

/** Reasons with particulars bring their sentence along. */
function explain ({ until, ...reason }: DocumentReason): ExplainedReason {
  return { ...explainCode(reason), ...until !== undefined && { until: new Date(until) } }
}

function explainCode ({ code, description, explanation }: Omit<DocumentReason, 'until'>): ExplainedReason {
  const known = explainSiiCode(code)
  if (known) {
    return {
      code, description, explanation: sentenceOf(explanation ?? known), remedy: sentenceOf(known.remedy),
      remedyAction: known.remedy.action
    }
  }
  const own = explanation ?? (errorTable as Record<string, Sentence | undefined>)[code] ?? (
    description === '' ? unexplained : undefined
  )
  return { code, description, explanation: sentenceOf(own), remedy: null, remedyAction: null }
}

function sentenceOf (sentence: Sentence | undefined): Sentence | null {
  return sentence ? { en: sentence.en, es: sentence.es } : null
}

/**
 * The RUTs, as they are stored, that a text can mean: with or without dots, dash and check digit. Without a dash, the
 * last digit may be the check digit or not. A text that is not a RUT matches nothing.
 */
export function taxNumbersMeant (text: string): string[] {
  const written = plainRut(text)
  // The last group of three digits has no check digit among them.
  const withDigit = /\.\d{3}\s*$/.test(text) ? undefined : parseRut(written.replace(/.$/, '-$&'))
  const meant = new Set([parseRut(text), withDigit, withCheckDigit(written)].filter((one) => one !== undefined))
  return meant.size > 0 ? [...meant] : [text]
}

function withCheckDigit (digits: string): string | undefined {
  return /^\d{1,8}$/.test(digits) ? parseRut(`${digits}-${checkDigit(String(Number(digits)))}`) : undefined
}
