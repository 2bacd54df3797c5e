import { ok } from '../../http/envelope.ts'
import type { Operation } from '../../http/operation.ts'
import { pageOf, walkDescription } from '../../http/paging.ts'
import { sendFile } from '../../http/plugins/downloads.ts'
import { sendTable, tableTimeoutMs } from '../../http/plugins/table-files.ts'
import { copiesFor } from './copies.ts'
import type { WebhookDependencies } from './dependencies.ts'
import * as schemas from './schemas.ts'
import { detailOf, filterOf, itemOf, orderOf, receiverOf, sumsOf } from './shapes.ts'

// Each holds the ids of its documents, some megabytes.
const exportsAtOnce = 8

type Dependencies = Pick<
  WebhookDependencies, 'records' | 'exports' | 'documentArchives' | 'proposals' | 'tillCopies'
>

/** Documents: one, lists of them, and what earlier ones propose for the next. */
export function readingOperations (
  operation: Operation, { records, exports, documentArchives, proposals, tillCopies }: Dependencies
): void {
  operation({
    method: 'GET',
    path: '/GetWebhook',
    rule: { permission: 'Webhook.Read', orTenantKeys: true },
    summary: 'Get a document',
    query: schemas.detailQuery,
    answer: schemas.detail,
    handler: async ({ actor, query }) => ok({
      ...detailOf(await records.get(actor, query.correlationId)),
      ...await copiesFor(tillCopies, actor, query.correlationId, query)
    })
  })

  operation({
    method: 'GET',
    path: '/GetWebhooks',
    rule: { permission: 'Webhook.Read', orTenantKeys: true },
    summary: 'List documents, newest first',
    description: `${walkDescription} \`sort\`, \`minAmount\`, \`maxAmount\` and \`createdById\` look at documents one by one: if the other filters leave more than 10,000, 422 LIST_TOO_LARGE asks for narrower dates.`,
    query: schemas.listQuery,
    alsoFails: [422],
    answer: schemas.page,
    handler: async ({ actor, query }) => {
      const { page, pageSize, after, sort, counts: counting, sums: summing, ...filter } = query
      const { counts, sums, ...found } = await records.paginate(actor, filterOf(filter), {
        page, pageSize, after, order: orderOf(sort), counts: counting, sums: summing
      })
      return ok({
        ...pageOf({ page, pageSize }, found), ...counts && { counts }, ...sums !== undefined && { sums: sumsOf(sums) }
      })
    }
  })

  operation({
    method: 'GET',
    path: '/Export',
    rule: { permission: 'Webhook.Read' },
    summary: 'Download the list of documents, the book of sales or the documents themselves',
    description:
      'Takes the filters of GetWebhooks. Amounts are numbers and dates are dates; headings and statuses are in the language of `Accept-Language`. A list of more than 100,000 documents is refused: narrow the dates. With `layout=salesBook`, the file is the book of sales of the period: its sums are those of `sales` in the reports. With `format=zip`, it is an archive with the signed XML and the PDF of at most 1,000 documents, or the XML alone of 10,000 (422 ARCHIVE_TOO_LARGE); PDFs that could not be drawn are named in `missing.txt` in it.',
    query: schemas.exportQuery,
    alsoFails: [422],
    answer: schemas.exportFile,
    maxConcurrent: exportsAtOnce,
    timeoutMs: tableTimeoutMs,
    handler: async ({ actor, query: { format, layout, include, ...filter }, language, reply }) => {
      if (format !== 'zip') {
        return sendTable(reply, await exports.write(actor, filterOf(filter), { format, language, layout }))
      }
      const { stream, fileName } = await documentArchives.write(actor, filterOf(filter), { include, language })
      return sendFile(reply, { bytes: stream, mediaType: 'application/zip', fileName })
    }
  })

  operation({
    method: 'GET',
    path: '/Receivers',
    rule: { permission: 'Webhook.Issue' },
    summary: 'Search earlier receivers',
    description:
      'At most ten, those of the latest documents first, each with what the latest document says of it. For forms that fill in the receiver.',
    query: schemas.proposalQuery('The beginning of the RUT, or words of the name: each is the beginning of one.'),
    answer: schemas.earlierReceivers,
    handler: async ({ actor, query }) => ok((await proposals.receivers(actor, query.search)).map(receiverOf))
  })

  operation({
    method: 'GET',
    path: '/Items',
    rule: { permission: 'Webhook.Issue' },
    summary: 'Search earlier items',
    description:
      'At most ten, the latest first: of the newest 10,000 documents and the newest 2,000 that were issued by hand with a search, of the latest 100 of each without one; without those of notes.',
    query: schemas.proposalQuery('Words of the name, or the code: each is the beginning of one.'),
    answer: schemas.earlierItems,
    handler: async ({ actor, query }) => ok((await proposals.items(actor, query.search)).map(itemOf))
  })
}
