import { createChores } from '../jobs/recurring-jobs.ts'
import { createWorker, inLanes, type TaskHandlers } from '../jobs/worker.ts'
import type { Foundation } from './infrastructure.ts'
import type { Invoicing } from './invoicing.ts'
import type { Messages } from './messages.ts'
import type { Tenancy } from './tenancy.ts'

const hour = 3600

// A stop shall end within ten seconds: the rest is for requests in hand and for the database.
const stopPatienceMs = 6000

/** Who does the work that is left on the outbox, and when. */
export function composeWorker (
  { config, logger, taskList, measured, allowances, bell }: Foundation,
  { signInDelays, passwordResets, registrationProofs }: Tenancy, invoicing: Invoicing,
  { notifier, mailRoom, certificateWarnings }: Messages
) {
  const chores = createChores({
    plant: taskList.plant,
    putBack: taskList.putBack,
    chores: {
      warnOfCertificates: { everySeconds: 6 * hour, work: certificateWarnings.warnAll },
      forgetOldFailures: { everySeconds: hour, work: signInDelays.forgetOld },
      forgetExpiredResets: { everySeconds: hour, work: passwordResets.forgetExpired },
      forgetOldAllowances: { everySeconds: hour, work: allowances.forgetOld },
      forgetExpiredRegistrations: { everySeconds: hour, work: registrationProofs.forgetExpired },
      forgetOldMails: { everySeconds: 24 * hour, work: mailRoom.forgetOld }
    }
  })

  const laneOf = (handlers: TaskHandlers) => createWorker({
    lease: taskList.lease,
    msToNext: taskList.msToNext,
    keep: taskList.keep,
    release: taskList.release,
    setBack: taskList.setBack,
    handlers,
    concurrency: config.WORKER_CONCURRENCY,
    pollMs: config.WORKER_POLL_MS,
    keepMs: config.WORKER_LEASE_SECONDS * 1000 / 3,
    patienceMs: stopPatienceMs,
    onError: (error, task) => {
      logger.error({ err: error, task }, 'a task failed')
      measured.taskFailed(task?.topic ?? 'none')
    }
  })
  const { waitingRoom, packer, delivery, followUp, bulkProcessing } = invoicing
  const lanes = inLanes([
    laneOf({
      issueWaiting: waitingRoom.issue, packEnvelope: packer.pack, uploadEnvelope: delivery.send,
      followEnvelope: followUp.follow
    }),
    // A lane of its own, so that thousands of rows leave the sending of what is issued its place.
    laneOf({ processBulk: bulkProcessing.process }),
    // Strangers' slow servers have lanes of their own, and say nothing of our health.
    laneOf({ notify: notifier.deliver }),
    laneOf({
      sendMail: mailRoom.send, preparePasswordReset: passwordResets.prepare,
      prepareRegistration: registrationProofs.prepare, chore: chores.perform
    })
  ])
  bell.answeredBy(lanes.wake)
  return {
    ...lanes,
    start (): void {
      lanes.start()
      chores.plant().then(lanes.wake, (error: unknown) => {
        logger.error({ err: error }, 'the chores are not on the list')
      })
    }
  }
}
