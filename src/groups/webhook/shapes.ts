import type { z } from 'zod'
import type { InvoicePayload } from '../../dte/payload.ts'
import type { Language } from '../../http/language.ts'
import type { WebhookDetail } from '../../services/invoicing/records.ts'
import type { Preview } from '../../services/invoicing/save.ts'
import { taxNumberFilter } from '../../services/invoicing/filters.ts'
import type { listQuery } from './schemas.ts'

type Totals = WebhookDetail['totals']

/** The service keeps exact decimal texts; JSON carries numbers. */
function totalsOf (totals: Totals) {
  return {
    netAmount: Number(totals.netAmount),
    exemptAmount: Number(totals.exemptAmount),
    taxAmount: Number(totals.taxAmount),
    taxes: totals.taxes.map(({ taxCode, taxRate, taxAmount }) => ({
      taxCode, taxRate: taxRate === undefined ? null : Number(taxRate), taxAmount: Number(taxAmount)
    })),
    totalAmount: Number(totals.totalAmount)
  }
}

export function detailOf (detail: WebhookDetail) {
  return { ...detail, totals: totalsOf(detail.totals) }
}

/** A dry run answers in the receipt's shape, with nothing issued. */
export function previewOf (payload: InvoicePayload, { valid, totals, violations }: Preview, language: Language) {
  const { documentType } = payload.header.documentId
  return {
    correlationId: '',
    status: null,
    statusText: '',
    documentType,
    invoiceTypeCode: documentType,
    invoiceNumber: '',
    totalAmount: Number(totals?.totalAmount ?? 0),
    issuedAt: null,
    dryRun: {
      valid,
      totals: totals ? totalsOf(totals) : null,
      problems: violations.map(({ rule, path, message, siiCode, posted, computed }) => ({
        code: rule, path, message: message[language], siiCode: siiCode ?? null, posted: posted ?? null, computed: computed ?? null
      }))
    }
  }
}

export function filterOf ({ page, pageSize, customerTaxNumber, correlationId, ...filter }: z.output<typeof listQuery>) {
  return {
    ...filter,
    ...(correlationId === undefined ? {} : { correlationId: correlationId.toLowerCase() }),
    ...(customerTaxNumber === undefined ? {} : { customerTaxNumber: taxNumberFilter(customerTaxNumber) })
  }
}
