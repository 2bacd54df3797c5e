import { isDocumentType } from '../../dte/values/document-types.ts'
import type { PrintableDocument } from '../../dte/printing/printable.ts'
import { problemAt, ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import { settingsFrom, type PdfSettingsInput } from './pdf-designs.ts'
import { sampleDocument, type SampleName } from './pdf-samples.ts'
import { designFrom, type PdfTemplateKind } from './pdf-templates.ts'
import type { DrawnDesign, PdfFormat, PdfRenderer } from '../ports.ts'
import type { Printables } from './printables.ts'
import type { ConcurrencyLimiter } from '../../shared/concurrency-limiter.ts'

export interface PreviewRequest {
  kind: PdfTemplateKind
  format: PdfFormat
  settings: PdfSettingsInput
  source?: string | null | undefined
  cedible: boolean
  /** One of the tenant's documents. Without it, a sample is drawn. */
  correlationId?: string | undefined
  documentType?: number | undefined
  sample: SampleName
}

export interface PdfPreviewsDependencies {
  renderer: PdfRenderer
  printables: Printables
  renderLimit: ConcurrencyLimiter
}

/** Draws templates that are not saved yet. */
export function createPdfPreviews ({ renderer, printables, renderLimit }: PdfPreviewsDependencies) {
  async function documentFor (
    actor: Actor, { correlationId, documentType, sample, format }: PreviewRequest
  ): Promise<PrintableDocument> {
    if (correlationId !== undefined) return (await printables.get(actor, correlationId)).document
    const type = documentType ?? (format === 'letter' ? 33 : 39)
    if (!isDocumentType(type)) {
      throw new ServiceError('VALIDATION_FAILED', {
        problems: [problemAt('documentType', { en: 'is unknown', es: 'es desconocido' })]
      })
    }
    const document = sampleDocument(type, sample)
    // It shows what the longest texts do to a design.
    return sample === 'full' ? document : printables.asOwn(actor, document)
  }

  return {
    /**
     * The drawing, with the required content that it lacks: a preview is drawn all the same. Throws ServiceError
     * PDF_TEMPLATE_INVALID, PDF_TEMPLATE_TOO_COSTLY, PDF_TEMPLATE_BUSY, PDF_TOO_LONG, DOCUMENT_NOT_FOUND,
     * DOCUMENT_NOT_ISSUED.
     */
    async draw (actor: Actor, request: PreviewRequest): Promise<DrawnDesign> {
      const { kind, format, cedible, settings, source } = request
      const design = designFrom(kind, { settings: settingsFrom(settings), source })
      const document = await documentFor(actor, request)
      return renderLimit.run(
        actor.tenantId, () => renderer.renderDesign({ document, format, cedible }, design, actor)
      )
    }
  }
}

export type PdfPreviews = ReturnType<typeof createPdfPreviews>
