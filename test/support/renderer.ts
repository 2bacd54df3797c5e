import { LRUCache } from 'lru-cache'
import { createPdfRenderer } from '../../src/adapters/pdf/pdf-renderer.ts'
import { stampBarcode } from '../../src/dte/printing/barcode.ts'
import type { DrawnDesign, PdfDesign, PdfJob, PdfRenderer } from '../../src/services/ports.ts'
import { patience } from './patience.ts'

let drawing: PdfRenderer | undefined
const drawnDesigns = new LRUCache<string, Promise<DrawnDesign>>({ max: 200 })

/**
 * A renderer whose drawings may take as long as the machine needs. All tests of a worker share it, since its processes
 * cost more to start than most documents to draw; they end with the worker. The samples on which templates are tried
 * are drawn once for each design, since the same job gives the same bytes (test/adapters/pdf/designs.test.ts).
 */
export function sharedRenderer (): PdfRenderer {
  const { render, renderDesign } = drawing ??= createPdfRenderer({
    stampBarcode, timeoutMs: patience.timeout, designTimeoutMs: patience.timeout
  })
  return {
    render,
    renderDesign: async (job, design, signal) => {
      signal?.throwIfAborted()
      return { ...await drawnOnce(renderDesign, job, design), drawMs: 0 }
    },
    close: async () => {}
  }
}

/** One that fails at every document, as at a text that it cannot set. */
export function failingRenderer (): PdfRenderer {
  return { ...sharedRenderer(), render: () => Promise.reject(new Error('unexpected glyph')) }
}

function drawnOnce (
  renderDesign: PdfRenderer['renderDesign'], job: PdfJob, design: PdfDesign
): Promise<DrawnDesign> {
  const name = JSON.stringify([job, design])
  const known = drawnDesigns.get(name)
  if (known) return known
  const drawn = renderDesign(job, design)
  drawnDesigns.set(name, drawn)
  return drawn
}
