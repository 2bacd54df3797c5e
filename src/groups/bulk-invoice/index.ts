import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendFile } from '../../http/plugins/downloads.ts'
import { ok } from '../../http/envelope.ts'
import { wantsEvents } from '../../http/event-stream.ts'
import { replay, type KeptAnswer } from '../../http/plugins/idempotency.ts'
import { idToDelete } from '../../http/ids.ts'
import type { Language } from '../../http/language.ts'
import { defineGroup } from '../../http/operation.ts'
import { pageOf } from '../../http/paging.ts'
import { pacedUpload } from '../../http/plugins/receiving.ts'
import type { BulkInvoices } from '../../services/bulk/index.ts'
import type { BulkRowView } from '../../services/bulk/records.ts'
import { minuteMs } from '../../shared/durations.ts'
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
      summary: 'Submit many documents',
      description:
        'Takes up to 10,000 documents as JSON, or a .csv or .xlsx file made from the template (GetTemplate). Every document is checked at once and each mistake told at its cell (Get); nothing is issued before Process. With replacesId, a mended file: of the documents known to the earlier submission by their key, those alone that came to nothing there are taken.',
      query: schemas.createQuery,
      ...schemas.createForm,
      streamed: true,
      pace: pacedUpload,
      atOnce: 4,
      timeoutMs: 20 * minuteMs,
      idempotency: 'late',
      answer: schemas.bulkInvoice,
      handler: async ({ actor, query, body, request, reply, signal }) => {
        const { submission, name } = await readPosted(request, body as { File?: Buffer } | undefined, bulkInvoices)
        const received = await bulkInvoices.receive(actor, {
          ...submission, replacesId: query.replacesId?.toLowerCase()
        })
        const kept = await claimKey(request, reply, signal).catch(async (error: unknown) => {
          await bulkInvoices.discard(actor, received)
          throw error
        })
        if (kept) {
          await bulkInvoices.discard(actor, received)
          return replay(reply, kept) as never
        }
        await bulkInvoices.publish(actor, received, name())
        return ok(await records.get(actor, received.id))
      }
    })

    operation({
      method: 'GET',
      path: '/List',
      rule: { permission: 'BulkInvoice.Read' },
      summary: 'List bulk submissions, the newest first',
      query: schemas.listQuery,
      answer: schemas.page,
      handler: async ({ actor, query }) => ok(pageOf(query, await records.paginate(actor, query, query)))
    })

    operation({
      method: 'GET',
      path: '/Get',
      rule: { permission: 'BulkInvoice.Read' },
      summary: 'See a submission in numbers, and what became of its documents page by page',
      description:
        'With `Accept: text/event-stream` it sends the numbers whenever they change, as events `progress`, until the submission is over, event `done`; a stream lasts ten minutes at most.',
      query: schemas.detailQuery,
      answer: schemas.detail,
      handler: async ({ actor, query, language, request, reply }) => {
        const id = query.id.toLowerCase()
        if (wantsEvents(request)) {
          await follow(actor, id, { request, reply })
          return reply as never
        }
        const summary = await records.get(actor, id)
        const rows = await records.paginateRows(actor, id, { ...query, state: query.status }, query)
        return ok({ ...summary, rows: pageOf(query, { ...rows, data: rows.data.map((row) => told(row, language)) }) })
      }
    })

    operation({
      method: 'PUT',
      path: '/Process',
      rule: { permission: 'BulkInvoice.Manage' },
      summary: 'Issue the documents of a submission that have no mistakes',
      description:
        'They are issued in the background, each once, in the order of the file; a document that refers to another by its key comes after that one. Those that lack folios or the certificate wait for them, and notes for the verdict on what they change. Asking again does no harm.',
      ...schemas.deletion,
      answer: schemas.bulkInvoice,
      handler: async (call) => {
        const id = idToDelete(call)
        await bulkInvoices.process(call.actor, id)
        return ok(await records.get(call.actor, id))
      }
    })

    operation({
      method: 'PUT',
      path: '/Cancel',
      rule: { permission: 'BulkInvoice.Manage' },
      summary: 'Issue no more documents of a submission',
      description: 'What was issued, or waits to be, stays.',
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
      summary: 'Delete a submission of which no document was issued',
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
      summary: 'Download a file to fill in, with every column, their explanations and an example of a type of document',
      query: schemas.templateQuery,
      answer: schemas.templateFile,
      handler: async ({ query: { documentType, format }, reply }) =>
        sendFile(reply, {
          bytes: bulkInvoices.template(documentType, format), mediaType: schemas.mediaTypes[format],
          fileName: `timbre-${documentType}.${format}`
        })
    })

    operation({
      method: 'GET',
      path: '/GetResult',
      rule: { permission: 'BulkInvoice.Read' },
      summary: 'Download what became of each document of a submission',
      timeoutMs: 10 * minuteMs,
      query: schemas.resultQuery,
      answer: schemas.resultFile,
      handler: async ({ actor, query: { id, format }, language, reply }) => {
        const { stream, fileName } = await results.write(actor, id.toLowerCase(), { format, language })
        return sendFile(reply, { bytes: stream, mediaType: schemas.mediaTypes[format], fileName })
      }
    })
  })
}

/**
 * The answer to be repeated under the request's key. Throws the signal's reason when nobody waits for an answer: then
 * nothing is kept.
 */
async function claimKey (
  request: FastifyRequest, reply: FastifyReply, signal: AbortSignal
): Promise<KeptAnswer | undefined> {
  signal.throwIfAborted()
  return request.server.claimIdempotencyKey(request, reply)
}

/** A row with its mistakes in the caller's language. */
function told (row: BulkRowView, language: Language) {
  return {
    ...row,
    problems: row.problems.map((problem) => ({
      ...problem, message: problem.message[language], siiCode: problem.siiCode ?? null
    }))
  }
}
