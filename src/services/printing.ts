import type { TaxDocument } from '../dte/document.ts'
import { printable } from '../dte/printable-from-document.ts'
import type { TenantRow } from '../repositories/tenants.ts'
import { ServiceError } from '../shared/errors.ts'
import type { Actor } from './actor.ts'
import type { Records } from './invoicing/records.ts'
import { resolutionOf } from './invoicing/pack.ts'
import type { PdfFormat, PdfRenderer } from './ports.ts'

export interface PrintingDependencies {
  records: Records
  renderer: PdfRenderer
  tenantOf: (tenantId: string) => Promise<TenantRow>
}

export interface PrintRequest { correlationId: string, format?: PdfFormat | undefined, cedible: boolean }

/** A file of a document, with the name under which to save it. */
export interface DocumentFile { bytes: Buffer, fileName: string }

const certificationWatermark = 'DOCUMENTO DE PRUEBA – SIN VALOR TRIBUTARIO'

/** The files of an issued document: its signed XML and its printed representation. */
export function createPrinting ({ records, renderer, tenantOf }: PrintingDependencies) {
  return {
    /** The signed DTE, byte for byte as it was signed. Throws DOCUMENT_NOT_FOUND, DOCUMENT_NOT_ISSUED. */
    async getXml (actor: Actor, correlationId: string): Promise<DocumentFile> {
      const { invoice, xml } = await records.getIssued(actor, correlationId)
      return { bytes: xml, fileName: `${fileStem(invoice)}.xml` }
    },

    /** The PDF; boletas on 80 mm paper unless told otherwise. Throws as above, and PDF_UNAVAILABLE. */
    async getPdf (actor: Actor, { correlationId, format, cedible }: PrintRequest): Promise<DocumentFile> {
      const { invoice, document, xml } = await records.getIssued(actor, correlationId)
      const tenant = await tenantOf(actor.tenantId)
      const bytes = await renderer.render({
        document: printable(document, { folio: Number(invoice.folio), ted: tedOf(xml), ...printingFactsOf(tenant) }),
        format: format ?? defaultFormat(document),
        cedible
      })
      return { bytes, fileName: `${fileStem(invoice)}${cedible ? '-cedible' : ''}.pdf` }
    }
  }
}

export type Printing = ReturnType<typeof createPrinting>

function defaultFormat (document: TaxDocument): PdfFormat {
  return document.linePrices === 'gross' && [39, 41].includes(document.documentType) ? '80mm' : 'letter'
}

function fileStem ({ issuerTaxNumber, documentType, folio }: { issuerTaxNumber: string, documentType: number, folio: bigint }): string {
  return `${issuerTaxNumber}-T${documentType}F${folio}`
}

function printingFactsOf (tenant: TenantRow) {
  const resolution = resolutionOf(tenant)
  return {
    resolution: { number: resolution?.number ?? 0, year: Number(resolution?.date.slice(0, 4) ?? 0) },
    ...(tenant.siiOffice === null ? {} : { siiOffice: tenant.siiOffice }),
    ...(tenant.environment === 'certification' ? { watermark: certificationWatermark } : {})
  }
}

/** The stamp as it was signed: the barcode carries these very bytes. */
function tedOf (xml: Buffer): string {
  const ted = /<TED version="1\.0">[\s\S]*<\/TED>/.exec(xml.toString('latin1'))?.[0]
  if (ted === undefined) throw new ServiceError('INTERNAL')
  return ted
}
