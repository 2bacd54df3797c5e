import { addDays, santiagoDate, startOfSantiagoDay } from '../../dte/values/calendar.ts'
import type { JourneyRow } from '../../repositories/tenants/certification.ts'
import { dayMs, hourMs, hourSeconds, minuteMs } from '../../shared/durations.ts'
import { ServiceError, type Sentence } from '../../shared/errors.ts'
import type { Clock } from '../../services/ports.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import type { LeasedTask } from '../../services/tasks/task-list.ts'
import { finishTask, rescheduleTask } from '../../services/tasks/task-lease.ts'
import { notifyOf } from '../../services/warnings.ts'
import type { Item } from './items.ts'
import { journeyFacts, type JourneyFacts } from './missing-requirements.ts'
import { mailJourney } from './announcements.ts'
import { stageOf } from './next-steps.ts'
import { readItems } from './read-items.ts'

export interface Deadline { kind: 'set' | 'simulation' | 'boletas', what: Sentence, at: Date }

const boletaHours = 24

/** Until when something is due on the SII's side. */
export function deadlinesOf (
  { kind, loadedAt }: JourneyRow, items: readonly Item[], { boletaFoliosAt }: JourneyFacts
): Deadline[] {
  if (kind === 'BOLETA') {
    return boletaFoliosAt === null
      ? []
      : [{
          kind: 'boletas',
          what: {
            en: 'Upload the set of boletas, and ask for its review, within 24 hours of downloading the folios.',
            es: 'Envíe el set de boletas, y pida su revisión, dentro de las 24 horas desde la descarga de los folios.'
          },
          at: new Date(boletaFoliosAt.getTime() + boletaHours * hourMs)
        }]
  }
  const simulated = items.find((item) => item.kind === 'simulation')?.attempts.at(-1)
  return [
    ...(loadedAt
      ? [{ kind: 'set' as const, what: { en: 'The set is valid for two months.', es: 'El set vale por dos meses.' }, at: inTwoMonths(loadedAt) }]
      : []),
    ...(simulated
      ? [{
          kind: 'simulation' as const,
          what: {
            en: 'Declare the simulation by the end of the month after it was sent.',
            es: 'Declare la simulación a más tardar el mes siguiente al de su envío.'
          },
          at: endOfNextMonth(simulated.createdAt)
        }]
      : [])
  ]
}

/** The end of the last of two months: those of 31 December end with February. */
function inTwoMonths (from: Date): Date {
  const [year = 0, month = 1, day = 1] = santiagoDate(from).split('-').map(Number)
  const sameDay = dateOf(year, month + 1, day)
  return endOf(sameDay.endsWith(`-${String(day).padStart(2, '0')}`) ? addDays(sameDay, -1) : dateOf(year, month + 2, 0))
}

function endOfNextMonth (from: Date): Date {
  const [year = 0, month = 1] = santiagoDate(from).split('-').map(Number)
  return endOf(dateOf(year, month + 1, 0))
}

/** Months count from 0 and may be beyond a year; day 0 is the last one of the month before. */
function dateOf (year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}

/** The last minute of a day in Chile. */
function endOf (date: string): Date {
  return new Date(startOfSantiagoDay(addDays(date, 1)).getTime() - minuteMs)
}

// A day for the set of boletas is 24 hours in all.
const noticeMs: Record<Deadline['kind'], number> = { set: 7 * dayMs, simulation: 7 * dayMs, boletas: 12 * hourMs }

/** How often a journey's deadlines are looked at. */
export const deadlineSeconds: Record<JourneyRow['kind'], number> = { DTE: 6 * hourSeconds, BOLETA: hourSeconds }

/** Warns of approaching deadlines, once each. */
export function createDeadlineWarnings ({ store, clock }: { store: Store, clock: Clock }) {
  return {
    /** Handles a `watchDeadlines` task, which ends with its journey. */
    watch: (task: LeasedTask): Promise<void> => store.asTenant(task.tenantId, async (repositories) => {
      const at = clock()
      const journey = await repositories.certification.journeyOf(task.subject)
      const due = journey && await openDeadlines(repositories, journey, at)
      if (!journey || !due) return finishTask(repositories, task)
      for (const deadline of due) await warn(repositories, journey, deadline, at)
      await rescheduleTask(repositories, task, deadlineSeconds[journey.kind], 'looks again')
    })
  }
}

/** Undefined for a journey without deadlines to watch. */
async function openDeadlines (
  repositories: TenantRepositories, journey: JourneyRow, at: Date
): Promise<Deadline[] | undefined> {
  const facts = await journeyFacts(repositories, at).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'CERTIFICATION_ONLY') return undefined
    throw error
  })
  if (!facts || journey.endedAt !== null) return undefined
  const items = await readItems(repositories, journey.id)
  const stage = stageOf(journey, items, await repositories.certification.listSteps(journey.id))
  if (stage === 'Authorised' || stage === 'InProduction') return undefined
  return deadlinesOf(journey, items, facts)
}

async function warn (
  repositories: TenantRepositories, journey: JourneyRow, { kind, at: end }: Deadline, at: Date
): Promise<void> {
  const left = end.getTime() - at.getTime()
  if (left <= 0 || left > noticeMs[kind]) return
  const about = `${journey.id} ${kind} ${end.toISOString()}`
  if (!await repositories.warnings.add('certification.deadline', about, at)) return
  const { businessName, taxNumber } = await repositories.tenant.get()
  await mailJourney(repositories, journey, {
    kind: 'certificationDeadline', facts: { businessName, taxNumber, what: kind, at: end.toISOString() }
  }, { about, at, endsAt: end })
  await notifyOf(repositories, 'certification.deadline', { at, data: { kind: journey.kind, deadline: kind, endsAt: end } })
}
