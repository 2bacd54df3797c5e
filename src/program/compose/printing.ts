import { archives } from '../../adapters/archives/zip.ts'
import { createDocumentArchives } from '../../services/printing/document-archives.ts'
import { createEvidence } from '../../services/evidence/evidence.ts'
import { createPublicDocuments } from '../../services/publishing/public-documents.ts'
import { createPublicLinks } from '../../services/publishing/public-links.ts'
import { createDrafts } from '../../services/printing/drafts.ts'
import { createPdfPreviews } from '../../services/printing/pdf-previews.ts'
import { createPdfTemplates } from '../../services/printing/pdf-templates.ts'
import { createPdfTrials } from '../../services/printing/pdf-trials.ts'
import { createPrintables } from '../../services/printing/printables.ts'
import { createPrinting } from '../../services/printing/printing.ts'
import { createTillCopies } from '../../services/printing/till-copies.ts'
import { createTenantRenderLimit } from '../../services/printing/tenant-render-limit.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Invoicing } from './invoicing.ts'
import type { Tenancy } from './tenancy.ts'

/** Documents on paper, and the templates that they are drawn with. */
export function composePrinting (
  { clock, config, logger, store, renderer, measured }: Infrastructure, { tenants }: Tenancy,
  { records, reception }: Invoicing
) {
  const printables = createPrintables({ records, tenantOf: tenants.factsOf })
  const renderLimit = createTenantRenderLimit(measured.held)
  const trials = createPdfTrials({ renderer, longestTrialMs: config.PDF_SECONDS * 3000 })
  const pdfTemplates = createPdfTemplates({ store, trials, renderLimit, clock })
  const publicLinks = createPublicLinks({ store, pepper: config.KEY_PEPPER, publicUrl: config.PUBLIC_URL, clock })
  const printing = createPrinting({
    records,
    printables,
    templates: pdfTemplates,
    renderer,
    linkOf: publicLinks.forCopy,
    clock,
    onTemplateFailure: (failure) => {
      logger.warn(failure, 'a PDF template failed; the built-in template was used')
      measured.templateFailed()
    },
    onDrawingFailure: (error, document) => {
      logger.error({ err: error, ...document }, 'the PDF of a document could not be drawn; it is left out')
    }
  })
  return {
    printing,
    publicLinks,
    publicDocuments: createPublicDocuments({ links: publicLinks, records, printing, tenantOf: tenants.factsOf }),
    evidence: createEvidence({ store, records, printing, archives, clock }),
    documentArchives: createDocumentArchives({ store, printing, archives, clock }),
    pdfTemplates,
    pdfPreviews: createPdfPreviews({ renderer, printables, renderLimit }),
    tillCopies: createTillCopies({ printables, printing }),
    drafts: createDrafts({ reception, printables, templates: pdfTemplates, renderer, renderLimit })
  }
}

export type Printing = ReturnType<typeof composePrinting>
