import type { NotificationEndpointRow } from '../../repositories/mail/notification-endpoints.ts'
import type { NotificationDeliveryRow } from '../../repositories/mail/notifications.ts'
import type { LeasedTask } from '../../repositories/tasks/tasks.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { finishTask, rescheduleTask } from '../tasks/task-lease.ts'
import { dayMs, daySeconds, hourSeconds, minuteSeconds } from '../../shared/durations.ts'
import { failPoints } from '../../shared/fail-points.ts'
import type { Clock, NotificationOutcome, NotificationSender } from '../ports.ts'
import type { Sealing } from '../secrets/sealing.ts'
import { deliveryStates } from '../../model/delivery-states.ts'
import { testEvent } from '../../model/notification-events.ts'
import { bodyOf } from './deliveries.ts'
import { secretPlace } from './settings.ts'
import { signedHeaders } from './signing.ts'

export interface NotifierDependencies {
  store: Store
  sealing: Sealing
  sender: NotificationSender
  clock: Clock
  /** Named in the user-agent. */
  version: string
  /** Called after each attempt. */
  onOutcome?: (outcome: 'delivered' | 'deferred' | 'failed') => void
}

// The schedule that Standard Webhooks 1.0.0 proposes: at once, then over more than three days.
const retrySeconds = [
  5, 5 * minuteSeconds, 30 * minuteSeconds, 2 * hourSeconds, 5 * hourSeconds, 10 * hourSeconds, 14 * hourSeconds,
  20 * hourSeconds, daySeconds
] as const
const longestLifeMs = 5 * dayMs

// After so many failures in a row, all deliveries to the endpoint pause.
const failuresBeforeRest = 10
const restSeconds = minuteSeconds

const keptMs = 30 * dayMs
const prunedAtOnce = 20

/** Delivers notifications to tenants' endpoints: at least once each, signed, with retries for days. */
export function createNotifier (
  { store, sealing, sender, clock, version, onOutcome = () => {} }: NotifierDependencies
) {
  const post = (delivery: NotificationDeliveryRow, endpoint: NotificationEndpointRow): Promise<NotificationOutcome> => {
    const at = clock()
    const body = bodyOf(delivery)
    const secrets = liveSecrets(endpoint, at).map((sealed) => sealing.open(sealed, secretPlace(endpoint)))
    const headers = signedHeaders({ id: delivery.id, body, at }, secrets)
    return sender.post({
      url: new URL(endpoint.url),
      body,
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': `Timbre/${version}` }
    })
  }

  async function record (
    repositories: TenantRepositories, task: LeasedTask, delivery: NotificationDeliveryRow, outcome: NotificationOutcome
  ): Promise<void> {
    const { notifications, notificationEndpoints } = repositories
    const at = clock()
    const delivered = isDelivered(outcome)
    const delay = delivered ? undefined : retryDelay(delivery)
    await notifications.recordAttempt(delivery.id, {
      ...answerOf(outcome),
      at,
      state: delivered
        ? deliveryStates.Delivered
        : delay === undefined
          ? deliveryStates.Failed
          : deliveryStates.Pending,
      nextAttempt: delay === undefined ? null : new Date(at.getTime() + delay * 1000)
    })
    await (delay === undefined
      ? finishTask(repositories, task)
      : rescheduleTask(repositories, task, delay, reasonOf(outcome)))
    failPoints.reached?.('notify.recorded')
    if (delivered) {
      await notificationEndpoints.forgetFailures(delivery.endpointId)
    } else if (await countFailure(repositories, delivery, outcome) >= failuresBeforeRest) {
      await notificationEndpoints.pause(delivery.endpointId, restSeconds)
    }
    await notifications.prune(new Date(at.getTime() - keptMs), prunedAtOnce)
  }

  const countFailure = (
    { notificationEndpoints }: TenantRepositories, { endpointId }: NotificationDeliveryRow, outcome: NotificationOutcome
  ): Promise<number> => {
    const { httpStatus, problem } = answerOf(outcome)
    return notificationEndpoints.countFailure(endpointId, { at: clock(), httpStatus, problem })
  }

  async function fail (task: LeasedTask, delivery: NotificationDeliveryRow, problem: string): Promise<void> {
    await store.asTenant(task.tenantId, async (repositories) => {
      await repositories.notifications.fail(delivery.id, problem)
      await finishTask(repositories, task)
    })
    onOutcome('failed')
  }

  return {
    /** Handles a `notify` task: its subject is a delivery. */
    async deliver (task: LeasedTask): Promise<void> {
      const { delivery, endpoint } = await store.asTenant(task.tenantId, async (repositories) => {
        const found = await repositories.notifications.findDelivery(task.subject)
        return {
          delivery: found, endpoint: found && await repositories.notificationEndpoints.find(found.endpointId)
        }
      })
      if (delivery?.state !== deliveryStates.Pending) {
        return store.asTenant(task.tenantId, (repositories) => finishTask(repositories, task))
      }
      if (!endpoint) return fail(task, delivery, 'ENDPOINT_DELETED')
      const stop = reasonToStop(delivery, endpoint, clock())
      if (stop !== undefined) return fail(task, delivery, stop)
      const outcome = await post(delivery, endpoint)
      failPoints.reached?.('notify.answered')
      await store.asTenant(task.tenantId, (repositories) => record(repositories, task, delivery, outcome))
      failPoints.reached?.('notify.committed')
      onOutcome(isDelivered(outcome) ? 'delivered' : retryDelay(delivery) === undefined ? 'failed' : 'deferred')
    }
  }
}

/** Undefined while the delivery should be attempted. A test is sent even if the endpoint is not enabled. */
function reasonToStop (
  { event, at: happenedAt, resentAt }: NotificationDeliveryRow, { enabled }: NotificationEndpointRow, at: Date
): string | undefined {
  if (!enabled && event !== testEvent) return 'TURNED_OFF'
  return at.getTime() - (resentAt ?? happenedAt).getTime() > longestLifeMs ? 'TOO_OLD' : undefined
}

/** Undefined after the last attempt. What a person sends is attempted once: they wait for the outcome. */
function retryDelay ({ attempts, event, resentAt }: NotificationDeliveryRow): number | undefined {
  return event === testEvent || resentAt !== null ? undefined : retrySeconds[attempts]
}

function liveSecrets (
  { sealedSecret, sealedOlderSecret, olderSecretEnds }: NotificationEndpointRow, at: Date
): Buffer[] {
  const olderLives = sealedOlderSecret !== null && olderSecretEnds !== null && olderSecretEnds > at
  return olderLives ? [sealedSecret, sealedOlderSecret] : [sealedSecret]
}

/** Only 2xx means that the receiver has it; redirects are not followed. */
function isDelivered (outcome: NotificationOutcome): boolean {
  return outcome.kind === 'answered' && outcome.httpStatus >= 200 && outcome.httpStatus < 300
}

function answerOf (outcome: NotificationOutcome) {
  return outcome.kind === 'answered'
    ? { httpStatus: outcome.httpStatus, excerpt: outcome.excerpt, problem: null }
    : { httpStatus: null, excerpt: null, problem: outcome.problem }
}

function reasonOf (outcome: NotificationOutcome): string {
  return outcome.kind === 'answered' ? `answered ${outcome.httpStatus}` : outcome.problem
}
