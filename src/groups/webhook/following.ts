import { ok } from '../../http/envelope.ts'
import type { Operation } from '../../http/operation.ts'
import type { WebhookDependencies } from './dependencies.ts'
import { requestedReasonsOf } from './reasons-schemas.ts'
import * as schemas from './schemas.ts'

type Dependencies = Pick<WebhookDependencies, 'retry' | 'registryRefresh' | 'reasonsRequests' | 'resultFiles'>

/** What comes after the answer of the SII: its reasons, another attempt, and what the customer did. */
export function followingOperations (
  operation: Operation, { retry, registryRefresh, reasonsRequests, resultFiles }: Dependencies
): void {
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
