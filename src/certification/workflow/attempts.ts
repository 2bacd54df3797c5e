import type { TaxDocument } from '../../dte/document.ts'
import type { InvoicePayload } from '../../dte/fields/payload.ts'
import type { PreparedDocument } from '../../dte/reading/document-from-payload.ts'
import { toNumber } from '../../dte/values/amounts.ts'
import type { JourneyKind } from '../../model/certification.ts'
import type { EnvelopeKind } from '../../model/envelopes.ts'
import type { JourneyRow } from '../../repositories/tenants/certification.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { problemAt, ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import type { Actor } from '../../services/actor.ts'
import type { BuiltEnvelopes } from '../../services/invoicing/delivery/built-envelopes.ts'
import type { TargetDependencies } from '../../services/invoicing/target.ts'
import type { Assigned, Signer } from '../../services/invoicing/issuing/signer.ts'
import type { OpenCertificate } from '../../services/ports.ts'
import {
  checkedDocuments, createAttemptPacker, type Draft, type PackDocument, type PackedAttempt, unsignedXml
} from './attempt-packer.ts'
import { attemptState, isOutdated, type Item, pageNameOf, spoiled } from './items.ts'
import { addStep } from './journeys.ts'
import { incomplete, type JourneyFacts, journeyFacts, missingFor } from './missing-requirements.ts'
import { readItems } from './read-items.ts'

export interface AttemptsDependencies extends TargetDependencies {
  store: Store
  signer: Pick<Signer, 'takeFolios' | 'signUnder'>
  /** A posted document as it would be issued by a tenant now. */
  prepareFor: (
    tenant: TenantRow, payload: InvoicePayload, known: { purchaseNotes: ReadonlySet<string> }
  ) => PreparedDocument
  built: Pick<BuiltEnvelopes, 'keep'>
  /** Called after a commit that scheduled tasks. */
  onWork: () => void
}

/** An attempt that was issued, or would be. */
export interface IssuedSet {
  name: string
  attempt: number
  /** False for a dry run. */
  issued: boolean
  documents: IssuedSetDocument[]
}

export interface IssuedSetDocument {
  case: number
  /** Null for a dry run. */
  correlationId: string | null
  documentType: number
  folio: number
  netAmount: number
  exemptAmount: number
  taxAmount: number
  totalAmount: number
  /** Unsigned, for a dry run; null otherwise. */
  xml: string | null
}

/** Ends the transaction of a dry run: its folios go back. */
class DryRunDone extends Error {
  readonly shown: IssuedSet

  constructor (shown: IssuedSet) {
    super('A dry run stores nothing')
    this.shown = shown
  }
}

/** What an attempt is made of: documents whose payloads are written once their folios are known. */
export interface AttemptPlan {
  kind: EnvelopeKind
  /** Whether notes are held against what they change: those of the SII's own cases need not be. */
  judged: boolean
  drafts: Draft[]
  payloads: (taken: readonly Assigned[]) => InvoicePayload[]
  purchaseNotes: (taken: readonly Assigned[], payloads: readonly InvoicePayload[]) => ReadonlySet<string>
}

/** Finds the item of the attempt, and makes the plan of it, in the transaction of the attempt. */
export interface AttemptRequest {
  dryRun: boolean
  findItem: (repositories: TenantRepositories) => Promise<string>
  plan: (found: { item: Item, journey: JourneyRow }) => AttemptPlan
  /** Of the folios that were taken. */
  check?: (repositories: TenantRepositories, taken: readonly Assigned[]) => Promise<void>
}

export function createAttempts (dependencies: AttemptsDependencies) {
  const { store, signer, prepareFor, certificateOf, built, clock, onWork } = dependencies
  const packer = createAttemptPacker({ signer })

  /** Takes the folios, and writes and checks the documents with them. */
  async function draw (
    repositories: TenantRepositories, request: AttemptRequest, { item, journey, facts }: Found
  ): Promise<{ kind: EnvelopeKind, documents: PackDocument[] }> {
    const plan = request.plan({ item, journey })
    const taken = await packer.takeFolios(repositories, plan.drafts, facts)
    await request.check?.(repositories, taken)
    const payloads = plan.payloads(taken)
    const purchaseNotes = plan.purchaseNotes(taken, payloads)
    const numbered = payloads.map((payload, index) => ({ ...taken[index] as Assigned, payload }))
    return {
      kind: plan.kind,
      documents: checkedDocuments(
        numbered, (payload) => prepareFor(facts.tenant, payload, { purchaseNotes }), plan.judged
      )
    }
  }

  async function attempt (
    repositories: TenantRepositories, actor: Actor, request: AttemptRequest,
    { certificate, at }: { certificate: OpenCertificate | undefined, at: Date }
  ): Promise<{ shown: IssuedSet, envelopeId: string, bytes: Buffer }> {
    const found = await dueItem(repositories, await request.findItem(repositories), at)
    const { item, journey, facts } = found
    if (!certificate) throw new ServiceError('CERTIFICATE_MISSING')
    const { kind, documents } = await draw(repositories, request, found)
    const number = item.attempts.length + 1
    const shown = { name: pageNameOf(item), attempt: number }
    if (request.dryRun) throw new DryRunDone({ ...shown, issued: false, documents: documents.map(unsigned) })
    const packed = await packer.pack(repositories, kind, documents, { actor, tenant: facts.tenant, certificate, at })
    const { envelopeId, bytes } = packed
    await storeAttempt(repositories, { itemId: item.id, number, at }, packed)
    await addStep(repositories, actor, {
      journeyId: journey.id, itemId: item.id, step: 'issued', at,
      details: { attempt: number, envelopeId, documents: documents.length }
    })
    const issued = packed.documents.map(({ id, folio, document }, index) => ({
      ...figuresOf(document, folio, index), correlationId: id, xml: null
    }))
    return { shown: { ...shown, issued: true, documents: issued }, envelopeId, bytes }
  }

  return {
    /**
     * Issues an item: all folios or none, all documents in one envelope, in one transaction. Throws ServiceError
     * CERTIFICATION_ONLY, CERTIFICATION_ITEM_NOT_FOUND, CERTIFICATION_UNDER_WAY, CERTIFICATION_INCOMPLETE,
     * FOLIOS_MISSING, and DocumentRefused.
     */
    async run (actor: Actor, request: AttemptRequest): Promise<IssuedSet> {
      const at = clock()
      const certificate = await certificateOf(actor.tenantId, at)
      try {
        const { shown, envelopeId, bytes } = await store.asTenant(actor.tenantId, (repositories) =>
          attempt(repositories, actor, request, { certificate, at }))
        built.keep(envelopeId, bytes)
        onWork()
        return shown
      } catch (error) {
        if (error instanceof DryRunDone) return error.shown
        throw error
      }
    }
  }
}

export type Attempts = ReturnType<typeof createAttempts>

/** The id of the item with a name. Throws CERTIFICATION_NOT_STARTED, CERTIFICATION_ITEM_NOT_FOUND. */
export async function itemNamed (
  { certification }: TenantRepositories, kind: JourneyKind, name: string
): Promise<string> {
  const journey = await certification.findJourney(kind)
  if (!journey) throw new ServiceError('CERTIFICATION_NOT_STARTED')
  const item = (await certification.listItems(journey.id)).find((one) => pageNameOf(one) === name)
  if (!item) throw new ServiceError('CERTIFICATION_ITEM_NOT_FOUND')
  return item.id
}

/** An item that is due, with all that decides about it. */
export interface Found { item: Item, items: readonly Item[], journey: JourneyRow, facts: JourneyFacts }

/**
 * The item, locked, with nothing that keeps it from a new attempt. Throws ServiceError CERTIFICATION_ONLY,
 * CERTIFICATION_ITEM_NOT_FOUND, CERTIFICATION_UNDER_WAY, CERTIFICATION_INCOMPLETE.
 */
export async function dueItem (repositories: TenantRepositories, id: string, at: Date): Promise<Found> {
  const { certification } = repositories
  const facts = await journeyFacts(repositories, at)
  const locked = await certification.lockItem(id)
  const journey = locked && await certification.journeyOf(locked.journeyId)
  const items = journey ? await readItems(repositories, journey.id) : []
  const item = items.find(({ id }) => id === locked?.id)
  if (!journey || !item) throw new ServiceError('CERTIFICATION_ITEM_NOT_FOUND')
  mustBeDue(item, items)
  const lacks = missingFor(item, { options: journey.options, facts, items })
  if (lacks.length > 0) throw incomplete(lacks)
  return { item, items, journey, facts }
}

async function storeAttempt (
  { certification }: TenantRepositories, { itemId, number, at }: { itemId: string, number: number, at: Date },
  { envelopeId, documents }: PackedAttempt
): Promise<void> {
  const attemptId = newId()
  await certification.addAttempt(
    { id: attemptId, itemId, number, envelopeId, createdAt: at },
    documents.map(({ id, folio, document }, index) => ({
      attemptId, position: index + 1, invoiceId: id, documentType: document.documentType, folio: BigInt(folio)
    }))
  )
}

/** An item takes a new attempt at first, and when the last one was spoiled. */
function mustBeDue (item: Item, items: readonly Item[]): void {
  const latest = item.attempts.at(-1)
  if (!latest || isOutdated(item, items)) return
  const state = attemptState(latest)
  if (spoiled.has(state)) return
  throw new ServiceError('CERTIFICATION_UNDER_WAY', {
    problems: [problemAt('id', {
      en: `attempt ${latest.number} is ${state}`, es: `el intento ${latest.number} está ${state}`
    })]
  })
}

function unsigned ({ document, folio }: { document: TaxDocument, folio: number }, index: number): IssuedSetDocument {
  return { ...figuresOf(document, folio, index), correlationId: null, xml: unsignedXml(document, folio) }
}

function figuresOf ({ documentType, totals }: TaxDocument, folio: number, index: number) {
  const { netAmount, exemptAmount, taxAmount, totalAmount } = totals
  return {
    case: index + 1, documentType, folio, netAmount: toNumber(netAmount), exemptAmount: toNumber(exemptAmount),
    taxAmount: toNumber(taxAmount), totalAmount: toNumber(totalAmount)
  }
}
