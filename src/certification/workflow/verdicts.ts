import { readSetReview, type SetReview } from '../sets/review-mail.ts'
import type { AttemptOutcome, JourneyKind, ReviewReason } from '../../model/certification.ts'
import type { JourneyRow } from '../../repositories/tenants/certification.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { problemAt, ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../../services/actor.ts'
import type { Clock } from '../../services/ports.ts'
import { announceReview } from './announcements.ts'
import { type Attempt, attemptState, isApproved, type Item, pageNameOf } from './items.ts'
import { addStep } from './journeys.ts'
import { journeyFacts } from './missing-requirements.ts'
import type { ManualStep } from './next-steps.ts'
import { type AttemptView, attemptView } from './progress.ts'
import { readItems } from './read-items.ts'

/** The SII's verdict on a set: its mail, or what a person reads on its page. */
export type VerdictRequest =
  /** Subject and text of the mail SETMAIL. */
  | { text: string }
  | { kind: JourneyKind, name: string, outcome: AttemptOutcome, reasons: ReviewReason[] }

export interface RecordedVerdict { item: string, attempt: AttemptView }

export interface StepRequest {
  kind: JourneyKind
  step: ManualStep
  /** Of a declaration: which item. */
  name: string | null
  note: string | null
}

interface NamedItem { kind: JourneyKind, name: string }
interface Found { journey: JourneyRow, item: Item, attempt: Attempt }

/** Takes what people and the SII's mails say about sets. */
export function createVerdicts ({ store, clock }: { store: Store, clock: Clock }) {
  return {
    /**
     * Records the review of a set; the same mail may come twice. Throws ServiceError CERTIFICATION_ONLY,
     * CERTIFICATION_VERDICT_UNREADABLE for a text that is no such mail, CERTIFICATION_NOT_STARTED when no journey is
     * under way, CERTIFICATION_ITEM_NOT_FOUND when no uploaded attempt fits it.
     */
    async recordVerdict (actor: Actor, request: VerdictRequest): Promise<RecordedVerdict> {
      const at = clock()
      const review = 'text' in request ? readSetReview(request.text) : undefined
      if ('text' in request && !review) throw new ServiceError('CERTIFICATION_VERDICT_UNREADABLE')
      return store.asTenant(actor.tenantId, async (repositories) => {
        await journeyFacts(repositories, at)
        await repositories.tenant.lock()
        const found = await findAttempt(repositories, 'text' in request ? review : request)
        const { outcome, reasons } = 'text' in request ? review as SetReview : request
        const { journey, item, attempt } = found
        if (attempt.outcome !== outcome || attempt.reasons.length !== reasons.length) {
          await repositories.certification.changeAttempt(attempt.id, { outcome, reasons, decidedAt: at })
          await addStep(repositories, actor, {
            journeyId: journey.id, itemId: item.id, step: outcome, at, details: { attempt: attempt.number, reasons }
          })
          await announceReview(repositories, { ...found, outcome, reasons }, at)
        }
        return {
          item: pageNameOf(item), attempt: attemptView({ ...attempt, outcome, reasons, decidedAt: at })
        }
      })
    },

    /**
     * Records that a person did a step. Throws ServiceError CERTIFICATION_ONLY, CERTIFICATION_NOT_STARTED,
     * CERTIFICATION_ITEM_NOT_FOUND, CERTIFICATION_STEP_EARLY when something must come before it.
     */
    recordStep: ({ tenantId, ...actor }: Actor, request: StepRequest): Promise<void> =>
      store.asTenant(tenantId, async (repositories) => {
        const at = clock()
        await journeyFacts(repositories, at)
        await repositories.tenant.lock()
        const journey = await repositories.certification.findJourney(request.kind)
        if (!journey) throw new ServiceError('CERTIFICATION_NOT_STARTED')
        const items = await readItems(repositories, journey.id)
        const item = items.find((one) => pageNameOf(one) === request.name)
        if (request.step === 'declared') await declare(repositories, item, at)
        if (request.step === 'advanced') mustBeApproved(items)
        await addStep(repositories, { tenantId, ...actor }, {
          journeyId: journey.id, itemId: item?.id ?? null, step: request.step, at,
          details: request.note === null ? {} : { note: request.note }
        })
      })
  }
}

export type Verdicts = ReturnType<typeof createVerdicts>

/** The attempt that a verdict is about: by its track id, or the latest one that was uploaded. */
async function findAttempt (
  repositories: TenantRepositories, about: SetReview | NamedItem | undefined
): Promise<Found> {
  const journeys = (await repositories.certification.listJourneys()).filter(({ endedAt }) => endedAt === null)
  if (journeys.length === 0) throw new ServiceError('CERTIFICATION_NOT_STARTED')
  for (const journey of journeys) {
    for (const item of await readItems(repositories, journey.id)) {
      const attempt = about && attemptOf(item, journey, about)
      if (attempt) return { journey, item, attempt }
    }
  }
  throw new ServiceError('CERTIFICATION_ITEM_NOT_FOUND')
}

function attemptOf (item: Item, { kind }: JourneyRow, about: SetReview | NamedItem): Attempt | undefined {
  const uploaded = item.attempts.filter(({ trackId }) => trackId !== null)
  if ('name' in about) return kind === about.kind && pageNameOf(item) === about.name ? uploaded.at(-1) : undefined
  if (about.trackId !== null) {
    return uploaded.find(({ trackId }) => trackId?.replace(/^0+/, '') === about.trackId)
  }
  // The file of boletas does not say its attention number: a verdict on a number of no other set is about them.
  const fits = item.attentionNumber === about.attentionNumber && about.attentionNumber !== null
  const isBoletas = kind === 'BOLETA' && item.kind === 'documents'
  return fits || isBoletas ? uploaded.at(-1) : undefined
}

async function declare (
  { certification }: TenantRepositories, item: Item | undefined, at: Date
): Promise<void> {
  const latest = item?.attempts.at(-1)
  if (!latest) throw new ServiceError('CERTIFICATION_ITEM_NOT_FOUND')
  const state = attemptState(latest)
  if (state === 'Declared') return
  if (state !== 'Processed') {
    throw tooEarly({ en: `its attempt ${latest.number} is ${state}`, es: `su intento ${latest.number} está ${state}` })
  }
  await certification.changeAttempt(latest.id, { declaredAt: at })
}

function mustBeApproved (items: readonly Item[]): void {
  const open = items.filter((item) => item.attentionNumber !== null && !isApproved(item))
  if (open.length === 0) return
  const names = open.map(pageNameOf).join(', ')
  throw tooEarly({ en: `not approved: ${names}`, es: `sin aprobar: ${names}` })
}

function tooEarly (why: { en: string, es: string }): ServiceError {
  return new ServiceError('CERTIFICATION_STEP_EARLY', { problems: [problemAt('step', why)] })
}
