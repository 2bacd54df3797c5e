import { documentFileName } from '../../dte/printing/file-names.ts'
import { isDatabaseOutage } from '../../shared/database-errors.ts'
import { ServiceError } from '../../shared/errors.ts'
import { serviceActor, type Actor } from '../actor.ts'
import { isInForce } from '../invoicing/notes/in-force.ts'
import type { Records } from '../invoicing/documents/records.ts'
import { platformTenant } from '../platform-tenant.ts'
import type { ChosenTemplate, PdfTemplates } from './pdf-templates.ts'
import type { Clock, PdfFormat, PdfJob, PdfLogo, PdfRenderer } from '../ports.ts'
import { sampleDocument } from './pdf-samples.ts'
import type { IssuedPrintable, Printables } from './printables.ts'
import { createTemplateDrawing, type TemplateFailure } from './template-drawing.ts'

export interface PrintingDependencies {
  records: Records
  printables: Printables
  templates: Pick<PdfTemplates, 'choose'>
  renderer: PdfRenderer
  /** The document's public page; undefined where it must have none. */
  linkOf: (document: { tenantId: string, correlationId: string }) => Promise<string | undefined>
  clock: Clock
  onTemplateFailure: (failure: TemplateFailure) => void
  /** A PDF could not be drawn for a reason that an operator should look into. */
  onDrawingFailure: (error: unknown, document: { tenantId: string, correlationId: string }) => void
}

export interface PrintRequest {
  correlationId: string
  /** An earlier folio of the document. */
  folio?: number | undefined
  format?: PdfFormat | undefined
  /** Adds the cedible copy, where the document has one. */
  cedible: boolean
  /** Replaces the tenant's default. */
  templateId?: string | undefined
}

/** A file of a document, and the name to save it under. */
export interface DocumentFile { bytes: Buffer, fileName: string }

export interface PdfFile extends DocumentFile {
  /** Whether the tenant's template failed and the built-in one was used. */
  fellBack: boolean
  /** The logo of the tenant's template, if it has one. */
  logo?: PdfLogo
}

/** The copies of a document, each in a file of its own. */
export interface PrintedSample { documentType: number, folio: number, tributary: Buffer, cedible?: Buffer }

/** The files of an issued document: its signed XML and its printed representation. */
export function createPrinting (
  { records, printables, templates, renderer, linkOf, clock, onTemplateFailure, onDrawingFailure }: PrintingDependencies
) {
  const drawing = createTemplateDrawing({ renderer, clock, onFailure: onTemplateFailure })

  async function drawn (
    actor: Actor, template: ChosenTemplate | undefined, job: PdfJob, correlationId: string
  ): Promise<Pick<PdfFile, 'bytes' | 'fellBack'>> {
    const bytes = template && await drawing.draw(template, job, { ...actor, correlationId })
    return {
      bytes: bytes ?? await renderer.render(job, actor), fellBack: template !== undefined && bytes === undefined
    }
  }

  async function getPdf (
    actor: Actor, { correlationId, folio, format, cedible, templateId }: PrintRequest
  ): Promise<PdfFile> {
    const issued = await printables.get(actor, correlationId, folio)
    const { invoice, document, usualFormat, isVoid } = issued
    const hasCopy = cedible && document.cedibleLegend !== undefined
    const template = await templates.choose(actor, {
      documentType: document.documentType, format, usualFormat, templateId
    })
    const paper = template?.format ?? format ?? usualFormat
    const link = showsQr(issued, paper) ? await linkOf({ tenantId: actor.tenantId, correlationId }) : undefined
    const job = { document, link, format: paper, cedible: hasCopy }
    const fileName = documentFileName(invoice, 'pdf', isVoid ? 'nulo' : hasCopy ? 'cedible' : undefined)
    const logo = template?.design.settings.logo
    return { ...await drawn(actor, template, job, correlationId), fileName, ...logo && { logo } }
  }

  return {
    /** Draws a sample, so that the first document does not wait until the drawing process has started. */
    async prepare (): Promise<void> {
      await renderer.render(
        { document: sampleDocument(33, 'ordinary'), format: 'letter', cedible: false }, serviceActor(platformTenant)
      )
    },

    /** The DTE, byte for byte as it was signed. Throws DOCUMENT_NOT_FOUND, DOCUMENT_NOT_ISSUED. */
    async getXml (actor: Actor, correlationId: string, folio?: number): Promise<DocumentFile> {
      const { invoice, xml, isVoid } = await records.getIssued(actor, correlationId, folio)
      return { bytes: xml, fileName: documentFileName(invoice, 'xml', isVoid ? 'nulo' : undefined) }
    },

    /**
     * The PDF, with the requested template or the tenant's default. Boletas use 80 mm paper by default. Throws the
     * errors of getXml, RESOLUTION_MISSING, PDF_TEMPLATE_NOT_FOUND, PDF_TEMPLATE_NOT_FOR_DOCUMENT, PDF_UNAVAILABLE.
     */
    getPdf,

    /**
     * The same for what must not wait for a PDF, since the signed XML is the document: undefined after a failure of the
     * drawing that repeats, which is reported. Throws the errors of getPdf.
     */
    async getPdfIfDrawn (actor: Actor, request: PrintRequest): Promise<PdfFile | undefined> {
      try {
        return await getPdf(actor, request)
      } catch (error) {
        if (error instanceof ServiceError || isDatabaseOutage(error) || actor.signal?.aborted === true) throw error
        onDrawingFailure(error, { tenantId: actor.tenantId, correlationId: request.correlationId })
        return undefined
      }
    },

    /**
     * A printed sample for the SII: each copy by itself, on letter paper. A cedible copy has the settings of the
     * tenant's template, but not its source, which draws both copies together. Throws the errors of getPdf.
     */
    async getSample (actor: Actor, correlationId: string): Promise<PrintedSample> {
      const { invoice, document } = await printables.sample(actor, correlationId)
      const { documentType, cedibleLegend } = document
      const template = await templates.choose(actor, { documentType, format: 'letter', usualFormat: 'letter' })
      const settingsOnly = template && { ...template, design: { settings: template.design.settings } }
      const copy = (cedible: PdfJob['cedible'], using: ChosenTemplate | undefined) =>
        drawn(actor, using, { document, format: 'letter', cedible }, correlationId)
      return {
        documentType, folio: Number(invoice.folio), tributary: (await copy(false, template)).bytes,
        ...cedibleLegend !== undefined && { cedible: (await copy('alone', settingsOnly)).bytes }
      }
    }
  }
}

export type Printing = ReturnType<typeof createPrinting>

function showsQr ({ invoice, isVoid, qrOnPdf }: IssuedPrintable, paper: PdfFormat): boolean {
  return !isVoid && isInForce(invoice) && (qrOnPdf === 'all' || (qrOnPdf === 'tickets' && paper !== 'letter'))
}
