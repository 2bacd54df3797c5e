import { createPdfRenderer } from '../../src/adapters/pdf/pdf-renderer.ts'
import { stampBarcode } from '../../src/dte/printing/barcode.ts'
import type { PdfRenderer } from '../../src/services/ports.ts'
import { patience } from './patience.ts'

let drawing: PdfRenderer | undefined

/**
 * A renderer whose drawings may take as long as the machine needs. All tests of a worker share it, since its processes
 * cost more to start than most documents to draw, and it remembers the samples on which templates are tried; they end
 * with the worker.
 */
export function sharedRenderer (): PdfRenderer {
  const { render, renderDesign } = drawing ??= createPdfRenderer({
    stampBarcode, timeoutMs: patience.timeout, designTimeoutMs: patience.timeout
  })
  return {
    render,
    renderDesign: async (...job) => ({ ...await renderDesign(...job), drawMs: 0 }),
    close: async () => {}
  }
}

/** One that fails at every document, as at a text that it cannot set. */
export function failingRenderer (): PdfRenderer {
  return { ...sharedRenderer(), render: () => Promise.reject(new Error('unexpected glyph')) }
}
