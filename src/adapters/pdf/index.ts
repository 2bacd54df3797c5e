export { createPdfRenderer } from './pdf-renderer.ts'
