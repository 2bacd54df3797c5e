import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendFile } from '../../http/plugins/downloads.ts'
import { ok } from '../../http/envelope.ts'
import { wantsEvents } from '../../http/event-stream.ts'
import { replay } from '../../http/plugins/idempotency.ts'
import { idToDelete } from '../../http/ids.ts'
import type { Language } from '../../http/language.ts'
import { defineGroup } from '../../http/operation.ts'
import { pageOf, walkDescription } from '../../http/paging.ts'
import { largeUpload } from '../../http/plugins/body-timeout.ts'
import { sendTable, tableMediaTypes, tablesAtOnce, tableTimeoutMs } from '../../http/plugins/table-files.ts'
import type { StoredAnswer } from '../../services/idempotency.ts'
import type { BulkInvoices } from '../../services/bulk/index.ts'
import { bulkLimits } from '../../shared/bulk-limits.ts'
import type { BulkRowView } from '../../services/bulk/records.ts'
import { createFollowing } from './following.ts'
import { readPosted } from './posted.ts'
import * as schemas from './schemas.ts'

/** Bulk submissions: thousands of documents from a file or from JSON, each issued once. */
export function bulkInvoiceGroup ({ bulkInvoices }: { bulkInvoices: BulkInvoices }) {
  return defineGroup('BulkInvoice', (operation, app) => {
    const { records, results } = bulkInvoices
    const follow = createFollowing(app, records)

    operation({
      method: 'POST',
      path: '/Create',
      rule: { permission: 'BulkInvoice.Manage' },
      summary: 'Submit many documents at once',
      description:
        'Accepts up to 10,000 documents as JSON, or as a .csv or .xlsx file based on the template (GetTemplate). All documents are validated immediately and errors are reported by cell (see Get). Nothing is issued until you call Process. To submit a corrected file, set replacesId: it takes every document that was not issued in the earlier submission, and new ones. An earlier submission that was never processed is cancelled.',
      query: schemas.createQuery,
      ...schemas.createForm,
      streamed: true,
      pace: largeUpload,
      maxConcurrent: bulkLimits.readAtOnce,
      timeoutMs: bulkLimits.readTimeoutMs,
      idempotency: 'late',
      answer: schemas.bulkInvoice,
      handler: async ({ actor, query, body, request, reply, signal }) => {
        const { submission, name } = await readPosted(request, body as { File?: Buffer } | undefined, bulkInvoices)
        const submitted = await bulkInvoices.submit(
          actor, { ...submission, replacesId: query.replacesId },
          { name, findEarlier: () => claimKey(request, reply, signal) }
        )
        return 'earlier' in submitted
          ? replay(reply, submitted.earlier) as never
          : ok(await records.get(actor, submitted.id))
      }
    })

    operation({
      method: 'GET',
      path: '/List',
      rule: { permission: 'BulkInvoice.Read' },
      summary: 'List bulk submissions, newest first',
      description: walkDescription,
      query: schemas.listQuery,
      answer: schemas.page,
      handler: async ({ actor, query }) => ok(pageOf(query, await records.paginate(actor, query, query)))
    })

    operation({
      method: 'GET',
      path: '/Get',
      rule: { permission: 'BulkInvoice.Read' },
      summary: 'Get the progress of a submission and the outcome of its documents',
      description:
        'With `Accept: text/event-stream`, sends a `progress` event whenever the numbers change and a `done` event at the end. A stream lasts at most ten minutes; reconnect to continue.',
      query: schemas.detailQuery,
      answer: schemas.detail,
      handler: async ({ actor, query, language, request, reply }) => {
        const id = query.id
        if (wantsEvents(request)) {
          await follow(actor, id, { request, reply })
          return reply as never
        }
        const summary = await records.get(actor, id)
        const failures = await records.failures(actor, summary)
        const rows = await records.paginateRows(actor, id, { ...query, state: query.status }, query)
        const data = rows.data.map((row) => inLanguage(row, language))
        return ok({
          ...summary, failures: failures.map((failure) => ({ ...failure, message: failure.message[language] })),
          rows: pageOf(query, { ...rows, data })
        })
      }
    })

    operation({
      method: 'GET',
      path: '/GetRow',
      rule: { permission: 'BulkInvoice.Read' },
      summary: 'Get one document of a submission with what was posted',
      description:
        '`payload` is the document as it was posted, also one with mistakes, whose `problems` tell their cells and paths. It is null once the document is issued: Webhook/GetWebhook has what was issued.',
      query: schemas.rowQuery,
      answer: schemas.rowDetail,
      handler: async ({ actor, query: { id, position }, language }) => {
        const { payload, ...row } = await records.row(actor, id, position)
        return ok({ ...inLanguage(row, language), payload })
      }
    })

    operation({
      method: 'PUT',
      path: '/UpdateRow',
      rule: { permission: 'BulkInvoice.Manage' },
      summary: 'Correct one document of a submission',
      description:
        'Takes the place of a document with mistakes, in a submission that was not processed yet. It is checked as Create does, and so are the documents that only waited for it. Still with mistakes, it is stored with them, and the answer tells them. The same document again changes nothing.',
      ...schemas.correction,
      answer: schemas.rowDetail,
      handler: async ({ actor, body: { id, position, payload: posted }, language }) => {
        await bulkInvoices.correct(actor, { id, position }, posted)
        const { payload, ...row } = await records.row(actor, id, position)
        return ok({ ...inLanguage(row, language), payload })
      }
    })

    operation({
      method: 'PUT',
      path: '/Process',
      rule: { permission: 'BulkInvoice.Manage' },
      summary: 'Issue the valid documents of a submission',
      description:
        'Documents are issued in the background, each exactly once, in file order; a document that refers to another by its key is issued after it. Documents without folios or a certificate wait for them, and notes wait for the verdict on the document they modify. Calling it again has no effect.',
      ...schemas.deletion,
      answer: schemas.bulkInvoice,
      handler: async (call) => {
        const id = idToDelete(call)
        await bulkInvoices.process(call.actor, id)
        return ok(await records.get(call.actor, id))
      }
    })

    operation({
      method: 'POST',
      path: '/Repeat',
      rule: { permission: 'BulkInvoice.Manage' },
      summary: 'Submit again the documents that a submission did not issue',
      description:
        'Makes a new submission of the documents that failed, were cancelled or have mistakes, once the submission is over. They are checked as Create does, and nothing is issued until you call Process. Documents that are issued, being issued or waiting are not repeated. `replacesId` of the new submission names the earlier one. Called again, it answers the submission that replaces it already.',
      ...schemas.repetition,
      maxConcurrent: bulkLimits.readAtOnce,
      timeoutMs: bulkLimits.readTimeoutMs,
      answer: schemas.bulkInvoice,
      handler: async ({ actor, body: { id } }) => ok(await records.get(actor, await bulkInvoices.repeat(actor, id)))
    })

    operation({
      method: 'PUT',
      path: '/Cancel',
      rule: { permission: 'BulkInvoice.Manage' },
      summary: 'Cancel a submission',
      description: 'No further documents are issued. Documents already issued or waiting are not affected.',
      ...schemas.deletion,
      answer: schemas.bulkInvoice,
      handler: async (call) => {
        const id = idToDelete(call)
        await bulkInvoices.cancel(call.actor, id)
        return ok(await records.get(call.actor, id))
      }
    })

    operation({
      method: 'DELETE',
      path: '/Delete',
      rule: { permission: 'BulkInvoice.Manage' },
      summary: 'Delete a submission from which nothing was issued',
      ...schemas.deletion,
      answer: schemas.envelopedBoolean,
      handler: async (call) => {
        await bulkInvoices.delete(call.actor, idToDelete(call))
        return ok(true)
      }
    })

    operation({
      method: 'GET',
      path: '/GetTemplate',
      rule: { permission: 'BulkInvoice.Read' },
      summary: 'Download a template with all columns, their explanations and an example',
      query: schemas.templateQuery,
      answer: schemas.templateFile,
      handler: async ({ query: { documentType, format }, reply }) =>
        sendFile(reply, {
          bytes: await bulkInvoices.template(documentType, format), mediaType: tableMediaTypes[format],
          fileName: `timbre-${documentType}.${format}`
        })
    })

    operation({
      method: 'GET',
      path: '/GetResult',
      rule: { permission: 'BulkInvoice.Read' },
      summary: 'Download the outcome of each document of a submission',
      maxConcurrent: tablesAtOnce,
      timeoutMs: tableTimeoutMs,
      query: schemas.resultQuery,
      answer: schemas.resultFile,
      handler: async ({ actor, query: { id, format }, language, reply }) =>
        sendTable(reply, await results.write(actor, id, { format, language }))
    })
  })
}

/**
 * The answer of an earlier request with the same key. Throws the signal's reason once the client has left, so that
 * nothing is stored.
 */
async function claimKey (
  request: FastifyRequest, reply: FastifyReply, signal: AbortSignal
): Promise<StoredAnswer | undefined> {
  signal.throwIfAborted()
  return request.server.claimIdempotencyKey(request, reply)
}

/** A row with its reasons and problems in the caller's language. */
function inLanguage (row: BulkRowView, language: Language) {
  return {
    ...row,
    reasons: row.reasons.map((reason) => ({ ...reason, message: reason.message[language] })),
    problems: row.problems.map((problem) => ({
      ...problem, message: problem.message[language], rule: problem.rule ?? ''
    }))
  }
}
