import { documentFileName } from '../../dte/printing/file-names.ts'
import type { InvoicePayload } from '../../dte/fields/payload.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { ConcurrencyLimiter } from '../../shared/concurrency-limiter.ts'
import type { Actor } from '../actor.ts'
import { DocumentRefused } from '../invoicing/issuing/refusal.ts'
import type { Reception } from '../invoicing/issuing/save.ts'
import type { PdfDesign, PdfFormat, PdfJob, PdfRenderer } from '../ports.ts'
import { settingsFrom } from './pdf-designs.ts'
import type { PdfTemplates } from './pdf-templates.ts'
import type { Printables } from './printables.ts'

export interface DraftRequest {
  payload: InvoicePayload
  format?: PdfFormat | undefined
  /** Adds the cedible copy, where the document has one. */
  cedible: boolean
  /** Replaces the tenant's default. */
  templateId?: string | undefined
}

/** `fellBack`: the tenant's template failed, and the built-in one was used. */
export interface Draft { pdf: Buffer, fileName: string, fellBack: boolean }

export interface DraftsDependencies {
  reception: Pick<Reception, 'prepareAgain' | 'judge'>
  printables: Pick<Printables, 'draft'>
  templates: Pick<PdfTemplates, 'choose'>
  renderer: PdfRenderer
  renderLimit: ConcurrencyLimiter
}

const builtIn: PdfDesign = { settings: settingsFrom({}) }
const faults = ['PDF_TEMPLATE_INVALID', 'PDF_TEMPLATE_TOO_COSTLY']

/** Draws documents before they are issued: marked as drafts, without folio and stamp. */
export function createDrafts ({ reception, printables, templates, renderer, renderLimit }: DraftsDependencies) {
  /** Undefined for a template that fails, or does not show that it is a draft. */
  async function drawWith (
    design: PdfDesign, job: PdfJob, actor: Actor
  ): Promise<Buffer | undefined> {
    try {
      const { pdf, missing } = await renderer.renderDesign(job, design, actor)
      return missing.includes('watermark') ? undefined : pdf
    } catch (error) {
      if (error instanceof ServiceError && faults.includes(error.code)) return undefined
      throw error
    }
  }

  return {
    /**
     * The PDF of a document that would be issued now. Throws DocumentRefused with every rule that it breaks, and
     * ServiceError PDF_TEMPLATE_NOT_FOUND, PDF_TEMPLATE_NOT_FOR_DOCUMENT, PDF_TEMPLATE_BUSY, PDF_TOO_LONG,
     * PDF_UNAVAILABLE.
     */
    async draw (actor: Actor, { payload, format, cedible, templateId }: DraftRequest): Promise<Draft> {
      const { tenantId } = actor
      const taxDocument = await reception.prepareAgain(tenantId, payload)
      const violations = await reception.judge(tenantId, taxDocument)
      if (violations.length > 0) throw new DocumentRefused(violations)
      const { document, usualFormat } = await printables.draft(actor, taxDocument)
      const template = await templates.choose(actor, {
        documentType: document.documentType, format, usualFormat, templateId
      })
      const job = { document, format: template?.format ?? format ?? usualFormat, cedible }
      const fileName = documentFileName({
        documentType: document.documentType, folio: 'borrador', receiverName: document.receiver.businessName
      }, 'pdf')
      return renderLimit.run(tenantId, async () => {
        const drawn = template && await drawWith(template.design, job, actor)
        if (drawn) return { pdf: drawn, fileName, fellBack: false }
        const { pdf } = await renderer.renderDesign(job, builtIn, actor)
        return { pdf, fileName, fellBack: template !== undefined }
      })
    }
  }
}

export type Drafts = ReturnType<typeof createDrafts>
