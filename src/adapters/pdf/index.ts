export { createPdfRenderer, type PdfRendererOptions } from './pdf-renderer.ts'
