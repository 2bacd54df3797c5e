import { sendFile } from '../../http/plugins/downloads.ts'
import { ok } from '../../http/envelope.ts'
import { idempotencyKeyOf } from '../../http/plugins/idempotency.ts'
import { defineGroup } from '../../http/operation.ts'
import { pageOf } from '../../http/paging.ts'
import { channelTypes } from '../../model/document-states.ts'
import type { Records } from '../../services/invoicing/records.ts'
import type { Retry } from '../../services/invoicing/retry.ts'
import type { Reception } from '../../services/invoicing/save.ts'
import type { UploadResults } from '../../services/invoicing/upload-results.ts'
import type { Printing } from '../../services/printing/printing.ts'
import { asksForDryRun } from './dry-run.ts'
import * as schemas from './schemas.ts'
import { detailOf, filterOf, previewOf } from './shapes.ts'

export interface WebhookDependencies {
  reception: Reception
  records: Records
  retry: Retry
  uploadResults: UploadResults
  printing: Printing
}

/** Invoices: post one, see what became of it, get its XML and PDF, take up one that stopped. */
export function webhookGroup ({ reception, records, retry, uploadResults, printing }: WebhookDependencies) {
  return defineGroup('Webhook', (operation) => {
    operation({
      method: 'POST',
      path: '/Save',
      rule: { access: 'tenantKeys' },
      summary: 'Issue an invoice',
      description:
        'Checks the document whole, numbers it from its folio block, stamps, signs and stores it, and answers then; it is sent to the tax authority right after. A document that is refused takes no folio. With an Idempotency-Key, a repetition answers the first result.',
      requestHeaders: {
        'X-Dry-Run': '`true`: do everything but take a folio; answers the totals and every rule broken.'
      },
      body: schemas.saveBody,
      bodyLimit: schemas.documentBodyLimit,
      answer: schemas.saved,
      idempotency: 'own',
      handler: async ({ actor, body: { payload }, headers, request, reply, language }) => {
        if (asksForDryRun(headers['x-dry-run'])) {
          return ok(previewOf(payload, await reception.preview(actor, payload), language))
        }
        const { receipt, replayed } = await reception.save(actor, {
          payload, channelType: channelTypes.Webhook, idempotencyKey: idempotencyKeyOf(request)
        })
        if (replayed) reply.header('idempotent-replayed', 'true')
        return ok(receipt)
      }
    })

    operation({
      method: 'GET',
      path: '/GetWebhook',
      rule: { permission: 'Webhook.Read' },
      summary: 'See everything known of one document',
      query: schemas.correlation,
      answer: schemas.detail,
      handler: async ({ actor, query }) => ok(detailOf(await records.get(actor, query.correlationId.toLowerCase())))
    })

    operation({
      method: 'GET',
      path: '/GetWebhooks',
      rule: { permission: 'Webhook.Read' },
      summary: 'List documents, the newest first',
      query: schemas.listQuery,
      answer: schemas.page,
      handler: async ({ actor, query }) => ok(pageOf(query, await records.paginate(actor, filterOf(query), query)))
    })

    operation({
      method: 'GET',
      path: '/GetXml',
      rule: { permission: 'Webhook.Read' },
      summary: 'Get the signed XML of a document',
      query: schemas.correlation,
      alsoFails: [409],
      answer: schemas.xmlFile,
      handler: async ({ actor, query, reply }) => {
        const file = await printing.getXml(actor, query.correlationId.toLowerCase())
        return sendFile(reply, { ...file, mediaType: 'application/xml; charset=ISO-8859-1' })
      }
    })

    operation({
      method: 'GET',
      path: '/GetPdf',
      rule: { permission: 'Webhook.Read' },
      summary: 'Get the PDF of a document',
      description:
        "Drawn with the tenant's default template for its type and format, if there is one. Should that fail, the built-in look takes its place, and the answer says X-Template-Fallback: true.",
      query: schemas.pdfQuery,
      alsoFails: [409, 422],
      answer: schemas.pdfFile,
      handler: async ({ actor, query, reply }) => {
        const { correlationId, format, cedible = false, templateId } = query
        const { fellBack, ...file } = await printing.getPdf(actor, {
          correlationId: correlationId.toLowerCase(), format, cedible, templateId: templateId?.toLowerCase()
        })
        if (fellBack) reply.header('x-template-fallback', 'true')
        return sendFile(reply, { ...file, mediaType: 'application/pdf' }, 'inline')
      }
    })

    operation({
      method: 'PUT',
      path: '/Retry',
      rule: { permission: 'Webhook.Manage' },
      summary: 'Retry a Failed or Rejected document after its cause was mended',
      description:
        'What it does follows from the remedies of the reasons, and GetWebhook tells it beforehand (`retry`): the same signed document goes out again; or it is made anew, from the corrected `payload` (of the same type) if one is posted and from the first one otherwise, under the folio that the SII gave free or under a new one. The SII is asked first, so that nothing is issued again that it holds already: such a document becomes Accepted.',
      body: schemas.retryBody,
      bodyLimit: schemas.documentBodyLimit,
      answer: schemas.saved,
      handler: async ({ actor, body: { correlationId, payload } }) =>
        ok(await retry.retry(actor, { correlationId: correlationId.toLowerCase(), payload }))
    })

    operation({
      method: 'POST',
      path: '/UploadResult',
      rule: { permission: 'Webhook.Manage' },
      summary: 'Upload the result of an envelope that the SII mailed (RESULTADO_ENVIO)',
      description:
        'For all but boletas the SII gives its reasons by mail only. The file brings them to the documents of its track id, where GetWebhook shows them explained and Retry acts on them. It settles which documents the SII objects to, and accepts or rejects none.',
      ...schemas.resultForm,
      answer: schemas.takenResult,
      alsoFails: [404],
      handler: async ({ actor, body }) => ok(await uploadResults.take(actor, body.File))
    })
  })
}
