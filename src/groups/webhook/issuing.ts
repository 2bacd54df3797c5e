import type { InvoicePayload } from '../../dte/fields/payload.ts'
import { asksForDryRun } from '../../http/dry-run.ts'
import { ok } from '../../http/envelope.ts'
import { showsKeys } from '../../http/header-keys.ts'
import { drawingTimeoutMs } from '../../http/limits.ts'
import type { Call, Operation } from '../../http/operation.ts'
import { sendFile } from '../../http/plugins/downloads.ts'
import { idempotencyKeyOf } from '../../http/plugins/idempotency.ts'
import { drawing } from '../../http/plugins/rate-limit.ts'
import { noteInLog } from '../../http/plugins/request-log.ts'
import { type ChannelType, channelTypes } from '../../model/document-states.ts'
import type { SaveRequest } from '../../services/invoicing/issuing/save.ts'
import { type PlannedNote, plannedAgain } from '../../services/invoicing/notes/notes.ts'
import { copiesFor, type TillQuery } from './copies.ts'
import type { WebhookDependencies } from './dependencies.ts'
import { issueExamples, saveExamples } from './save-examples.ts'
import * as schemas from './schemas.ts'
import { previewOf } from './shapes.ts'
import { tillQuery } from './till-schemas.ts'

type NoteCall = Pick<
  Call<{ access: 'tenantKeys' }, unknown, unknown>, 'actor' | 'headers' | 'request' | 'reply' | 'language'
>
type IssuingCall = NoteCall & { body: { payload: InvoicePayload }, query?: TillQuery }

const dryRunHeader = {
  'X-Dry-Run': '`true`: validate without issuing. The answer has the totals, everything that would refuse the document (folios, certificate and references included), or `waitingFor` if the document would wait.'
}

/** What takes a folio, for software and for people, and what would. */
export function issuingOperations (
  operation: Operation,
  { reception, notes, drafts, tillCopies }: Pick<WebhookDependencies, 'reception' | 'notes' | 'drafts' | 'tillCopies'>
): void {
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
    return ok({ ...receipt, ...await copiesFor(tillCopies, actor, receipt.correlationId, query) })
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
}
