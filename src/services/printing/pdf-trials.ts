import { problemAt, ServiceError, type Sentence } from '../../shared/errors.ts'
import { samplesFor, type Sample } from './pdf-samples.ts'
import type { DrawingFor, MandatoryPart, PdfDesign, PdfFormat, PdfRenderer } from '../ports.ts'

const partNames: Record<MandatoryPart, Sentence> = {
  taxNumber: { en: 'the sender\'s RUT (sii-box)', es: 'el RUT del emisor (sii-box)' },
  documentName: { en: 'the name of the document (sii-box)', es: 'el nombre del documento (sii-box)' },
  folio: { en: 'the folio (sii-box)', es: 'el folio (sii-box)' },
  totals: { en: 'the amounts that lead to the total (doc.totals)', es: 'los montos que llevan al total (doc.totals)' },
  totalAmount: { en: 'the total amount (doc.totalAmount)', es: 'el monto total (doc.totalAmount)' },
  stamp: { en: 'the stamp on each copy (stamp)', es: 'el timbre en cada copia (stamp)' },
  stampSize: { en: 'the stamp between 2 x 5 and 4 x 9 cm (stamp)', es: 'el timbre entre 2 x 5 y 4 x 9 cm (stamp)' },
  stampLegend: {
    en: 'the legend of the stamp, "Timbre Electrónico SII" and the resolution (stamp)',
    es: 'la leyenda del timbre, "Timbre Electrónico SII" y la resolución (stamp)'
  },
  cedibleLegend: {
    en: 'the legend of the cedible copy (doc.cedibleLegend)', es: 'la leyenda de la copia cedible (doc.cedibleLegend)'
  },
  watermark: {
    en: 'the mark of documents without tax value (watermark or test-notice)',
    es: 'la marca de los documentos sin valor tributario (watermark o test-notice)'
  }
}

const tooLong = { en: 'draws more than 50 pages', es: 'dibuja más de 50 páginas' }

export interface PdfTrialsDependencies {
  renderer: PdfRenderer
  /** Time limit for drawing all samples together. */
  longestTrialMs?: number
}

/** Tries designs on sample documents before they are saved. */
export function createPdfTrials ({ renderer, longestTrialMs = 15_000 }: PdfTrialsDependencies) {
  /** Gives the time that it took, in milliseconds. */
  async function draw (
    design: PdfDesign, { document }: Sample, format: PdfFormat, wanted: DrawingFor
  ): Promise<number> {
    const { missing, drawMs } = await renderer.renderDesign({ document, format, cedible: true }, design, wanted)
    if (missing.length > 0) {
      throw new ServiceError('PDF_TEMPLATE_INCOMPLETE', {
        problems: missing.map((part) => problemAt(pathOf(design), lacking(part)))
      })
    }
    return drawMs
  }

  return {
    /**
     * Draws the samples of every type that the template is for. The first that fails throws ServiceError
     * PDF_TEMPLATE_INVALID, PDF_TEMPLATE_INCOMPLETE or PDF_TEMPLATE_TOO_COSTLY with the name of the sample.
     */
    async mustDraw (
      design: PdfDesign, { format, documentTypes }: { format: PdfFormat, documentTypes: readonly number[] },
      wanted: DrawingFor
    ): Promise<void> {
      let spentMs = 0
      for (const sample of samplesFor(documentTypes)) {
        spentMs += await draw(design, sample, format, wanted).catch((error: unknown) => {
          throw onSample(error, sample, design)
        })
        if (spentMs > longestTrialMs) throw new ServiceError('PDF_TEMPLATE_TOO_COSTLY')
      }
    }
  }
}

export type PdfTrials = ReturnType<typeof createPdfTrials>

function pathOf ({ source }: PdfDesign): string {
  return source === undefined ? 'settings' : 'source'
}

function lacking (part: MandatoryPart): Sentence {
  return { en: `does not show ${partNames[part].en}`, es: `no muestra ${partNames[part].es}` }
}

/** The same error with the name of the sample. */
function onSample (error: unknown, { type, name }: Sample, design: PdfDesign): unknown {
  if (!(error instanceof ServiceError)) return error
  const { code, problems, cause } = error
  const named = problems.map(({ path, message: { en, es } }) =>
    problemAt(path, { en: `${en} (sample ${type} ${name})`, es: `${es} (muestra ${type} ${name})` })
  )
  if (code === 'PDF_TOO_LONG') {
    return new ServiceError('PDF_TEMPLATE_INVALID', { problems: [problemAt(pathOf(design), tooLong)], cause })
  }
  if (code === 'PDF_TEMPLATE_INVALID' || code === 'PDF_TEMPLATE_INCOMPLETE') {
    return new ServiceError(code, { problems: named, cause })
  }
  return error
}
