import { ok } from '../../http/envelope.ts'
import type { Operation } from '../../http/operation.ts'
import { sendFile } from '../../http/plugins/downloads.ts'
import { tableTimeoutMs } from '../../http/plugins/table-files.ts'
import type { WebhookDependencies } from './dependencies.ts'
import * as schemas from './schemas.ts'

// Each holds an envelope, at most some megabytes.
const evidenceAtOnce = 4

type Dependencies = Pick<WebhookDependencies, 'printing' | 'evidence' | 'documentSending' | 'publicLinks'>

/** The files of a document, and the ways in which they reach other people. */
export function fileOperations (
  operation: Operation, { printing, evidence, documentSending, publicLinks }: Dependencies
): void {
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
}
