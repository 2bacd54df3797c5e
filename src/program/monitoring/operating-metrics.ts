import { Counter, Gauge, type GaugeConfiguration, type Registry } from 'prom-client'
import type { ChangeListener } from '../../model/changes.ts'
import { documentTypes } from '../../dte/values/document-types.ts'
import { statusText } from '../../model/document-states.ts'
import type { OperatingFigures } from '../../services/reports/operating-figures.ts'

export interface OperatingMetricsOptions {
  figures: () => Promise<OperatingFigures>
  /** Why the database takes no writes; rejects while it is away. */
  writeRefusal: () => Promise<string | undefined>
  pool: () => { open: number, idle: number, waiting: number, most: number }
}

type Row = readonly [labels: Record<string, string | number>, value: number]

/**
 * What an operator watches. Figures that come from the database have no samples while it is away, and
 * `timbre_database_up` says so: the others are served all the same.
 */
export function operatingMetrics (registry: Registry, { figures, writeRefusal, pool }: OperatingMetricsOptions) {
  const registers = [registry]
  const gauge = (options: Omit<GaugeConfiguration<string>, 'registers'>): void => {
    registry.registerMetric(new Gauge({ ...options, registers: [] }))
  }
  const stored = (
    name: string, help: string, labelNames: string[], rowsOf: (read: OperatingFigures) => Row[]
  ): void => {
    gauge({
      name, help, labelNames,
      async collect () {
        this.reset()
        const read = await figures().catch(() => undefined)
        // A gauge without labels would show 0 after its reset.
        if (!read && labelNames.length === 0) this.remove()
        for (const [labels, value] of read ? rowsOf(read) : []) this.set(labels, value)
      }
    })
  }

  gauge({
    name: 'timbre_database_up', help: 'Whether the figures of the service could be read from the database: 1 or 0.',
    async collect () { this.set(await figures().then(() => 1, () => 0)) }
  })
  gauge({
    name: 'timbre_database_writable', help: 'Whether the database takes writes: 1 or 0; no sample while it is away.',
    async collect () {
      await writeRefusal().then((refusal) => { this.set(refusal === undefined ? 1 : 0) }, () => { this.remove() })
    }
  })
  stored('timbre_open_documents', 'Documents that wait, are on their way, or were rejected or failed, by type and state.',
    ['type', 'state'], ({ openDocuments }) =>
      openDocuments.map(({ documentType: type, state, documents }) => [{ type, state }, documents]))
  stored('timbre_oldest_unsent_document_seconds', 'Time since the oldest document was issued that the SII does not have; 0 without one.',
    [], ({ oldestUnsentSeconds }) => [[{}, oldestUnsentSeconds]])
  stored('timbre_folios_left', 'Folios left in the active blocks, by tenant and type.',
    ['tenant', 'type'], ({ folios }) => folios.map(({ tenant, documentType: type, left }) => [{ tenant, type }, left]))
  stored('timbre_folios_days_left', 'Days until the folios are used up at the pace of the last week, or expire; absent when neither is in sight.',
    ['tenant', 'type'], ({ folios }) =>
      folios.flatMap(({ tenant, documentType: type, days }) => days === undefined ? [] : [[{ tenant, type }, days]]))
  stored('timbre_certificate_days_left', 'Days until the certificate of the tenant expires; negative afterwards.',
    ['tenant'], ({ certificates }) => certificates.map(({ tenant, days }) => [{ tenant }, days]))
  stored('timbre_tasks_set_aside', 'Tasks that were put off because processes ended twice or more while they had them, by topic.',
    ['topic'], ({ tasksSetAside }) => tasksSetAside.map(({ topic, tasks }) => [{ topic }, tasks]))

  gauge({
    name: 'timbre_database_connections', help: 'Connections of the pool to the database, by what they do; waiting: requests for one.',
    labelNames: ['state'],
    collect () {
      const { open, idle, waiting } = pool()
      for (const [state, count] of Object.entries({ busy: open - idle, idle, waiting })) this.set({ state }, count)
    }
  })
  gauge({
    name: 'timbre_database_connections_max', help: 'The most connections that the pool opens (DATABASE_POOL).',
    collect () { this.set(pool().most) }
  })

  const documents = new Counter({
    name: 'timbre_documents_total', help: 'Documents that this process brought to a state, by type and state.',
    labelNames: ['type', 'state'], registers
  })
  const envelopes = new Counter({
    name: 'timbre_envelopes_total', help: 'Envelopes that were sent to the SII, processed, refused, or failed for good.',
    labelNames: ['state'], registers
  })
  const notifications = new Counter({
    name: 'timbre_notifications_total', help: 'Attempts to notify, by whether they were delivered, deferred, or failed for good.',
    labelNames: ['outcome'], registers
  })
  // A series that begins with its first failure has no increase in Prometheus: it has to be there before.
  for (const outcome of ['delivered', 'deferred', 'failed']) notifications.inc({ outcome }, 0)
  for (const type of Object.keys(documentTypes)) for (const state of ['Rejected', 'Failed']) documents.inc({ type, state }, 0)
  const changed: ChangeListener = (_tenantId, change) => {
    if (change.kind === 'envelope') envelopes.inc({ state: change.state })
    else documents.inc({ type: change.documentType, state: statusText(change.status) }, change.count)
  }
  return { changed, notification: (outcome: string): void => { notifications.inc({ outcome }) } }
}
