/** The outside world, as the services see it: types only. src/adapters implements each. */
import type { Readable } from 'node:stream'
import type { Credential, OpenedCertificate } from '../dte/signing/certificate.ts'
import type { PrintableDocument } from '../dte/printing/printable.ts'
import type { RegistryAction, RegistryEvent } from '../dte/registry/events.ts'
import type { EnvelopeKind } from '../model/envelopes.ts'
import type { DocumentReason } from '../model/reasons.ts'
import type { SiiExchange } from '../model/sii-exchanges.ts'
import type { Environment } from '../model/tax-authorities.ts'
import type { Actor } from './actor.ts'

export interface KeyStores {
  /**
   * What a tenant's .p12 or .pfx file holds, of several pairs the one to sign with at the moment `at`; the bytes stay
   * the caller's. Throws CertificateError with what is wrong with the file, ServiceError OVERLOADED when too many wait,
   * and the reason of a signal that fires before the end.
   */
  open: (
    bytes: Buffer, password: string, caller: { tenantId: string, signal?: AbortSignal | undefined, at?: Date }
  ) => Promise<OpenedCertificate>
}

/**
 * The certificate with which a tenant signs, ready for use; its holder is RutEnvia of the envelope and sender of the
 * upload.
 */
export type SigningCredential = Credential

/** Where a tenant's documents go. The simulator speaks the same protocol under one base address of its own. */
export interface SiiTarget {
  authority: 'sii' | 'simulator'
  environment: Environment
  credential: SigningCredential
  /** Called after every call that is kept (src/model/sii-exchanges.ts). */
  onExchange?: (exchange: Omit<SiiExchange, 'at' | 'invoiceId'>) => void
}

export interface EnvelopeUpload {
  kind: EnvelopeKind
  issuerTaxNumber: string
  fileName: string
  bytes: Buffer
}

/** Outcome of an upload. Anything but a parsed answer is `unknown`: the SII may or may not hold the envelope. */
export type UploadOutcome =
  | { kind: 'received', trackId: string }
  /** STATUS 99: the SII already has the same bytes; `trackId` when the answer contains it. */
  | { kind: 'duplicate', trackId: string | undefined }
  /** Answered and refused: nothing of it is at the SII. `later`: the same bytes may be sent again after a while. */
  | { kind: 'refused', status: string, retry: 'later' | 'never', details: string[] }
  /** The request never left this machine, or no token was given: nothing was sent. */
  | { kind: 'notSent', cause: string }
  | { kind: 'unknown', cause: string }

/** An envelope of documents that another company sends. */
export interface ExchangeEnvelope {
  /** ID of its SetDTE. */
  setId: string
  /** DigestValue of the signature over the set, in Base64. */
  digest: string | undefined
  /** RUTs of its cover sheet. */
  issuer: string
  receiver: string
  documents: ExchangedDocument[]
}

export interface ExchangedDocument {
  documentType: number
  folio: number
  /** YYYY-MM-DD */
  issueDate: string
  issuer: string
  receiver: string
  /** Whole pesos. */
  total: number
}

export interface SubtotalVerdict {
  documentType: number
  informed: number
  accepted: number
  rejected: number
  objected: number
}
export interface DocumentVerdict {
  documentType: number
  folio: number
  state: string
  reasons: DocumentReason[]
}

export type EnvelopeStatus =
  /** `isCounted`: its counters give a verdict on every document, though the state is not final. */
  | { kind: 'pending', state: string, gloss: string, isCounted?: true }
  /** EPR: read the counters. `documents` lists those refused or objected to, where the channel names them (boletas). */
  | { kind: 'processed', state: string, gloss: string, subtotals: SubtotalVerdict[], documents: DocumentVerdict[] }
  /** The envelope as a whole was refused (RSC, RFR, RCT …). */
  | { kind: 'refused', state: string, gloss: string, reasons: DocumentReason[] }
  /** `state` where the SII answered with an error of its own (-3, -6, 106 …). */
  | { kind: 'unavailable', cause: string, state?: string }

/** What the SII mails once it has examined an envelope of documents (RESULTADO_ENVIO). */
export interface UploadResult {
  issuerTaxNumber: string
  /** Without leading zeros. */
  trackId: string
  state: string
  subtotals: SubtotalVerdict[]
  /** Those refused or objected to. */
  documents: DocumentVerdict[]
  /** What is wrong with the envelope as a whole. */
  reasons: DocumentReason[]
}

/** `isBook`: what was uploaded is a book, which has states of its own. */
export interface EnvelopeQuery { kind: EnvelopeKind, issuerTaxNumber: string, trackId: string, isBook?: boolean }

/** What the SII mails once it has examined a book, or a report of folios. */
export interface BookResult {
  issuerTaxNumber: string
  /** Without leading zeros. */
  trackId: string
  state: string
  /** `code` is empty where the words have none. */
  reasons: DocumentReason[]
}

/** An envelope of documents; the SII mails no result of boletas. */
export interface ReasonsQuery { issuerTaxNumber: string, trackId: string }

/**
 * The answer to "mail the result again", with the SII's code and words. `unknown`: the SII may mail it or not; `code`
 * is null where it gave none.
 */
export interface ReasonsRequest { kind: 'requested' | 'refused' | 'unknown', code: string | null, gloss: string }

export interface DocumentQuery {
  kind: EnvelopeKind
  issuerTaxNumber: string
  receiverTaxNumber: string
  documentType: number
  folio: number
  /** YYYY-MM-DD */
  issueDate: string
  /** As the document says it: of an export with its decimals. */
  totalAmount: string
  /** Base64 text of the document's SignatureValue, for QueryEstDteAv. */
  signatureValue: string
}

export type DocumentStatus =
  /**
   * The SII holds the document: DOK (same data), DNK (other data), FAN, TMD, ANC … [S10]; `trackId` from
   * QueryEstDteAv.
   */
  | { kind: 'known', state: string, gloss: string, trackId: string | undefined }
  /** FAU: not received, or not seen yet. */
  | { kind: 'notSeen', state: string, gloss: string }
  | { kind: 'unavailable', cause: string }

export interface SiiGateway {
  upload: (target: SiiTarget, envelope: EnvelopeUpload) => Promise<UploadOutcome>
  envelopeStatus: (
    target: SiiTarget, query: EnvelopeQuery
  ) => Promise<EnvelopeStatus>
  documentStatus: (target: SiiTarget, query: DocumentQuery) => Promise<DocumentStatus>
  /** Has the SII mail the result of an envelope again. */
  requestReasons: (target: SiiTarget, query: ReasonsQuery) => Promise<ReasonsRequest>
  registry: SiiRegistry
}

/** What a check of the connection to the SII found; `remedy` of a problem. */
export interface SiiConnectionFinding {
  /** Such as `TLS maullin.sii.cl`, `token, boletas`. */
  check: string
  level: 'ok' | 'warning' | 'problem'
  detail: string
  remedy?: string
}

/** A document in the SII's registry of acceptance and claims: types 33, 34 and 43. */
export interface RegistryDocument { issuerTaxNumber: string, documentType: number, folio: number }

export type RegistryReply =
  /** The SII's code and words; `events` where it lists them. */
  | { kind: 'answered', code: number, gloss: string, events: RegistryEvent[] }
  /** Nothing was registered: it could not be reached, has an error of its own, or refused the token. */
  | { kind: 'unavailable', cause: string }

/** The registry of acceptance and claims [S48]. Who queries is the issuer or the receiver; only the receiver acts. */
export interface SiiRegistry {
  /** `unknown`: the action may have been registered; read the events before it is sent again. */
  register: (
    target: SiiTarget, document: RegistryDocument, action: RegistryAction
  ) => Promise<RegistryReply | { kind: 'unknown', cause: string }>
  events: (target: SiiTarget, document: RegistryDocument) => Promise<RegistryReply>
  /** Whether it can be assigned; codes 20 to 25. */
  assignability: (target: SiiTarget, document: RegistryDocument) => Promise<RegistryReply>
  /** When the SII received the document; `at` is undefined while it has no date for it. */
  receptionDate: (
    target: SiiTarget, document: RegistryDocument
  ) => Promise<{ kind: 'answered', at: Date | undefined } | { kind: 'unavailable', cause: string }>
}

export interface RehearsalCertificate {
  /** RUT of the company for which the holder may send. */
  taxNumber: string
  holderName: string
  holderTaxNumber: string
  password: string
  validFrom: Date
  validTo: Date
}

/** `count` folios, none below `least`; `authorisedOn` is YYYY-MM-DD. */
export interface RehearsalCaf {
  taxNumber: string
  businessName: string
  documentType: number
  count: number
  least: number
  authorisedOn: string
}

/**
 * Where the simulator hands out what a certification authority and the SII's site do. Throws ServiceError
 * SIMULATOR_UNAVAILABLE, and the reason of a signal that fires before the end.
 */
export interface SimulatorClient {
  /** Public keys (PEM) that sign the simulator's CAFs, fetched once; none where there is no simulator. */
  cafKeys: () => Promise<readonly { id: number, publicKey: string }[]>
  /** A .p12 file. */
  certificate: (order: RehearsalCertificate, signal?: AbortSignal) => Promise<Buffer>
  /** A CAF file. */
  caf: (order: RehearsalCaf, signal?: AbortSignal) => Promise<Buffer>
}

/** What a signed DTE says of itself, and whether it holds. */
export interface JudgedDocument {
  documentType: number
  folio: number
  /** YYYY-MM-DD */
  issueDate: string
  issuerTaxNumber: string
  receiverTaxNumber: string
  totalAmount: string
  /** Base64 without white space. */
  signatureValue: string
  /** Digest and signature are those of the document, by the certificate in it. */
  signatureIsRight: boolean
  /** The stamp is signed with the key of its CAF and says the same as the document. */
  stampIsRight: boolean
  /** The CAF node of the stamp. */
  cafXml: string
}

/** Verifies a DTE; undefined for bytes that are not XML. */
export type DocumentJudge = (xml: Buffer) => JudgedDocument | undefined

export interface ArchiveEntry { path: string, bytes: Buffer }

export interface Archives {
  /**
   * A .zip file as a stream: each entry is requested when the previous one was read. A failing entry fails the stream;
   * when the reader leaves, no more are requested.
   */
  write: (entries: AsyncIterable<ArchiveEntry>, at: Date) => Readable
}

/** A letter sheet, and rolls of ticket printers. */
export const pdfFormats = ['letter', '80mm', '58mm'] as const
export type PdfFormat = typeof pdfFormats[number]

export interface PdfJob {
  document: PrintableDocument
  /** The document's public page, which a QR code opens. */
  link?: string | undefined
  format: PdfFormat
  /** Adds the CEDIBLE copy after the tributary one; `alone` draws only it, and no tenant's source knows that. */
  cedible: boolean | 'alone'
}

export interface PdfLogo { type: 'png' | 'jpg' | 'svg', bytes: Buffer }

/** A tenant's choices for its printed documents, as the templates read them. */
export interface PdfSettings {
  /** #rrggbb of headings, names and the total. */
  accentColor: string
  logo?: PdfLogo
  /** A line or two at the foot of each page. */
  footer?: string
  /** Columns of the details that are printed where a line has something to say in them. */
  columns: { itemCode: boolean, unitOfMeasure: boolean, discount: boolean }
  /** Prints how and by which means is paid. */
  showPayment: boolean
}

/** A tenant's own look: settings of the built-in templates, or Typst source that reads them. */
export interface PdfDesign { settings: PdfSettings, source?: string }

/** What the law wants on a printed tax document (SII, Manual de muestras impresas). */
export type MandatoryPart =
  | 'taxNumber'
  | 'documentName'
  | 'folio'
  | 'totals'
  | 'totalAmount'
  | 'stamp'
  | 'stampSize'
  | 'stampLegend'
  | 'cedibleLegend'
  | 'watermark'

export interface DrawnDesign {
  pdf: Buffer
  missing: MandatoryPart[]
  /** How long the drawing itself took, without waiting for its turn. */
  drawMs: number
}

/** Whose turns a drawing takes; those of strangers are few. Its signal ends the waiting. */
export type DrawingFor = Pick<Actor, 'tenantId' | 'signal' | 'isStranger'>

export interface PdfRenderer {
  /**
   * The PDF's bytes; the same job gives the same bytes. Throws ServiceError PDF_UNAVAILABLE, or the reason of a signal
   * that fires before its turn.
   */
  render: (job: PdfJob, wanted: DrawingFor) => Promise<Buffer>
  /**
   * Renders with a tenant's design, and reports required content that is missing. Throws ServiceError
   * PDF_TEMPLATE_INVALID with the line and column of each mistake, PDF_TEMPLATE_TOO_COSTLY, PDF_TOO_LONG or
   * PDF_UNAVAILABLE.
   */
  renderDesign: (job: PdfJob, design: PdfDesign, wanted: DrawingFor) => Promise<DrawnDesign>
  close: () => Promise<void>
}

export type Clock = () => Date

export interface MailAttachment {
  fileName: string
  mediaType: string
  bytes: Buffer
  /** Of an image that the text shows. */
  contentId?: string
}

export interface MailMessage {
  /** The same mail sent again has the same Message-ID, so that mailboxes recognize the duplicate. */
  id: string
  date: Date
  to: string
  /** Whose name stands before the sender's address; the server's own when left out. */
  fromName?: string
  replyTo?: string
  subject: string
  text: string
  html: string
  attachments: MailAttachment[]
}

export type MailOutcome =
  | { kind: 'sent' }
  /** Permanent failure: the address does not exist, the mail is too large … */
  | { kind: 'refused', cause: string }
  /** Temporary failure: the mail may be sent later. */
  | { kind: 'notSent', cause: string }

/** The outcome of a mail. `refused`: it was above a limit, or the person unsubscribed. */
export type MailFate = 'sent' | 'deferred' | 'failed' | 'refused'

/** Called for each mail, for the metrics. */
export type MailWatcher = (kind: string, fate: MailFate) => void

export interface Mailer {
  /** False where no mail server is set up and mails may not be kept as files either. */
  available: boolean
  /** False where mails are written to files: these never reach a mailbox, so they prove nothing. */
  reachesPeople: boolean
  /** Never throws, and no outcome repeats what the mail says. */
  send: (mail: MailMessage) => Promise<MailOutcome>
  close: () => void
}

export interface NotificationMessage { url: URL, headers: Record<string, string>, body: string }

/** Why a receiver gave no answer. */
export type NotificationProblem =
  | 'ADDRESS_NOT_ALLOWED'
  | 'NAME_NOT_FOUND'
  | 'TIMEOUT'
  | 'CERTIFICATE_REFUSED'
  | 'CONNECTION_FAILED'

export type NotificationOutcome =
  /** `excerpt`: the first characters of the answer, printable. */
  | { kind: 'answered', httpStatus: number, excerpt: string }
  | { kind: 'failed', problem: NotificationProblem }

export interface NotificationSender {
  /** Posts a message to a tenant's own address, and never to one inside our network. Never throws. */
  post: (message: NotificationMessage) => Promise<NotificationOutcome>
}
