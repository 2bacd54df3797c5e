import type { TaxDocument } from '../../dte/document.ts'
import { formatRut } from '../../dte/values/rut.ts'
import { draftFolio, type PrintableDocument } from '../../dte/printing/printable.ts'
import { printable } from '../../dte/printing/printable-from-document.ts'
import type { QrOnPdf } from '../../model/qr-on-pdf.ts'
import type { InvoiceRow } from '../../repositories/invoicing/documents/invoices.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import { resolutionOf } from '../resolution.ts'
import type { Records } from '../invoicing/documents/records.ts'
import type { PdfFormat } from '../ports.ts'

export interface PrintablesDependencies { records: Records, tenantOf: (tenantId: string) => Promise<TenantRow> }

export interface IssuedPrintable {
  invoice: InvoiceRow & { folio: bigint }
  document: PrintableDocument
  /** Whether this is an earlier folio of the document. */
  isVoid: boolean
  /** Boletas are tickets, except those with net prices, which go to companies. */
  usualFormat: PdfFormat
  /** Which PDFs of the tenant have the QR code of the public page. */
  qrOnPdf: QrOnPdf
}

const voidWatermark = 'NULO – SIN VALOR TRIBUTARIO'
const draftWatermark = 'BORRADOR – SIN VALOR TRIBUTARIO'
const certificationWatermark = 'DOCUMENTO DE PRUEBA – SIN VALOR TRIBUTARIO'

/** Issued documents, ready to print. */
export function createPrintables ({ records, tenantOf }: PrintablesDependencies) {
  return {
    /**
     * With `folio`, the document under that earlier folio, marked as void. Throws ServiceError DOCUMENT_NOT_FOUND,
     * DOCUMENT_NOT_ISSUED, RESOLUTION_MISSING.
     */
    async get (actor: Actor, correlationId: string, folio?: number): Promise<IssuedPrintable> {
      const { invoice, document, xml, isVoid } = await records.getIssued(actor, correlationId, folio)
      const tenant = await tenantOf(actor.tenantId)
      return {
        invoice,
        isVoid,
        document: printable(document, {
          folio: Number(invoice.folio), ted: tedOf(xml), ...printingFactsOf(tenant),
          ...isVoid && { watermark: voidWatermark, hasCopy: false }
        }),
        usualFormat: usualFormatOf(document),
        qrOnPdf: tenant.qrOnPdf
      }
    },

    /**
     * As a printed sample for the SII: without the mark of test documents, which nothing in production has. Throws as
     * get.
     */
    async sample (actor: Actor, correlationId: string): Promise<IssuedPrintable> {
      const issued = await this.get(actor, correlationId)
      const { watermark: _, ...document } = issued.document
      return { ...issued, document }
    },

    /**
     * A sample as a document of the tenant's: with its name and what it says of itself, as far as the sample shows
     * anything of the kind.
     */
    async asOwn (actor: Actor, sample: PrintableDocument): Promise<PrintableDocument> {
      return { ...sample, sender: ownSender(sample.sender, await tenantOf(actor.tenantId)) }
    },

    /** A document that is not issued yet: without folio and stamp, and marked as a draft. */
    async draft (actor: Actor, document: TaxDocument): Promise<Omit<IssuedPrintable, 'invoice' | 'isVoid' | 'qrOnPdf'>> {
      const tenant = await tenantOf(actor.tenantId)
      return {
        document: printable(document, {
          ...officeOf(tenant), folio: draftFolio, ted: '', watermark: draftWatermark,
          // Printed below the stamp only.
          resolution: { number: 0, year: Number(document.issueDate.slice(0, 4)) }
        }),
        usualFormat: usualFormatOf(document)
      }
    }
  }
}

function usualFormatOf ({ documentType, linePrices }: TaxDocument): PdfFormat {
  return linePrices === 'gross' && [39, 41].includes(documentType) ? '80mm' : 'letter'
}

export type Printables = ReturnType<typeof createPrintables>

function printingFactsOf (tenant: TenantRow) {
  const resolution = resolutionOf(tenant)
  // The law requires the resolution below the stamp. No copy is better than one with an invented number.
  if (!resolution) throw new ServiceError('RESOLUTION_MISSING')
  return {
    resolution: { number: resolution.number, year: Number(resolution.date.slice(0, 4)) },
    ...officeOf(tenant),
    ...(tenant.environment === 'certification' ? { watermark: certificationWatermark } : {})
  }
}

/** What the tenant has not entered is left out, but what a document cannot be without. */
function ownSender (sample: PrintableDocument['sender'], tenant: TenantRow): PrintableDocument['sender'] {
  const optional = (['address', 'municipality', 'city', 'branchName', 'phone', 'email', 'siiOffice'] as const)
    .flatMap((name) => {
      const value = tenant[name]
      return sample[name] === undefined || !value ? [] : [[name, value] as const]
    })
  return {
    taxNumber: formatRut(tenant.taxNumber), businessName: tenant.businessName,
    businessActivity: tenant.businessActivity || sample.businessActivity, ...Object.fromEntries(optional),
    ...(sample.salesPerson !== undefined && { salesPerson: sample.salesPerson })
  }
}

function officeOf ({ siiOffice }: TenantRow): { siiOffice?: string } {
  return siiOffice === null ? {} : { siiOffice }
}

/** The stamp as it was signed. The barcode contains exactly these bytes. */
function tedOf (xml: Buffer): string {
  const ted = /<TED version="1\.0">[\s\S]*<\/TED>/.exec(xml.toString('latin1'))?.[0]
  if (ted === undefined) throw new ServiceError('INTERNAL')
  return ted
}
