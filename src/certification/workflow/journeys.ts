import { santiagoDate } from '../../dte/values/calendar.ts'
import { isBoleta, isDocumentType } from '../../dte/values/document-types.ts'
import type { JourneyKind, JourneyOptions } from '../../model/certification.ts'
import type { JourneyRow } from '../../repositories/tenants/certification.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { problemAt, ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import type { Actor } from '../../services/actor.ts'
import { audited } from '../../services/audit/audit-actor.ts'
import type { Clock } from '../../services/ports.ts'
import { deadlineSeconds } from './deadlines.ts'
import { attemptState, type Item, itemsOf, pageNameOf } from './items.ts'
import { type FolioNeed, folioNeeds, journeyFacts, type MissingRequirement, missingFor, missingForCompany, typesOf } from './missing-requirements.ts'
import { readItems } from './read-items.ts'
import { readTestSets, type ReadSets, type SetView } from './set-preview.ts'

export interface NewJourneyRequest {
  kind: JourneyKind
  /** The types that the company wants to issue. */
  documentTypes: number[]
  /** Those that it is authorised for already, with whichever software. */
  authorisedTypes: number[]
  /** YYYY-MM-DD */
  enrolledOn: string
  email: string | null
}

export interface StartedJourney {
  id: string
  kind: JourneyKind
  documentTypes: number[]
  missing: MissingRequirement[]
}

/** A set file as Timbre reads it, and the effect on the journey. */
export interface UploadedSet {
  kind: JourneyKind
  /** False for a dry run. */
  stored: boolean
  sets: SetView[]
  folios: FolioNeed[]
  /** What is missing before its sets can be issued. */
  missing: MissingRequirement[]
  /** The sets of the previous file, which become void. */
  lost: { name: string, state: string }[]
  notes: string[]
}

/** Begins a company's journeys through certification, and takes what they need. */
export function createJourneys ({ store, clock }: { store: Store, clock: Clock }) {
  /** Work on the journey of a kind, one at a time. Throws CERTIFICATION_ONLY, CERTIFICATION_NOT_STARTED. */
  const inJourney = <T>(
    { tenantId }: Actor, kind: JourneyKind,
    work: (repositories: TenantRepositories, journey: JourneyRow) => Promise<T>
  ): Promise<T> => store.asTenant(tenantId, async (repositories) => {
      await repositories.tenant.lock()
      const journey = await repositories.certification.findJourney(kind)
      if (!journey) throw new ServiceError('CERTIFICATION_NOT_STARTED')
      return work(repositories, journey)
    })

  return {
    /**
     * Begins a journey. Throws ServiceError CERTIFICATION_ONLY, CERTIFICATION_STARTED, CERTIFICATION_NOT_NEEDED when
     * the company may issue all these types already, and VALIDATION_FAILED for types of the other kind.
     */
    start: (actor: Actor, request: NewJourneyRequest): Promise<StartedJourney> =>
      store.asTenant(actor.tenantId, async (repositories) => {
        const at = clock()
        const { kind, enrolledOn, email, authorisedTypes } = request
        const facts = await journeyFacts(repositories, at)
        mustFit(request)
        const wanted = request.documentTypes.filter((type) => !authorisedTypes.includes(type))
        if (wanted.length === 0) throw new ServiceError('CERTIFICATION_NOT_NEEDED')
        await repositories.tenant.lock()
        if (await repositories.certification.findJourney(kind)) throw new ServiceError('CERTIFICATION_STARTED')
        const id = newId()
        await repositories.certification.addJourney({
          id, kind, documentTypes: wanted, enrolledOn, email, startedAt: at
        })
        await repositories.tasks.schedule('watchDeadlines', [id], deadlineSeconds[kind])
        await addStep(repositories, actor, { journeyId: id, step: 'started', at, details: { documentTypes: wanted } })
        return { id, kind, documentTypes: wanted, missing: missingForCompany(facts) }
      }),

    /**
     * Takes the SII's file, or only shows what it asks for. Throws ServiceError TEST_SET_INVALID with each line that is
     * not understood, CERTIFICATION_ONLY, CERTIFICATION_NOT_STARTED, CERTIFICATION_SET_LOADED for a second file without
     * `replace`.
     */
    async uploadSet (
      actor: Actor, { file, replace, dryRun }: { file: Buffer, replace: boolean, dryRun: boolean }
    ): Promise<UploadedSet> {
      const at = clock()
      // Tenants in production are refused before the file is read.
      await store.asTenant(actor.tenantId, (repositories) => journeyFacts(repositories, at))
      const read = readTestSets(file, santiagoDate(at))
      if (dryRun) return previewOf(actor, read, at)
      return inJourney(actor, read.kind, async (repositories, journey) => {
        const earlier = await readItems(repositories, journey.id)
        if (earlier.length > 0 && !replace) throw alreadyLoaded(earlier)
        await repositories.certification.replaceItems(earlier.map(({ id }) => id), at)
        const items = itemsOf(read, journey.id, at)
        await repositories.certification.addItems(items)
        await repositories.certification.changeJourney(journey.id, { file, loadedAt: at })
        // Of a journey that an earlier version began.
        await repositories.tasks.schedule('watchDeadlines', [journey.id], deadlineSeconds[journey.kind])
        await addStep(repositories, actor, {
          journeyId: journey.id, step: 'setLoaded', at, details: { sets: read.sets.map(({ name }) => name) }
        })
        return { ...await uploadedIn(repositories, journey, read, at), stored: true, lost: lostOf(earlier) }
      })
    },

    /**
     * Sets what the file leaves to the company; a member that is left out keeps its value. Throws ServiceError
     * CERTIFICATION_ONLY, CERTIFICATION_NOT_STARTED.
     */
    setOptions: (actor: Actor, kind: JourneyKind, changes: JourneyOptions): Promise<void> =>
      inJourney(actor, kind, async (repositories, journey) => {
        const at = clock()
        await journeyFacts(repositories, at)
        const options = { ...journey.options, ...changes }
        await repositories.certification.changeJourney(journey.id, { options })
        await addStep(repositories, actor, {
          journeyId: journey.id, step: 'optionsSet', at, details: { options: Object.keys(changes) }
        })
      })
  }

  function previewOf (actor: Actor, read: ReadSets, at: Date): Promise<UploadedSet> {
    return store.asTenant(actor.tenantId, async (repositories) => {
      const journey = await repositories.certification.findJourney(read.kind)
      const lost = journey ? lostOf(await readItems(repositories, journey.id)) : []
      return { ...await uploadedIn(repositories, journey, read, at), stored: false, lost }
    })
  }
}

/** Writes a step of the history, and the audit row that belongs to it. */
export async function addStep (
  { certification, auditLog }: TenantRepositories, actor: Actor,
  { journeyId, itemId = null, step, at, details }: {
    journeyId: string, itemId?: string | null, step: string, at: Date, details: Record<string, unknown>
  }
): Promise<void> {
  await certification.addStep({
    id: newId(), journeyId, itemId, step, actorId: actor.userId, actorName: actor.userName, details, at
  })
  auditLog.add([{
    actor: audited(actor), action: `certification.${step}`, entity: 'certification', entityId: itemId ?? journeyId, details
  }], at)
}

function mustFit ({ kind, documentTypes: types }: NewJourneyRequest): void {
  const wrong = types.filter((type) => !isDocumentType(type) || isBoleta(type) !== (kind === 'BOLETA'))
  if (wrong.length === 0) return
  throw new ServiceError('VALIDATION_FAILED', {
    problems: wrong.map((type) => problemAt('documentTypes', {
      en: `${type} is no type of this journey`, es: `${type} no es un tipo de este proceso`
    }))
  })
}

/** With the journey's options, as far as there is one. */
async function uploadedIn (
  repositories: TenantRepositories, journey: JourneyRow | null, read: ReadSets, at: Date
): Promise<Omit<UploadedSet, 'stored' | 'lost'>> {
  const facts = await journeyFacts(repositories, at)
  const items: Item[] = itemsOf(read, journey?.id ?? '', at).map((item) => ({
    ...item, tenantId: facts.tenant.tenantId, replacedAt: null, attempts: []
  }))
  const missing = items.filter(({ kind }) => kind === 'documents')
    .flatMap((item) => missingFor(item, { options: journey?.options ?? {}, facts, items }))
  return {
    kind: read.kind, sets: read.sets, folios: folioNeeds(items.flatMap(typesOf), facts), missing: distinct(missing),
    notes: read.notes
  }
}

/** Sets share what they lack. */
function distinct (lacks: readonly MissingRequirement[]): MissingRequirement[] {
  return lacks.filter((lack, index) => lacks.findIndex(({ message }) => message.en === lack.message.en) === index)
}

function lostOf (items: readonly Item[]): UploadedSet['lost'] {
  return items.flatMap((item) => {
    const latest = item.attempts.at(-1)
    return latest ? [{ name: pageNameOf(item), state: attemptState(latest) }] : []
  })
}

function alreadyLoaded (items: readonly Item[]): ServiceError {
  return new ServiceError('CERTIFICATION_SET_LOADED', {
    problems: lostOf(items).map(({ name, state }) => problemAt('replace', {
      en: `${name} (${state}) would count no longer`, es: `${name} (${state}) dejaría de contar`
    }))
  })
}
