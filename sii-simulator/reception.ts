import type { AnswerForms } from './answer-forms.ts'
import type { Authority } from './authority.ts'
import type { Companies } from './companies.ts'
import { bookRoots } from './judge/books.ts'
import { judgeEnvelope } from './judge/judge.ts'
import type { EnvelopeVerdict } from './judge/verdict.ts'
import { parseOrRefuse, type XmlDocument, XmlRefused } from './judge/xml.ts'
import type { Envelope, Ledger, UploadEntry } from './ledger.ts'
import type { UploadForm } from './multipart.ts'
import type { SimulatedClock, State } from './progress.ts'
import type { Channel } from './sessions.ts'
import { sha256, type Store } from './store.ts'
import { createTrackIds } from './track-ids.ts'

// "Envío automático de DTE", list of STATUS; 99 is not in it but is what the SII answers to the same file again.
export const statuses = {
  received: '0',
  senderNotAllowed: '1',
  size: '2',
  cut: '3',
  notAuthenticated: '5',
  companyNotAllowed: '6',
  schema: '7',
  duplicate: '99',
} as const

const smallestFile = 100
const largestFile = 48 * 1024 * 1024
// Boleta test sets and books are uploaded to the document endpoint.
const rootsOf: Record<Channel, readonly string[]> = {
  DTE: ['EnvioDTE', 'EnvioBOLETA', ...bookRoots], BOLETA: ['EnvioBOLETA']
}

export interface Receipt { status: string, trackId?: string | undefined, details: string[] }

/** How a fault changes the outcome of an envelope. */
export interface VerdictOverrides {
  heldAt?: State | undefined
  /** Replaces the verdict. */
  override?: Override | undefined
  /** Replaces it later, after a number of polls. */
  reversal?: { tellings: number, override: Override } | undefined
}

type Override = (verdict: EnvelopeVerdict) => EnvelopeVerdict

interface Parts {
  answerForms: AnswerForms
  store: Store
  ledger: Ledger
  companies: Companies
  authority: Authority
  simClock: SimulatedClock
  onError: (error: Error) => void
}

/** Receives envelopes, as DTEUpload and boleta.electronica.envio do, and judges each in the order of arrival. */
export function createReception ({ answerForms, store, ledger, companies, authority, simClock, onError }: Parts) {
  let lastId = ledger.nextUploadId() - 1
  let lastJudged: Promise<void> = Promise.resolve()
  let notJudged = 0
  const trackIds = createTrackIds({ answerForms, given: ledger.envelopes() })

  /** A waiting envelope is parsed again later: its elements need several times the memory of its bytes. */
  function judgeLater (envelope: Envelope, overrides: VerdictOverrides, document?: XmlDocument): void {
    const kept = notJudged === 0 ? document : undefined
    if (!kept) document?.dispose()
    notJudged += 1
    lastJudged = lastJudged.then(() => judge(envelope, overrides, kept)).catch((error: unknown) => {
      onError(new Error(`Envelope ${envelope.trackId} could not be judged`, { cause: error }))
    }).then(() => { notJudged -= 1 })
  }

  async function judge (
    envelope: Envelope, { override, reversal }: VerdictOverrides, document?: XmlDocument
  ): Promise<void> {
    const bytes = await store.readUpload(envelope.uploadId)
    if (!bytes) return document?.dispose()
    const receivedHash = (...folio: [string, number, number]) => ledger.receivedDocument(...folio)?.sha256
    const found = await judgeEnvelope(
      { ...envelope, bytes, document }, { authority, companies, receivedHash }, new Date(envelope.receivedAt)
    )
    const verdict = override ? override(found) : found
    await store.append({ kind: 'verdict', trackId: envelope.trackId, verdict })
    ledger.recordVerdict(envelope.trackId, verdict)
    if (reversal) envelope.reversal = { tellings: reversal.tellings, verdict: reversal.override(verdict) }
  }

  function newEntry (channel: Channel, form: UploadForm, receipt: Receipt): UploadEntry {
    const { sender, company, fileName, bytes, at = simClock.now() } = form
    const trackId = receipt.trackId === undefined ? {} : { trackId: receipt.trackId }
    const seen = { sizeBytes: bytes.length, sha256: sha256(bytes), status: receipt.status, ...trackId }
    return { id: ++lastId, at: at.toISOString(), channel, sender, company, fileName, ...seen }
  }

  async function record (entry: UploadEntry, bytes: Buffer): Promise<void> {
    ledger.addUpload(entry)
    await store.writeUpload(entry.id, bytes)
    await store.append({ kind: 'upload', entry })
  }

  /** The envelope is on the ledger before anything is awaited: of two equal uploads at once, one is the repetition. */
  async function keep (
    channel: Channel, form: UploadForm, overrides: VerdictOverrides, document: XmlDocument
  ): Promise<Receipt> {
    const receipt = { status: statuses.received, trackId: trackIds.next(channel, form.bytes), details: [] }
    const entry = newEntry(channel, form, receipt)
    const envelope = envelopeOf(entry, simClock, overrides.heldAt)
    ledger.addEnvelope(envelope)
    await record(entry, form.bytes).catch((error: unknown) => {
      document.dispose()
      throw error
    })
    judgeLater(envelope, overrides, document)
    return receipt
  }

  async function repeat (channel: Channel, form: UploadForm, earlier: string): Promise<Receipt> {
    const hash = sha256(form.bytes)
    const times = ledger.uploads.filter(({ company, sha256: sent }) => company === form.company && sent === hash).length
    const details = [answerForms.choose('uploadRepeated', earlier) === 'waitSeconds'
      ? `Archivo ya fue enviado ${times} veces con Trackid ${earlier}. Debe esperar 900 segundos antes de reintentar`
      : `Envio ya fue recibido anteriormente con Identificador de envio ${earlier}`]
    const receipt = { status: statuses.duplicate, trackId: earlier, details }
    await record(newEntry(channel, form, receipt), form.bytes)
    await lastJudged
    ledger.recordRepetition(earlier)
    return receipt
  }

  return {
    /** Checks what the SII checks at once; everything else shows later in the envelope's state. */
    async receive (
      channel: Channel, form: UploadForm, holder: string | undefined, overrides: VerdictOverrides = {}
    ): Promise<Receipt> {
      const { refusal, document } = examine(channel, form, holder, companies)
      if (refusal) {
        await record(newEntry(channel, form, refusal), form.bytes)
        return refusal
      }
      const earlier = ledger.trackIdOf(form.company, sha256(form.bytes))
      if (earlier === undefined) return keep(channel, form, overrides, document)
      document.dispose()
      return repeat(channel, form, earlier)
    },
    /** Judges again what a stop left without a verdict. */
    resume (): void {
      for (const envelope of ledger.envelopes()) if (!envelope.verdict) judgeLater(envelope, {})
    },
    /** Resolves when everything received so far is judged. */
    settled: () => lastJudged,
  }
}

export type Reception = ReturnType<typeof createReception>

type Examined = { refusal: Receipt, document?: undefined } | { refusal?: undefined, document: XmlDocument }

/** Refuses a file, or gives it parsed. */
function examine (
  channel: Channel, form: UploadForm, holder: string | undefined, companies: Companies
): Examined {
  const refusal = (status: string, ...details: string[]) => ({ refusal: { status, details } })
  if (holder === undefined) return refusal(statuses.notAuthenticated)
  if (form.bytes.length < smallestFile || form.bytes.length > largestFile) return refusal(statuses.size)
  if (!companies.mayIssue(form.company)) return refusal(statuses.companyNotAllowed)
  if (holder !== form.sender || !companies.maySend(form.company, holder)) return refusal(statuses.senderNotAllowed)
  const document = parsed(form.bytes, rootsOf[channel])
  return typeof document === 'string' ? refusal(statuses.schema, document) : { document }
}

/** Or what is wrong with it. */
function parsed (bytes: Buffer, expected: readonly string[]): XmlDocument | string {
  try {
    const document = parseOrRefuse(bytes)
    const { name } = document.root
    if (expected.includes(name)) return document
    document.dispose()
    return `LSX-00204: extra data at the beginning, <${name}> is not <${expected[0]}>`
  } catch (error) {
    if (error instanceof XmlRefused) return error.message
    throw error
  }
}

/** The envelope that a received upload stands for. */
export function envelopeOf (entry: UploadEntry, simClock: SimulatedClock, heldAt?: State): Envelope {
  const { trackId = '', channel, company, sender, at, id, sha256: hash } = entry
  return {
    trackId, channel, company, sender, receivedAt: at, uploadId: id, sha256: hash,
    progress: simClock.start(trackId, new Date(at), heldAt)
  }
}
