import type { InvoicePayload } from '../../src/dte/fields/payload.ts'
import type { ChannelType, Status } from '../../src/model/document-states.ts'
import type { NewInvoice } from '../../src/repositories/invoicing/documents/new-invoice.ts'
import { newId } from '../../src/shared/ids.ts'
import { factura } from './documents.ts'
import { sampleDocument } from './tax-documents.ts'
import type { World, WorldTenant } from './world.ts'

/** A stored document as far as lists and reports see it; what is not given is the same for all. */
export interface StoredInvoice {
  status?: Status
  channelType?: ChannelType
  documentType?: number
  issueDate?: string
  currency?: string
  netAmount?: string
  exemptAmount?: string
  taxAmount?: string
  totalAmount?: string
  /** Moves a sent document to a verdict, so many seconds after its issue. */
  verdict?: { status: keyof typeof moveTo, afterSeconds: number, codes?: string[] }
}

const moveTo = { 5: 'accept', 6: 'acceptWithObjections', 7: 'reject', 8: 'fail' } as const

let folio = 0

/** Stores documents as issuing and following them does, without their XML. Gives their ids. */
export async function storeInvoices (
  world: World, { tenantId, taxNumber }: WorldTenant, invoices: StoredInvoice[]
): Promise<string[]> {
  const rows = invoices.map((invoice) => ({ invoice, row: rowOf(invoice, taxNumber, world.clock()) }))
  await world.store.asTenant(tenantId, async (repositories) => {
    await repositories.invoices.addAll(rows.map(({ row }) => ({ row })))
    for (const { invoice: { verdict }, row } of rows) {
      if (!verdict) continue
      const stored = { state: 'X', reasons: (verdict.codes ?? []).map((code) => ({ code, description: '' })) }
      await repositories.invoices.move(
        {
          invoiceIds: [row.id], move: moveTo[verdict.status], detail: stored,
          at: new Date(row.createdAt.getTime() + verdict.afterSeconds * 1000)
        },
        { verdict: stored, reason: verdict.status === 5 ? null : { code: stored.state, reasons: stored.reasons } }
      )
    }
  })
  return rows.map(({ row }) => row.id)
}

function rowOf (
  {
    status = 4, documentType = 33, channelType = 1, issueDate = '2026-11-20', currency = 'PESO CL', netAmount = '1000',
    exemptAmount = '0', taxAmount = '190', totalAmount = '1190'
  }: StoredInvoice,
  taxNumber: string,
  at: Date
): NewInvoice {
  const waits = status === 1
  return {
    id: newId(),
    environment: 'certification',
    channelType,
    status,
    documentType,
    folio: waits ? null : ++folio,
    folioBlockId: null,
    customerState: null,
    issuerTaxNumber: taxNumber,
    receiverTaxNumber: '88888888-8',
    receiverName: 'Ingeniería Ñandú Austral S.A.',
    searchText: null,
    issueDate,
    currency,
    netAmount,
    exemptAmount,
    taxAmount,
    totalAmount,
    signatureValue: null,
    externalId: null,
    createdById: null,
    createdAt: at,
    issuedAt: waits ? null : at,
    payload: factura() as unknown as InvoicePayload,
    document: sampleDocument(33),
    xml: null
  }
}
