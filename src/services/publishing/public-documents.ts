import { type DocumentType, documentTypeFacts } from '../../dte/values/document-types.ts'
import type { Status } from '../../model/document-states.ts'
import { simulatorAuthority } from '../../model/tax-authorities.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { ServiceError } from '../../shared/errors.ts'
import { serviceActor } from '../actor.ts'
import type { Records } from '../invoicing/documents/records.ts'
import type { DocumentFile, Printing } from '../printing/printing.ts'
import type { Opening, PublicLinks } from './public-links.ts'

export interface PublicDocumentsDependencies {
  links: Pick<PublicLinks, 'open' | 'addressOf' | 'noteOpening'>
  records: Pick<Records, 'get' | 'getIssued'>
  printing: Pick<Printing, 'getPdf' | 'getXml'>
  tenantOf: (tenantId: string) => Promise<TenantRow>
}

/** What the public page of a document says, and nothing else of its tenant. */
export interface PublicDocument {
  /** Of the page. */
  address: string
  issuerName: string
  issuerTaxNumber: string
  typeName: string
  folio: number
  /** YYYY-MM-DD */
  issueDate: string
  /** An exact decimal, in `currency`. */
  totalAmount: string
  currency: string | undefined
  status: Status
  /** "Nota de Crédito Electrónica N° 4" */
  annulledBy: string | undefined
  /** Of the simulator or of certification: it has no legal value. */
  isTrial: boolean
}

/** Documents as anybody with their link sees them. */
export function createPublicDocuments ({ links, records, printing, tenantOf }: PublicDocumentsDependencies) {
  /** Undefined for a token that opens nothing, and for a document that has no folio any more. */
  async function opened<Result> (token: string, read: (to: Opening) => Promise<Result>): Promise<Result | undefined> {
    const to = await links.open(token)
    if (!to) return undefined
    try {
      return await read(to)
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'DOCUMENT_NOT_ISSUED') return undefined
      throw error
    }
  }

  return {
    find: (token: string): Promise<PublicDocument | undefined> => opened(token, async (to) => {
      const { tenantId, correlationId, isFirst } = to
      const actor = serviceActor(tenantId)
      const { invoice, document } = await records.getIssued(actor, correlationId)
      const { annulledBy, status } = await records.get(actor, correlationId)
      const { businessName, taxAuthority } = await tenantOf(tenantId)
      const { issueDate, totals: { totalAmount, currency } } = document
      if (isFirst) await links.noteOpening(to)
      return {
        address: links.addressOf(token), issuerName: businessName, issuerTaxNumber: invoice.issuerTaxNumber,
        typeName: documentTypeFacts(document.documentType).name, folio: Number(invoice.folio), issueDate, totalAmount,
        currency, status,
        annulledBy: annulledBy === null
          ? undefined
          : `${documentTypeFacts(Number(annulledBy.invoiceTypeCode) as DocumentType).name} N° ${annulledBy.invoiceNumber}`,
        isTrial: taxAuthority === simulatorAuthority || invoice.environment !== 'production'
      }
    }),

    /** Whether the token opens anything; draws nothing, and does not count as an opening. */
    has: async (token: string): Promise<boolean> => await opened(token, ({ tenantId, correlationId }) =>
      records.getIssued(serviceActor(tenantId), correlationId)) !== undefined,

    pdf: (token: string, signal: AbortSignal): Promise<DocumentFile | undefined> =>
      opened(token, ({ tenantId, correlationId }) => printing.getPdf(
        { ...serviceActor(tenantId), signal, isStranger: true }, { correlationId, cedible: false }
      )),

    xml: (token: string): Promise<DocumentFile | undefined> => opened(token, ({ tenantId, correlationId }) =>
      printing.getXml(serviceActor(tenantId), correlationId))
  }
}

export type PublicDocuments = ReturnType<typeof createPublicDocuments>
