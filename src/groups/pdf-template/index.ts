import { sendFile } from '../../http/plugins/downloads.ts'
import { drawingTimeoutMs as timeoutMs } from '../../http/limits.ts'
import { drawing } from '../../http/plugins/rate-limit.ts'
import { ok } from '../../http/envelope.ts'
import { idToDelete } from '../../http/ids.ts'
import { defineGroup } from '../../http/operation.ts'
import type { PdfPreviews } from '../../services/printing/pdf-previews.ts'
import type { PdfTemplates } from '../../services/printing/pdf-templates.ts'
import * as schemas from './schemas.ts'

export interface PdfTemplateDependencies { pdfTemplates: PdfTemplates, pdfPreviews: PdfPreviews }

const triedFirst =
  'Timbre first renders the template on short and long sample documents of each of its types. A template that does not compile is refused, ' +
  'with one error for each problem and its line and column in the path (`source:12:5`). So is a template that omits the RUT, the document name, ' +
  'the folio, the amounts, the stamp at its legal size, the CEDIBLE legend or the mark of test documents.'

/** Templates of the printed document: a tenant's own look, as choices or as code. */
export function pdfTemplateGroup ({ pdfTemplates, pdfPreviews }: PdfTemplateDependencies) {
  return defineGroup('PdfTemplate', (operation) => {
    operation({
      method: 'GET',
      path: '/List',
      rule: { permission: 'PdfTemplate.Read' },
      summary: 'List the templates',
      description: 'Sorted by name. Use Get for the settings and source.',
      answer: schemas.list,
      handler: async ({ actor }) => ok(await pdfTemplates.list(actor))
    })

    operation({
      method: 'GET',
      path: '/Get',
      rule: { permission: 'PdfTemplate.Read' },
      summary: 'Get a template',
      query: schemas.byId,
      answer: schemas.template,
      handler: async ({ actor, query }) => ok(await pdfTemplates.get(actor, query.id))
    })

    operation({
      method: 'POST',
      path: '/Create',
      rule: { permission: 'PdfTemplate.Manage' },
      summary: 'Create a template',
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
      summary: 'Update a template',
      description:
        `Omitted members, and those that are null, keep their values, including those of \`settings\`. The kind cannot change. ${triedFirst}`,
      body: schemas.updateBody,
      bodyLimit: schemas.templateBodyLimit,
      answer: schemas.template,
      rateLimit: drawing,
      timeoutMs,
      handler: async ({ actor, body: { id, ...change } }) =>
        ok(await pdfTemplates.update(actor, id, change))
    })

    operation({
      method: 'DELETE',
      path: '/Delete',
      rule: { permission: 'PdfTemplate.Manage' },
      summary: 'Delete a template',
      description: 'Its documents then use the next default template, or the built-in design.',
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
      summary: 'Preview a template without saving it',
      description:
        'Renders a sample or one of your documents. Legally required content that is missing from the page is listed in the X-Template-Missing header.',
      body: schemas.previewBody,
      bodyLimit: schemas.templateBodyLimit,
      answer: schemas.previewFile,
      answerHeaders: ['X-Template-Missing'],
      rateLimit: drawing,
      timeoutMs,
      idempotency: 'none',
      handler: async ({ actor, body, reply }) => {
        const { pdf, missing } = await pdfPreviews.draw(actor, body)
        if (missing.length > 0) reply.header('x-template-missing', missing.join(', '))
        return sendFile(reply, { bytes: pdf, mediaType: 'application/pdf', fileName: 'preview.pdf' }, 'inline')
      }
    })
  })
}
