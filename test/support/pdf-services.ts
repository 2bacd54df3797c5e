import type { Store } from '../../src/repositories/store.ts'
import { createRecords } from '../../src/services/invoicing/documents/records.ts'
import { createPdfPreviews } from '../../src/services/printing/pdf-previews.ts'
import { createPdfTemplates } from '../../src/services/printing/pdf-templates.ts'
import { createPdfTrials } from '../../src/services/printing/pdf-trials.ts'
import { createPrintables } from '../../src/services/printing/printables.ts'
import { createPrinting } from '../../src/services/printing/printing.ts'
import { createTenantRenderLimit } from '../../src/services/printing/tenant-render-limit.ts'
import type { PdfRenderer } from '../../src/services/ports.ts'

/** The services of PDF templates over a store. */
export function pdfServicesOn (store: Store, clock: () => Date, renderer: PdfRenderer) {
  const renderLimit = createTenantRenderLimit()
  const records = createRecords({ store })
  const printables = createPrintables({
    records,
    tenantOf: (tenantId) => store.asTenant(tenantId, ({ tenant }) => tenant.get())
  })
  const pdfTemplates = createPdfTemplates({ store, trials: createPdfTrials({ renderer }), renderLimit, clock })
  return {
    renderer,
    pdfTemplates,
    printing: createPrinting({
      records, printables, templates: pdfTemplates, renderer, linkOf: async () => undefined, clock,
      onTemplateFailure: () => {},
      onDrawingFailure: () => {}
    }),
    pdfPreviews: createPdfPreviews({ renderer, printables, renderLimit })
  }
}
