import type { InvoicePayload } from '../../dte/fields/payload.ts'
import { sendFile } from '../../http/plugins/downloads.ts'
import { drawingTimeoutMs } from '../../http/limits.ts'
import { drawing } from '../../http/plugins/rate-limit.ts'
import { ok } from '../../http/envelope.ts'
import { idempotencyKeyOf } from '../../http/plugins/idempotency.ts'
import { type Call, defineGroup } from '../../http/operation.ts'
import { pageOf, walkDescription } from '../../http/paging.ts'
import { sendTable, tableTimeoutMs } from '../../http/plugins/table-files.ts'
import { noteInLog } from '../../http/plugins/request-log.ts'
import { type ChannelType, channelTypes } from '../../model/document-states.ts'
import type { Actor } from '../../services/actor.ts'
import { type PlannedNote, plannedAgain } from '../../services/invoicing/notes/notes.ts'
import type { SaveRequest } from '../../services/invoicing/issuing/save.ts'
import type { TillMember, TillRequest } from '../../services/printing/till-copies.ts'
import { showsKeys } from '../../http/header-keys.ts'
import { asksForDryRun } from '../../http/dry-run.ts'
import type { WebhookDependencies } from './dependencies.ts'
import { issueExamples, saveExamples } from './save-examples.ts'
import { resultOperations } from './results.ts'
import * as schemas from './schemas.ts'
import { tillQuery } from './till-schemas.ts'
import { detailOf, filterOf, itemOf, orderOf, previewOf, receiverOf, sumsOf } from './shapes.ts'

type NoteCall = Pick<
  Call<{ access: 'tenantKeys' }, unknown, unknown>, 'actor' | 'headers' | 'request' | 'reply' | 'language'
>
type TillQuery = Omit<TillRequest, 'include'> & { include?: TillMember[] | undefined }
type IssuingCall = NoteCall & { body: { payload: InvoicePayload }, query?: TillQuery }

// Each holds the ids of its documents, some megabytes.
const exportsAtOnce = 8

// Each holds an envelope, at most some megabytes.
const evidenceAtOnce = 4

const dryRunHeader = {
  'X-Dry-Run': '`true`: validate without issuing. The answer has the totals, everything that would refuse the document (folios, certificate and references included), or `waitingFor` if the document would wait.'
}

/** Invoices: issue one, read its state, get its XML and PDF, retry one that stopped. */
export function webhookGroup (
  {
    reception, records, evidence, documentArchives, exports, proposals, notes, retry, registryRefresh, reasonsRequests,
    resultFiles, printing, drafts, tillCopies, documentSending, publicLinks
  }: WebhookDependencies
) {
  /** What a till asks for beside the answer; nothing is drawn or read unless it does. */
  const copiesFor = async (actor: Actor, correlationId: string, { include, format }: TillQuery = {}) =>
    include && tillCopies(actor, correlationId, { include, format })

  /** Issues the posted document, or says what issuing would do. */
  async function issue (
    { actor, body: { payload }, query, headers, request, reply, language }: IssuingCall, channelType: ChannelType,
    note: Pick<SaveRequest, 'noteKey' | 'correction'> = {}
  ) {
    if (asksForDryRun(headers['x-dry-run'])) {
      return ok(previewOf(payload, await reception.preview(actor, payload), language))
    }
    const { receipt, replayed } = await reception.save(actor, {
      payload, channelType, idempotencyKey: idempotencyKeyOf(request), ...note
    })
    if (replayed) reply.header('idempotent-replayed', 'true')
    noteInLog(request, { correlationId: receipt.correlationId })
    return ok({ ...receipt, ...await copiesFor(actor, receipt.correlationId, query) })
  }

  /** Issues a note, or answers the one that has done the same already. */
  async function issueNote (call: NoteCall, planned: PlannedNote) {
    if ('earlier' in planned) {
      call.reply.header('idempotent-replayed', 'true')
      return ok(planned.earlier)
    }
    const channelType = showsKeys(call.headers) ? channelTypes.Webhook : channelTypes.Console
    const { payload, ...note } = planned
    return issue({ ...call, body: { payload } }, channelType, note)
  }

  return defineGroup('Webhook', (operation) => {
    operation({
      method: 'POST',
      path: '/Save',
      rule: { access: 'tenantKeys' },
      summary: 'Issue an invoice',
      description:
        'Validates the document, assigns a folio, and stamps, signs and stores it before answering. It is then sent to the SII in the background. A refused document uses no folio. With an Idempotency-Key, a repeated request returns the first result.',
      requestHeaders: dryRunHeader,
      query: tillQuery,
      body: schemas.saveBody,
      bodyExamples: saveExamples,
      bodyLimit: schemas.documentBodyLimit,
      answer: schemas.saved,
      idempotency: 'own',
      batched: true,
      handler: (call) => issue(call, channelTypes.Webhook)
    })

    operation({
      method: 'POST',
      path: '/Issue',
      rule: { permission: 'Webhook.Issue' },
      summary: 'Issue an invoice as a signed-in user',
      description:
        'For people, who have no keys: does what Save does, with the same `payload`, dry run, Idempotency-Key and answer. The document says that it came from the console (`channelType` 3), and the audit log says who issued it.',
      requestHeaders: dryRunHeader,
      query: tillQuery,
      body: schemas.issueBody,
      bodyExamples: issueExamples,
      bodyLimit: schemas.documentBodyLimit,
      answer: schemas.saved,
      idempotency: 'own',
      batched: true,
      handler: (call) => issue(call, channelTypes.Console)
    })

    operation({
      method: 'POST',
      path: '/Preview',
      rule: { permission: 'Webhook.Issue' },
      summary: 'Preview the PDF of a document without issuing it',
      description:
        'Draws what Issue would issue, marked as a draft (BORRADOR), without folio and stamp. A document that Issue would refuse for its content is refused with the same problems; missing folios or a missing certificate do not matter. If the tenant\'s template fails, the built-in design is used and the answer has the header X-Template-Fallback: true.',
      body: schemas.previewBody,
      bodyLimit: schemas.documentBodyLimit,
      answer: schemas.draftFile,
      answerHeaders: ['X-Template-Fallback'],
      rateLimit: drawing,
      timeoutMs: drawingTimeoutMs,
      idempotency: 'none',
      handler: async ({ actor, body, reply }) => {
        const { pdf, fileName, fellBack } = await drafts.draw(actor, body)
        if (fellBack) reply.header('x-template-fallback', 'true')
        return sendFile(reply, { bytes: pdf, mediaType: 'application/pdf', fileName }, 'inline')
      }
    })

    operation({
      method: 'GET',
      path: '/GetWebhook',
      rule: { permission: 'Webhook.Read', orTenantKeys: true },
      summary: 'Get a document',
      query: schemas.detailQuery,
      answer: schemas.detail,
      handler: async ({ actor, query }) => ok({
        ...detailOf(await records.get(actor, query.correlationId)),
        ...await copiesFor(actor, query.correlationId, query)
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

    operation({
      method: 'GET',
      path: '/GetXml',
      rule: { permission: 'Webhook.Read', orTenantKeys: true },
      summary: 'Get the signed XML of a document',
      query: schemas.xmlQuery,
      alsoFails: [409],
      answer: schemas.xmlFile,
      handler: async ({ actor, query, reply }) => {
        const file = await printing.getXml(actor, query.correlationId, query.folio)
        return sendFile(reply, { ...file, mediaType: 'application/xml; charset=ISO-8859-1' })
      }
    })

    operation({
      method: 'GET',
      path: '/GetPdf',
      rule: { permission: 'Webhook.Read', orTenantKeys: true },
      summary: 'Get the PDF of a document',
      description:
        "Uses the tenant's default template for the document type and format, if there is one. If that template fails, the built-in design is used and the answer has the header X-Template-Fallback: true.",
      query: schemas.pdfQuery,
      alsoFails: [409, 422],
      answer: schemas.pdfFile,
      answerHeaders: ['X-Template-Fallback'],
      handler: async ({ actor, query, reply }) => {
        const { correlationId, folio, format, cedible = false, templateId } = query
        const { fellBack, ...file } = await printing.getPdf(actor, {
          correlationId, folio, format, cedible, templateId
        })
        if (fellBack) reply.header('x-template-fallback', 'true')
        return sendFile(reply, { ...file, mediaType: 'application/pdf' }, 'inline')
      }
    })

    operation({
      method: 'GET',
      path: '/GetEvidence',
      rule: { permission: 'Webhook.Evidence' },
      summary: 'Get everything that proves a document',
      description:
        'A .zip file with the posted document, the signed DTE, the envelope as it was uploaded, each exchange with the SII about them (without tokens), the states and the verdict, the PDF, and the audit entries with their place in the chain of hashes. `manifest.json` lists the files with their SHA-256, and what is missing, with the reason.',
      query: schemas.correlation,
      answer: schemas.evidenceFile,
      maxConcurrent: evidenceAtOnce,
      timeoutMs: tableTimeoutMs,
      handler: async ({ actor, query, reply }) => {
        const { stream, fileName } = await evidence.bundle(actor, query.correlationId)
        return sendFile(reply, { bytes: stream, mediaType: 'application/zip', fileName })
      }
    })

    operation({
      method: 'POST',
      path: '/Send',
      rule: { permission: 'Webhook.Send', orTenantKeys: true },
      summary: 'Send a document by email',
      description:
        'Mails the PDF and the signed XML to each address, again or to others than the receiver, in a mail of its own. It works from the issue on, before the SII has answered, and not for documents that were rejected or failed (409 DOCUMENT_NOT_IN_FORCE). The mails are queued: GetWebhook tells in `deliveries` whether each was sent. One mailbox takes 20 a day from all tenants together, and a tenant sends 1,000 a day (5 and 50 with the simulator); above that nothing is sent (429 RATE_LIMITED). 503 MAIL_UNAVAILABLE if the server sends no mail.',
      body: schemas.sendBody,
      bodyLimit: schemas.sendBodyLimit,
      answer: schemas.deliveries,
      alsoFails: [429],
      handler: async ({ actor, body }) => ok(await documentSending.send(actor, body))
    })

    operation({
      method: 'POST',
      path: '/AskRegistry',
      rule: { permission: 'Webhook.Read', orTenantKeys: true },
      summary: "Ask the SII's registry now what customers did",
      description:
        "Timbre asks the SII's registry of acceptance and claims by itself an hour, a day, four and eight days after the SII received a document, and once more when it can no longer be claimed. This asks out of turn, in the background: GetWebhook shows the answer in `customer`, with a new `askedAt`. Answers the documents that are asked about; the others are not of type 33, 34 or 43, are paid at once, or are not accepted.",
      body: schemas.askRegistryBody,
      answer: schemas.registryAsked,
      alsoFails: [404],
      idempotency: 'none',
      handler: async ({ actor, body }) => ok({ correlationIds: await registryRefresh.ask(actor, body.correlationIds) })
    })

    operation({
      method: 'POST',
      path: '/PublicLink',
      rule: { permission: 'Webhook.PublicLink' },
      summary: 'Get the link to the public page of a document',
      description:
        'Makes the link, or gives the one that exists. Anybody who has it sees the issuer, the type, number, date and total, what the SII said, the PDF and the XML, until you revoke it or switch `publicPages` off (Tenant/Update). 409 PUBLIC_PAGES_OFF if it is off, as by default.',
      body: schemas.correlationBody,
      answer: schemas.publicLink,
      idempotency: 'none',
      handler: async ({ actor, body }) => ok(await publicLinks.give(actor, body.correlationId))
    })

    operation({
      method: 'POST',
      path: '/RevokePublicLink',
      rule: { permission: 'Webhook.PublicLink' },
      summary: 'Revoke the link to the public page of a document',
      description:
        'The link opens nothing any more, and mails carry none for the document; PublicLink makes another one. Answers false if there was none.',
      body: schemas.correlationBody,
      answer: schemas.envelopedBoolean,
      handler: async ({ actor, body }) => ok(await publicLinks.revoke(actor, body.correlationId))
    })

    operation({
      method: 'PUT',
      path: '/Retry',
      rule: { permission: 'Webhook.Manage' },
      summary: 'Retry a Failed or Rejected document',
      description:
        'Correct the cause first. Depending on the reasons, Timbre either sends the same signed document again or issues it again, from the corrected `payload` (same document type) if you send one. The new document uses the folio that the SII released, or a new one. GetWebhook shows in `retry` which applies. Timbre first asks the SII: a document that it has already received is not issued again but becomes Accepted. If the SII has mailed the reasons of a rejection and you have not uploaded them yet (Webhook/UploadResult), Retry takes a new folio only with `evenSo: true`.',
      body: schemas.retryBody,
      bodyLimit: schemas.documentBodyLimit,
      answer: schemas.saved,
      handler: async ({ actor, body }) => ok(await retry.retry(actor, body))
    })

    operation({
      method: 'POST',
      path: '/Annul',
      rule: { permission: 'Webhook.Issue', orTenantKeys: true },
      summary: 'Annul a document with a note',
      description:
        'Issues the note that takes the whole document away: a credit note (61, or 112 for exports), and a debit note (56, 111) for a credit note. Receiver, lines, discounts, taxes, currency and total are those of the document. Answers as Save does. If a note annuls the document already, that note is the answer, with `Idempotent-Replayed: true`: calling twice issues one note.',
      requestHeaders: dryRunHeader,
      body: schemas.annulBody,
      alsoFails: [404, 409],
      answer: schemas.saved,
      idempotency: 'own',
      batched: true,
      handler: async (call) => issueNote(call, await notes.planAnnulment(call.actor, call.body))
    })

    operation({
      method: 'POST',
      path: '/Correct',
      rule: { permission: 'Webhook.Issue', orTenantKeys: true },
      summary: 'Correct texts or amounts of a document with a note',
      description:
        'With `texts`, issues a note without amount (CodRef 2) that says what was wrong and what is right. With `lines`, issues a credit note (CodRef 3) of these quantities or amounts of the lines, or of the difference to a price or discount as it should have been. The note has its share of what earlier notes left of the lines, discounts and taxes, so that all notes together come to the document to the peso, and never to more. With `add: true`, or a price that should have been higher, a debit note adds to the document. Of a credit note, `lines` take off with a debit note. Answers as Save does; X-Dry-Run shows the totals of the note first. The same correction of the same document again answers the first note while that is in force, with `Idempotent-Replayed: true`; to repeat it on purpose, give another `reason`.',
      requestHeaders: dryRunHeader,
      body: schemas.correctBody,
      bodyLimit: schemas.correctionBodyLimit,
      alsoFails: [404, 409],
      answer: schemas.saved,
      idempotency: 'own',
      batched: true,
      handler: (call) => plannedAgain(async () => issueNote(call, await notes.planCorrection(call.actor, call.body)))
    })

    resultOperations(operation, { reasonsRequests, resultFiles })
  })
}
