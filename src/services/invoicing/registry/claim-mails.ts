import { isClaim, type RegistryEvent } from '../../../dte/registry/events.ts'
import type { InvoiceRow } from '../../../repositories/invoicing/documents/invoices.ts'
import type { TenantRepositories } from '../../../repositories/store.ts'
import { worthSendingMs } from '../../mail/post.ts'
import { mailWhoWants, notifyOf } from '../../warnings.ts'

/** Notifies of a document that its customer claimed, and mails it to those who want to know. */
export async function tellOfClaim (
  repositories: TenantRepositories, invoice: InvoiceRow & { folio: bigint },
  { events, at }: { events: RegistryEvent[], at: Date }
): Promise<void> {
  const { id, documentType, folio, receiverName, receiverTaxNumber, currency, totalAmount, externalId } = invoice
  const claims = events.filter(({ code }) => isClaim(code)).map((event) => ({ ...event, at: event.at.toISOString() }))
  const { businessName, taxNumber } = await repositories.tenant.get()
  await notifyOf(repositories, 'document.claimed', {
    at,
    data: {
      correlationId: id, invoiceTypeCode: String(documentType), invoiceNumber: String(folio),
      customerTaxNumber: receiverTaxNumber, customerCompanyName: receiverName, currency,
      totalAmount: Number(totalAmount), externalId, claims
    }
  })
  await mailWhoWants(repositories, 'claimed', {
    kind: 'documentClaimed',
    facts: {
      businessName, taxNumber, correlationId: id, documentType, folio: Number(folio), receiverName, receiverTaxNumber,
      currency, totalAmount: totalAmount.toFixed(), claims: claims.map(({ code, at: when }) => ({ code, at: when }))
    }
  }, { about: id, at, endsAt: new Date(at.getTime() + worthSendingMs) })
}
