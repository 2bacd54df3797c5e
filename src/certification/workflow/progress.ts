import { documentTypes, isDocumentType } from '../../dte/values/document-types.ts'
import { deadlinesOf } from './deadlines.ts'
import type { JourneyKind, JourneyOptions, ReviewReason } from '../../model/certification.ts'
import { statusText, type Status } from '../../model/document-states.ts'
import type { DocumentReason } from '../../model/reasons.ts'
import type { JourneyRow, StepRow } from '../../repositories/tenants/certification.ts'
import type { Store } from '../../repositories/store.ts'
import type { Sentence } from '../../shared/errors.ts'
import type { Actor } from '../../services/actor.ts'
import type { Clock } from '../../services/ports.ts'
import { attemptState, type Attempt, type Item, itemState, type ItemState, pageNameOf, spoiled } from './items.ts'
import {
  type FolioNeed, folioNeeds, type JourneyFacts, journeyFacts, missingFor, missingForCompany, type MissingRequirement,
  typesOf
} from './missing-requirements.ts'
import {
  advanceStep, foliosStep, type JourneyStage, nextStepOf, type NextStep, recordedState, stageOf, stepsBeforeFile
} from './next-steps.ts'
import { readItems } from './read-items.ts'
import { remedyOf } from './review-remedies.ts'

/** A journey with each item's state, missing prerequisites, next step and attempts. */
export interface JourneyView {
  kind: JourneyKind
  stage: JourneyStage
  documentTypes: number[]
  enrolledOn: string
  startedAt: Date
  loadedAt: Date | null
  options: JourneyOptions
  /** What the company itself lacks. */
  missing: MissingRequirement[]
  folios: FolioNeed[]
  next: NextStep | null
  deadlines: { what: Sentence, at: Date }[]
  items: ItemView[]
  history: StepView[]
}

export interface ItemView {
  id: string
  kind: Item['kind']
  name: string
  attentionNumber: number | null
  state: ItemState
  missing: MissingRequirement[]
  next: NextStep | null
  attempts: AttemptView[]
}

export interface AttemptView {
  number: number
  state: ItemState
  trackId: string | null
  /** What the SII says of its envelope: EPR of documents, LOK of a book; null before its answer. */
  siiState: string | null
  createdAt: Date
  sentAt: Date | null
  declaredAt: Date | null
  decidedAt: Date | null
  documents: AttemptDocumentView[]
  reasons: (ReviewReason & { remedy: Sentence | null })[]
}

export interface AttemptDocumentView {
  case: number
  correlationId: string
  documentType: number
  typeName: string
  folio: number
  status: Status
  statusText: string
  reasons: DocumentReason[]
}

export interface StepView { step: string, item: string | null, at: Date, by: string, details: unknown }

/** A journey with all that belongs to it. */
export interface Journey { journey: JourneyRow, items: Item[], steps: StepRow[] }

/** Shows how far the tenant's journeys are. */
export function createProgress ({ store, clock }: { store: Store, clock: Clock }) {
  return {
    /** The journeys under way, or ended, the oldest first. Throws ServiceError CERTIFICATION_ONLY. */
    get: ({ tenantId }: Actor): Promise<JourneyView[]> => store.asTenant(tenantId, async (repositories) => {
      const facts = await journeyFacts(repositories, clock())
      const views: JourneyView[] = []
      for (const journey of await repositories.certification.listJourneys()) {
        const items = await readItems(repositories, journey.id)
        const steps = await repositories.certification.listSteps(journey.id)
        views.push(viewOf({ journey, items, steps }, facts))
      }
      return views
    })
  }
}

function viewOf ({ journey, items, steps }: Journey, facts: JourneyFacts): JourneyView {
  const { kind, documentTypes: wanted, enrolledOn, startedAt, loadedAt, options } = journey
  const views = items.map((item) => itemView(item, { journey, items, steps }, facts))
  const folios = folioNeeds(items.flatMap(typesOf), facts)
  const stage = stageOf(journey, items, steps)
  return {
    kind, stage, documentTypes: wanted, enrolledOn, startedAt, loadedAt, options,
    missing: missingForCompany(facts), folios, next: nextOf({ journey, items, steps }, { views, stage, folios }),
    deadlines: isOver(stage) ? [] : deadlinesOf(journey, items, facts), items: views,
    history: steps.map(({ step, itemId, at, actorName, details }) => ({
      step, item: views.find(({ id }) => id === itemId)?.name ?? null, at, by: actorName, details
    }))
  }
}

function itemView (item: Item, { journey, items, steps }: Journey, facts: JourneyFacts): ItemView {
  const lacks = missingFor(item, { options: journey.options, facts, items })
  const state = recordedState(item, steps) ?? itemState(item, items, lacks.length === 0)
  const isDue = state === 'Incomplete' || state === 'Ready' || spoiled.has(state)
  return {
    id: item.id, kind: item.kind, name: pageNameOf(item), attentionNumber: item.attentionNumber, state,
    missing: isDue ? lacks : [], next: isDue && lacks.length > 0 ? null : nextStepOf(item, state, journey.kind),
    attempts: item.attempts.map(attemptView)
  }
}

export function attemptView (attempt: Attempt): AttemptView {
  const { number, trackId, envelopeAnswer, createdAt, sentAt, declaredAt, decidedAt, documents, reasons } = attempt
  return {
    number, state: attemptState(attempt), trackId, siiState: envelopeAnswer?.state ?? null, createdAt, sentAt,
    declaredAt, decidedAt,
    documents: documents.map(({ position, invoiceId, documentType, folio, status, verdict }) => ({
      case: position, correlationId: invoiceId, documentType,
      typeName: isDocumentType(documentType) ? documentTypes[documentType].name : String(documentType),
      folio: Number(folio), status, statusText: statusText(status), reasons: verdict?.reasons ?? []
    })),
    reasons: [...refusalsOf(attempt), ...reasons].map((reason) => ({ ...reason, remedy: remedyOf(reason.text) }))
  }
}

/** The SII's reasons against a book; documents have their own. */
function refusalsOf ({ envelopeState, envelopeAnswer, documents }: Attempt): ReviewReason[] {
  const isSettled = envelopeState === 'refused' || envelopeState === 'processed'
  if (!isSettled || envelopeAnswer === null || documents.length > 0) return []
  const { state, reasons } = envelopeAnswer
  return reasons.map(({ code, description }) => ({
    case: null, documentType: null, folio: null,
    text: [state, ...(state.endsWith(code) || description.includes(code) ? [] : [code]), description]
      .filter((part) => part !== '').join(' ')
  }))
}

/** The first thing to do in the whole journey. */
function nextOf (
  { journey, steps }: Journey, { views, stage, folios }: { views: ItemView[], stage: JourneyStage, folios: FolioNeed[] }
): NextStep | null {
  if (stage === 'Enrolled') return stepsBeforeFile(journey.kind)
  if (isOver(stage)) return null
  const isAdvanced = steps.some(({ step }) => step === 'advanced')
  if (stage === 'Simulation' && !isAdvanced) return advanceStep
  const lacksFolios = views.some(({ missing }) => missing.some(({ code }) => code === 'FOLIOS_MISSING'))
  return views.find(({ next }) => next !== null)?.next ?? (lacksFolios ? foliosStep(journey.kind, folios) : null)
}

function isOver (stage: JourneyStage): boolean {
  return stage === 'Authorised' || stage === 'InProduction'
}
