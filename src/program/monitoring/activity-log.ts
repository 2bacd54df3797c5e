import type { Logger } from 'pino'
import type { ChangeListener, DocumentChange, EnvelopeChange } from '../../model/changes.ts'
import { statuses, statusText } from '../../model/document-states.ts'

const batchMs = 5000

// A document of these states has heard from the SII.
const verdicts: number[] = [statuses.Accepted, statuses.AcceptedWithObjections, statuses.Rejected]

/**
 * Writes what the service does, at level info: documents that were issued and verdicts in batches of a few seconds,
 * each envelope in a line of its own.
 */
export function createActivityLog ({ logger }: { logger: Pick<Logger, 'info' | 'warn'> }) {
  const issued = new Map<string, number>()
  const judged = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  function flush (): void {
    clearTimeout(timer)
    timer = undefined
    if (issued.size > 0) logger.info({ documents: Object.fromEntries(issued) }, 'documents issued')
    if (judged.size > 0) logger.info({ documents: Object.fromEntries(judged) }, 'verdicts of the SII')
    issued.clear()
    judged.clear()
  }

  function collect (counts: Map<string, number>, name: string, count: number): void {
    counts.set(name, (counts.get(name) ?? 0) + count)
    timer ??= setTimeout(flush, batchMs).unref()
  }

  function documents ({ documentType, status, count }: DocumentChange): void {
    if (status === statuses.Issued) collect(issued, `type ${documentType}`, count)
    else if (verdicts.includes(status)) collect(judged, `type ${documentType} ${statusText(status)}`, count)
  }

  function envelope (tenantId: string, { envelopeId, state, trackId, documents: count }: EnvelopeChange): void {
    const facts = { tenantId, envelopeId, trackId, documents: count }
    if (state === 'sent') logger.info(facts, 'envelope sent to the SII')
    else if (state === 'refused') logger.warn(facts, 'envelope refused by the SII')
    else if (state === 'failed') logger.warn(facts, 'envelope failed')
  }

  const changed: ChangeListener = (tenantId, change) => {
    if (change.kind === 'documents') documents(change)
    else envelope(tenantId, change)
  }
  return { changed, flush }
}
