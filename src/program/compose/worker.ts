import { judgeDocument } from '../../adapters/judging/document-judge.ts'
import { createRecurringJobs } from '../jobs/recurring-jobs.ts'
import { createWorker, type StopOptions, type TaskGroup, type TaskHandlers } from '../jobs/worker.ts'
import { createDocumentCheck } from '../../services/evidence/document-check.ts'
import { createContentCleaning } from '../../services/invoicing/issuing/repeated-content.ts'
import { createSumsCheck } from '../../services/reports/sums-check.ts'
import { daySeconds, hourSeconds, minuteSeconds } from '../../shared/durations.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Invoicing } from './invoicing.ts'
import type { Messages } from './messages.ts'
import type { Tenancy } from './tenancy.ts'

// Shutdown must finish within ten seconds; the remainder is for running requests and the database.
const stopTimeoutMs = 6000
const mailsAtOnce = 16
const registryQuestionsAtOnce = 2

/** The worker with its handlers, and the recurring jobs. */
export function composeWorker (
  {
    config, clock, logger, store, databaseWatch, taskList, measured, allowances, workSignal, failedInstance
  }: Infrastructure,
  { signInDelays, userSessions, passwordResets, registrationProofs, users }: Tenancy, invoicing: Invoicing,
  {
    notifier, mailFetching, mailProcessor, mailDispatcher, certificateWarnings, folioWarnings, deadlineWarnings,
    receivedConfirmation, receivedRegistry, claimSending, receivedDeadlines, answerSending, rejectionMails, weeklyMails
  }: Messages
) {
  const sumsCheck = createSumsCheck({
    store,
    clock,
    onDifference (tenantId, sums) {
      logger.error({ tenantId, sums }, 'sums of documents differed from the documents; they were corrected')
    }
  })
  const documentCheck = createDocumentCheck({
    store,
    clock,
    judge: judgeDocument,
    random: Math.random,
    onChecked: measured.documentsChecked,
    onDamage (damage) {
      logger.error(damage, 'a stored document does not hold: change nothing, and compare with a backup')
    }
  })
  const recurringJobs = createRecurringJobs({
    scheduleRecurring: taskList.scheduleRecurring,
    reschedule: taskList.reschedule,
    jobs: {
      warnOfCertificates: { everySeconds: 6 * hourSeconds, run: certificateWarnings.warnAll },
      warnOfFolios: { everySeconds: hourSeconds, run: folioWarnings.warnAll },
      warnOfReceivedDeadlines: { everySeconds: 15 * minuteSeconds, run: receivedDeadlines.warnAll },
      mailWeekly: { everySeconds: 5 * minuteSeconds, run: weeklyMails.mailAll },
      forgetOldFailures: { everySeconds: hourSeconds, run: signInDelays.forgetOld },
      deleteExpiredSessions: { everySeconds: hourSeconds, run: userSessions.deleteExpired },
      forgetExpiredResets: { everySeconds: hourSeconds, run: passwordResets.forgetExpired },
      forgetOldAllowances: { everySeconds: hourSeconds, run: allowances.forgetOld },
      forgetExpiredRegistrations: { everySeconds: hourSeconds, run: registrationProofs.forgetExpired },
      forgetOldContents: { everySeconds: hourSeconds, run: createContentCleaning({ store, clock }) },
      forgetOldMails: { everySeconds: daySeconds, run: mailDispatcher.forgetOld },
      checkDocuments: { everySeconds: hourSeconds, run: documentCheck.checkAtNight },
      checkSums: { everySeconds: hourSeconds, run: sumsCheck.checkAll }
    }
  })

  const { waitingDocuments, packer, delivery, followUp, registryQuestions, bulkProcessing } = invoicing
  const group = (handlers: TaskHandlers, concurrency = config.WORKER_CONCURRENCY): TaskGroup =>
    ({ handlers, concurrency })
  const groups = [
    group({
      issueWaiting: waitingDocuments.issue, packEnvelope: packer.pack, uploadEnvelope: delivery.send,
      followEnvelope: followUp.follow
    }),
    // Apart, so that thousands of rows do not hold up the sending of issued documents.
    group({ processBulk: bulkProcessing.process }),
    // Apart, so that slow servers of tenants hold up nothing else.
    group({ notify: notifier.deliver }),
    // Apart, so that slow mail servers of tenants hold up nothing else, nor odd mails.
    group({ readMailbox: mailFetching.read }),
    // More at once: those of one tenant wait for each other, and hold nothing meanwhile.
    group({ takeMail: mailProcessor.process }, mailsAtOnce),
    // Apart, so that a slow SII holds up no sending.
    group({
      confirmReceived: receivedConfirmation.confirm, watchReceived: receivedRegistry.watch, sendClaim: claimSending.send
    }),
    // Apart, and few at once: the SII wants few questions.
    group({ askRegistry: registryQuestions.ask }, registryQuestionsAtOnce),
    // Apart, and one at a time: to ask for them takes no account.
    group({
      preparePasswordReset: passwordResets.prepare, prepareRegistration: registrationProofs.prepare
    }, 1),
    group({
      sendMail: mailDispatcher.send, sendAnswer: answerSending.send,
      prepareInvitation: users.prepareInvitation, watchDeadlines: deadlineWarnings.watch,
      mailRejections: rejectionMails.mail,
      recurringJob: recurringJobs.perform
    })
  ]
  for (const { handlers } of groups) measured.tasksBegin(Object.keys(handlers))
  const worker = createWorker({
    groups,
    leaseDue: taskList.leaseDue,
    extendLeases: taskList.extendLeases,
    releaseLeases: taskList.releaseLeases,
    rescheduleFailed: taskList.rescheduleFailed,
    pollMs: config.WORKER_POLL_MS,
    heartbeatMs: config.WORKER_LEASE_SECONDS * 1000 / 3,
    stopTimeoutMs,
    onError: (error, task) => {
      if (!databaseWatch.report(error)) logger.error({ err: error, task }, 'a task failed')
      measured.taskFailed(task?.topic ?? 'none')
    }
  })
  workSignal.listen(worker.wake)

  /** Puts off what the process before this one had when it ended by a fault of its own. */
  async function countLosses (): Promise<void> {
    if (failedInstance === undefined) return
    const { lost, setAside } = await taskList.loseLeases(failedInstance)
    if (lost.length > 0) logger.warn({ tasks: lost }, 'the process before this one ended while it had these tasks')
    for (const task of setAside) logger.error({ task }, 'a task is set aside: processes ended while they had it')
  }

  const failed = (what: string) => (error: unknown): void => {
    if (!databaseWatch.report(error)) logger.error({ err: error }, `could not ${what}`)
  }

  return {
    ...worker,
    stop (options?: StopOptions): Promise<void> {
      mailFetching.stop()
      return worker.stop(options)
    },
    start (): void {
      countLosses().then(worker.start, (error: unknown) => {
        failed('count the tasks that were lost')(error)
        worker.start()
      })
      recurringJobs.schedule().then(worker.wake, failed('schedule the recurring jobs'))
    }
  }
}
