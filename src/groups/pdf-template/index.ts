import { sendFile } from '../../http/plugins/downloads.ts'
import { ok } from '../../http/envelope.ts'
import { idToDelete } from '../../http/ids.ts'
import { defineGroup } from '../../http/operation.ts'
import type { RateLimit } from '../../http/plugins/rate-limit.ts'
import type { PdfPreviews } from '../../services/printing/pdf-previews.ts'
import type { PdfTemplates } from '../../services/printing/pdf-templates.ts'
import * as schemas from './schemas.ts'

export interface PdfTemplateDependencies { pdfTemplates: PdfTemplates, pdfPreviews: PdfPreviews }

// Fifteen samples and the start of the process that draws, each at its slowest.
const timeoutMs = 40_000
// Each of them draws, which costs processor time; a tenant may have one under way.
const drawing: RateLimit = { name: 'drawing', perMinute: 60, burst: 100 }

const triedFirst =
  'The template is drawn on sample documents first, short and long, of each type that it is for. What does not compile is refused with ' +
  'one error for each mistake, its path telling line and column: `source:12:5`; so is what leaves out the RUT, the name of the document, the folio, ' +
  'the amounts, the stamp at its size, the legend of the cedible copy or the mark of test documents.'

/** Templates of the printed document: a tenant's own look, as choices or as code. */
export function pdfTemplateGroup ({ pdfTemplates, pdfPreviews }: PdfTemplateDependencies) {
  return defineGroup('PdfTemplate', (operation) => {
    operation({
      method: 'GET',
      path: '/List',
      rule: { permission: 'PdfTemplate.Read' },
      summary: 'List the templates',
      description: 'By name, without settings and source, which Get gives.',
      answer: schemas.list,
      handler: async ({ actor }) => ok(await pdfTemplates.list(actor))
    })

    operation({
      method: 'GET',
      path: '/Get',
      rule: { permission: 'PdfTemplate.Read' },
      summary: 'See one template whole',
      query: schemas.byId,
      answer: schemas.template,
      handler: async ({ actor, query }) => ok(await pdfTemplates.get(actor, query.id.toLowerCase()))
    })

    operation({
      method: 'POST',
      path: '/Create',
      rule: { permission: 'PdfTemplate.Manage' },
      summary: 'Add a template',
      description: triedFirst,
      body: schemas.createBody,
      bodyLimit: schemas.templateBodyLimit,
      answer: schemas.template,
      rateLimit: drawing,
      timeoutMs,
      handler: async ({ actor, body }) => ok(await pdfTemplates.create(actor, body))
    })

    operation({
      method: 'PUT',
      path: '/Update',
      rule: { permission: 'PdfTemplate.Manage' },
      summary: 'Change a template',
      description:
        `Members that are left out stay as they are, those of settings too; the kind is fixed. ${triedFirst}`,
      body: schemas.updateBody,
      bodyLimit: schemas.templateBodyLimit,
      answer: schemas.template,
      rateLimit: drawing,
      timeoutMs,
      handler: async ({ actor, body: { id, ...change } }) =>
        ok(await pdfTemplates.update(actor, id.toLowerCase(), change))
    })

    operation({
      method: 'DELETE',
      path: '/Delete',
      rule: { permission: 'PdfTemplate.Manage' },
      summary: 'Delete a template',
      description: 'Its documents are drawn with the next default, or with the built-in look.',
      ...schemas.deletion,
      answer: schemas.envelopedBoolean,
      handler: async (call) => {
        await pdfTemplates.delete(call.actor, idToDelete(call))
        return ok(true)
      }
    })

    operation({
      method: 'POST',
      path: '/Preview',
      rule: { permission: 'PdfTemplate.Manage' },
      summary: 'Draw a template that is not kept yet',
      description:
        'Draws a sample, or one of your documents. What the law wants to see and the drawing does not show is named in the header X-Template-Missing.',
      body: schemas.previewBody,
      bodyLimit: schemas.templateBodyLimit,
      answer: schemas.previewFile,
      rateLimit: drawing,
      timeoutMs,
      idempotency: 'none',
      handler: async ({ actor, body, reply }) => {
        const { correlationId, ...rest } = body
        const { pdf, missing } = await pdfPreviews.draw(actor, { ...rest, correlationId: correlationId?.toLowerCase() })
        if (missing.length > 0) reply.header('x-template-missing', missing.join(', '))
        return sendFile(reply, { bytes: pdf, mediaType: 'application/pdf', fileName: 'preview.pdf' }, 'inline')
      }
    })
  })
}
