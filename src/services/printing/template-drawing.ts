import { LRUCache } from 'lru-cache'
import { minuteMs } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { Clock, DrawingFor, PdfDesign, PdfJob, PdfRenderer } from '../ports.ts'

/** A template that could not draw an issued document, with the reason. */
export interface TemplateFailure { tenantId: string, templateId: string, correlationId: string, reason: string }

export interface TemplateDrawingDependencies {
  renderer: PdfRenderer
  clock: Clock
  onFailure: (failure: TemplateFailure) => void
}

interface DrawableTemplate { id: string, updatedAt: Date, design: PdfDesign }

// A template that exceeded its time or memory would do so again. For this long, its documents do not wait for it.
const restMs = minuteMs
const faults = ['PDF_TEMPLATE_INVALID', 'PDF_TEMPLATE_TOO_COSTLY', 'PDF_TOO_LONG', 'PDF_UNAVAILABLE']

/** Draws issued documents with tenants' templates. If a template fails, it reports the failure and gives no bytes. */
export function createTemplateDrawing ({ renderer, clock, onFailure }: TemplateDrawingDependencies) {
  const restsUntil = new LRUCache<string, number>({ max: 1000 })

  /** The bytes, or the reason for the failure. */
  async function attempt (
    template: DrawableTemplate, job: PdfJob, wanted: DrawingFor
  ): Promise<Buffer | string> {
    const version = `${template.id} ${template.updatedAt.toISOString()}`
    if ((restsUntil.get(version) ?? 0) > clock().getTime()) return 'PDF_TEMPLATE_TOO_COSTLY a moment ago'
    try {
      const { pdf, missing } = await renderer.renderDesign(job, template.design, wanted)
      return missing.length === 0 ? pdf : `PDF_TEMPLATE_INCOMPLETE: ${missing.join(', ')}`
    } catch (error) {
      if (!(error instanceof ServiceError) || !faults.includes(error.code)) throw error
      if (error.code === 'PDF_TEMPLATE_TOO_COSTLY') restsUntil.set(version, clock().getTime() + restMs)
      return [error.code, ...error.problems.map(({ path, message }) => `${path}: ${message.en}`)].join(' ')
    }
  }

  return {
    async draw (
      template: DrawableTemplate, job: PdfJob, { correlationId, ...wanted }: DrawingFor & { correlationId: string }
    ): Promise<Buffer | undefined> {
      const outcome = await attempt(template, job, wanted)
      if (typeof outcome !== 'string') return outcome
      onFailure({ tenantId: wanted.tenantId, correlationId, templateId: template.id, reason: outcome })
      return undefined
    }
  }
}
