import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { SiiCall } from '../../adapters/sii/client.ts'
import { heldIn } from '../../http/plugins/held.ts'
import { mailKinds } from '../../model/mails.ts'
import { unexpectedEndings, type EndingCounts } from '../supervision/endings.ts'

// As services/secrets names them.
const sealedTables = ['certificates', 'folio_blocks', 'notification_endpoints', 'mails']

interface ProcessFigures { endings: EndingCounts, droppedLogLines: () => number }

/** How earlier processes ended, as counted by their supervisor, and what this one could not log. */
export function processMetrics (registry: Registry, { endings, droppedLogLines }: ProcessFigures): void {
  registry.registerMetric(new Counter({
    name: 'timbre_log_lines_dropped_total',
    help: 'Log lines that were dropped because the output was not read or not writable.',
    registers: [],
    collect () {
      this.reset()
      this.inc(droppedLogLines())
    }
  }))
  const restarts = new Counter({
    name: 'timbre_restarts_total',
    help: 'Unexpected exits after which the supervisor restarted the program.',
    labelNames: ['reason'],
    registers: [registry]
  })
  for (const reason of unexpectedEndings) restarts.inc({ reason }, endings[reason])
  const uncaught = new Counter({
    name: 'timbre_uncaught_errors_total',
    help: 'Unexpected errors; each ended the program.',
    registers: [registry]
  })
  uncaught.inc(endings.uncaughtError)
}

/** Metrics of the service itself, beside those of the process and of requests. */
export function serviceMetrics (registry: Registry, { backlogSeconds }: { backlogSeconds: () => Promise<number> }) {
  const registers = [registry]
  const siiCalls = new Histogram({
    name: 'timbre_sii_call_duration_seconds',
    help: 'Duration of a call to the tax authority.',
    labelNames: ['operation', 'kind', 'authority', 'result'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers
  })
  const failedTasks = new Counter({
    name: 'timbre_failed_tasks_total',
    help: 'Tasks that failed and were rescheduled.',
    labelNames: ['topic'],
    registers
  })
  const failedTemplates = new Counter({
    name: 'timbre_failed_pdf_templates_total',
    help: "Documents printed with the built-in template because the tenant's failed.",
    registers
  })
  const failedBatchDocuments = new Counter({
    name: 'timbre_failed_batch_documents_total',
    help: 'Documents whose batch failed; they were issued tenant by tenant instead.',
    registers
  })
  const mails = new Counter({
    name: 'timbre_mails_total',
    help: 'Mails by kind and outcome: sent, deferred, failed permanently, or refused by a limit.',
    labelNames: ['kind', 'outcome'],
    registers
  })
  const unreadableSecrets = new Counter({
    name: 'timbre_unreadable_secrets_total',
    help: 'Secrets that could not be decrypted when needed, by table; the log names each.',
    labelNames: ['table'],
    registers
  })
  const checkedDocuments = new Counter({
    name: 'timbre_checked_documents_total',
    help: 'Stored documents of the nightly sample, by whether they hold: intact or damaged; the log names each that is damaged.',
    labelNames: ['outcome'],
    registers
  })
  // A series that begins with its first failure has no increase in Prometheus: it has to be there before.
  for (const kind of mailKinds) mails.inc({ kind, outcome: 'failed' }, 0)
  for (const table of sealedTables) unreadableSecrets.inc({ table }, 0)
  for (const outcome of ['intact', 'damaged']) checkedDocuments.inc({ outcome }, 0)
  registry.registerMetric(new Gauge({
    name: 'timbre_outbox_backlog_seconds',
    help: 'How long the oldest due task has waited.',
    registers: [],
    // Without the database there is no sample; the other figures are served all the same.
    async collect () {
      await backlogSeconds().then((seconds) => { this.set(seconds) }, () => { this.remove() })
    }
  }))

  return {
    held: heldIn(registry),
    siiCall: ({ operation, kind, authority, result, durationMs }: SiiCall): void => {
      siiCalls.observe({ operation, kind, authority, result }, durationMs / 1000)
    },
    /** From now on failures of these topics are seen. */
    tasksBegin: (topics: readonly string[]): void => { for (const topic of topics) failedTasks.inc({ topic }, 0) },
    taskFailed: (topic: string): void => { failedTasks.inc({ topic }) },
    documentsChecked: (documents: number, damaged: number): void => {
      checkedDocuments.inc({ outcome: 'intact' }, documents - damaged)
      checkedDocuments.inc({ outcome: 'damaged' }, damaged)
    },
    batchFailed: (documents: number): void => { failedBatchDocuments.inc(documents) },
    mail: (kind: string, outcome: string): void => { mails.inc({ kind, outcome }) },
    secretUnreadable: (table: string): void => { unreadableSecrets.inc({ table }) },
    templateFailed: (): void => { failedTemplates.inc() }
  }
}
