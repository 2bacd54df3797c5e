import { ok } from '../../http/envelope.ts'
import type { Operation } from '../../http/operation.ts'
import type { WebhookDependencies } from './dependencies.ts'
import { requestedReasonsOf } from './reasons-schemas.ts'
import * as schemas from './schemas.ts'

/** What the SII mails about envelopes: asking for it again, and handing it over. */
export function resultOperations (
  operation: Operation, { reasonsRequests, resultFiles }: Pick<WebhookDependencies, 'reasonsRequests' | 'resultFiles'>
): void {
  operation({
    method: 'POST',
    path: '/RequestReasons',
    rule: { permission: 'Webhook.Manage' },
    summary: 'Ask the SII to mail the reasons again',
    description:
      'The SII gives the reasons of rejections and objections in a mail about the envelope, to the address that it has on record for the company. This asks it to send that mail again (wsDTECorreo). The mailbox of Timbre takes it up as it takes the first; without one, upload its file (Webhook/UploadResult). Answers what the SII says at once. Once in five minutes for each envelope, then 429. For boletas the SII mails nothing (409).',
    body: schemas.correlationBody,
    answer: schemas.requestedReasons,
    alsoFails: [404, 409, 422, 429],
    handler: async ({ actor, body }) =>
      ok(requestedReasonsOf(await reasonsRequests.request(actor, body.correlationId)))
  })

  operation({
    method: 'POST',
    path: '/UploadResult',
    rule: { permission: 'Webhook.Manage' },
    summary: 'Upload what the SII mailed (RESULTADO_ENVIO, SETMAIL)',
    description:
      'Except for boletas, the SII sends its reasons only by email. Upload the attached file to add them to the documents of its track id: GetWebhook then explains them and Retry takes them into account. The file determines which documents have objections; it does not accept or reject any. The SII\'s mail about a set of test cases (SETMAIL), as text, is recorded as Certification/RecordVerdict does; that takes Certification.Manage. Either may also come as the whole mail (.eml).',
    ...schemas.resultForm,
    answer: schemas.takenResult,
    alsoFails: [404],
    handler: async ({ actor, body }) => ok(await resultFiles.take(actor, body.File))
  })
}
