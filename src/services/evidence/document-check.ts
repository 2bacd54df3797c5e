import { z } from 'zod'
import type { AuditRow } from '../../repositories/audit/audit-log.ts'
import { EnvelopeDamaged } from '../../repositories/invoicing/delivery/envelope-bytes.ts'
import { ContentDamaged } from '../../repositories/contents/packing.ts'
import type { FolioBlockRow } from '../../repositories/tenants/folio-blocks.ts'
import type { InvoiceRow } from '../../repositories/invoicing/documents/invoices.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { isMaintenanceWindow } from '../maintenance-window.ts'
import type { Clock, DocumentJudge, JudgedDocument } from '../ports.ts'
import { notifyOf } from '../warnings.ts'

/** What does not hold of a stored document. */
export type DocumentFault =
  /** Its content does not have its checksum, or is not a document. */
  | 'content'
  | 'signature'
  | 'stamp'
  /** The stamp's CAF is not the one of its folio block. */
  | 'caf'
  /** Its folio was not assigned, or lies outside its block. */
  | 'folio'
  /** The signed document says other things than the books. */
  | 'books'
  /** Its envelope cannot be put together as it was signed. */
  | 'envelope'
  /** No audit entry has its folio. */
  | 'audit'

export interface DocumentCheckDependencies {
  store: Store
  judge: DocumentJudge
  clock: Clock
  /** From 0 to below 1. */
  random: () => number
  onChecked: (documents: number, damaged: number) => void
  onDamage: (damage: { tenantId: string, correlationId: string, faults: DocumentFault[] }) => void
}

// A document takes a few milliseconds; a night checks about two thousand.
const tenantsAtATime = 25
const newest = 5
const ofAllTimes = 15
const auditRows = 50

/** Holds a sample of the stored documents against the books, night after night. */
export function createDocumentCheck (
  { store, judge, clock, random, onChecked, onDamage }: DocumentCheckDependencies
) {
  async function faultsOf (repositories: TenantRepositories, invoice: InvoiceRow): Promise<DocumentFault[]> {
    const { id, envelopeId, folioBlockId } = invoice
    const judged = await judgedOf(repositories, id)
    if (judged === undefined) return ['content']
    const block = folioBlockId === null ? null : await repositories.folioBlocks.find(folioBlockId)
    const audited = await repositories.auditLog.listBefore({ entityId: id }, { before: undefined, limit: auditRows })
    const checks: [DocumentFault, boolean][] = [
      ['signature', judged.signatureIsRight],
      ['stamp', judged.stampIsRight],
      ['caf', judged.cafXml === block?.cafXml],
      ['folio', block !== null && isAssigned(invoice, block)],
      ['books', agree(invoice, judged)],
      ['envelope', envelopeId === null || await isWhole(repositories, envelopeId)],
      ['audit', audited.some((row) => concerns(row, invoice))]
    ]
    return checks.filter(([, holds]) => !holds).map(([fault]) => fault)
  }

  async function judgedOf ({ invoices }: TenantRepositories, id: string): Promise<JudgedDocument | undefined> {
    try {
      const content = await invoices.findContent(id)
      return content?.xml ? judge(content.xml) : undefined
    } catch (error) {
      // Whatever cannot be read as what was stored is damaged; the database's own errors are not about the document.
      if (isDamage(error)) return undefined
      throw error
    }
  }

  /** Some of the newest, and some of all times: those that follow random moments of the tenant's life. */
  async function sampleOf ({ issuedDocuments }: TenantRepositories): Promise<InvoiceRow[]> {
    const picked = new Map<string, InvoiceRow>()
    const add = (rows: InvoiceRow[]): void => { for (const row of rows) picked.set(row.id, row) }
    add(await issuedDocuments.listNewest(newest))
    const [from, to] = await issuedDocuments.span() ?? [0, 0]
    for (let count = 0; count < ofAllTimes; count++) {
      add(await issuedDocuments.listFrom(from + Math.floor(random() * (to - from)), 1))
    }
    return [...picked.values()]
  }

  async function checkTenant (tenantId: string): Promise<void> {
    const found = await store.asTenant(tenantId, async (repositories) => {
      const sample = await sampleOf(repositories)
      const damaged: { id: string, faults: DocumentFault[] }[] = []
      for (const invoice of sample) {
        const faults = await faultsOf(repositories, invoice)
        if (faults.length === 0) continue
        damaged.push({ id: invoice.id, faults })
        await report(repositories, invoice, faults)
      }
      return { documents: sample.length, damaged }
    })
    onChecked(found.documents, found.damaged.length)
    for (const { id, faults } of found.damaged) onDamage({ tenantId, correlationId: id, faults })
  }

  /** Once for each document. */
  async function report (
    repositories: TenantRepositories, invoice: InvoiceRow, faults: DocumentFault[]
  ): Promise<void> {
    const at = clock()
    if (!await repositories.warnings.add('document.damaged', invoice.id, at)) return
    const { id, documentType, folio } = invoice
    await notifyOf(repositories, 'document.damaged', {
      at, data: { correlationId: id, invoiceTypeCode: String(documentType), invoiceNumber: String(folio), faults }
    })
  }

  async function checkSample (): Promise<void> {
    const tenants = await store.asPlatform(({ auditedTenants }) => auditedTenants.list())
    for (const tenantId of someOf(tenants)) await checkTenant(tenantId)
  }

  function someOf (tenants: string[]): string[] {
    const left = [...tenants]
    return Array.from({ length: Math.min(tenantsAtATime, left.length) },
      () => left.splice(Math.floor(random() * left.length), 1)).flat()
  }

  return {
    checkSample,
    /** A recurring job of every hour, which works at night in Chile. */
    async checkAtNight (): Promise<void> {
      if (isMaintenanceWindow(clock())) await checkSample()
    }
  }
}

function isDamage (error: unknown): boolean {
  return error instanceof ContentDamaged || error instanceof z.ZodError || error instanceof SyntaxError
}

function isAssigned ({ folio, documentType, issuerTaxNumber }: InvoiceRow, block: FolioBlockRow): boolean {
  return folio !== null && folio >= block.rangeFrom && folio <= block.rangeTo && folio < block.next &&
    block.documentType === documentType && block.issuerTaxNumber === issuerTaxNumber
}

function agree (invoice: InvoiceRow, judged: JudgedDocument): boolean {
  return judged.documentType === invoice.documentType && judged.folio === Number(invoice.folio) &&
    judged.issueDate === invoice.issueDate && judged.issuerTaxNumber === invoice.issuerTaxNumber &&
    judged.receiverTaxNumber === invoice.receiverTaxNumber && judged.totalAmount === invoice.totalAmount.toFixed() &&
    judged.signatureValue === invoice.signatureValue?.replaceAll(/\s/g, '')
}

async function isWhole ({ envelopes }: TenantRepositories, envelopeId: string): Promise<boolean> {
  try {
    return (await envelopes.getBytes(envelopeId)).length > 0
  } catch (error) {
    if (error instanceof EnvelopeDamaged || error instanceof ContentDamaged) return false
    throw error
  }
}

/** Documents that were issued together share an entry, which names each of them. */
function concerns ({ details }: AuditRow, { id, folio }: InvoiceRow): boolean {
  const { folio: own, documents = [] } = details as { folio?: unknown, documents?: { id: string, folio?: unknown }[] }
  return own === Number(folio) || documents.some((one) => one.id === id && one.folio === Number(folio))
}
