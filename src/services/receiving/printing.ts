import type { PrintableDocument } from '../../dte/printing/printable.ts'
import type { Store } from '../../repositories/store.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import type { MailReader } from '../mail-ports.ts'
import type { PdfRenderer } from '../ports.ts'
import type { ReceivedDetail, ReceivedRecords } from './records.ts'
import type { Receiving } from './receiving.ts'

export interface ReceivedPrintingDependencies {
  store: Store
  receivedRecords: Pick<ReceivedRecords, 'get'>
  receiving: Pick<Receiving, 'recipientOf'>
  reader: MailReader
  renderer: PdfRenderer
}

/** Draws received documents from their XML: a supplier's own PDF is no evidence. */
export function createReceivedPrinting (
  { store, receivedRecords, receiving, reader, renderer }: ReceivedPrintingDependencies
) {
  /** Read again, in the thread, as it was read when it came. */
  async function printableOf (
    { tenantId, signal }: Actor, { fileId, position, arrivedAt }: ReceivedDetail['document']
  ): Promise<PrintableDocument> {
    const [bytes, row] = await store.asTenant(tenantId, ({ receivedFiles, tenant }) =>
      Promise.all([receivedFiles.findContent(fileId), tenant.get()]))
    const caller = { tenantId, signal, recipient: await receiving.recipientOf(row) }
    const files = bytes && await reader.readFile({ name: 'file.xml', bytes }, arrivedAt, caller)
    const received = files?.[0]?.received
    if (!received || 'problem' in received) throw new ServiceError('RECEIVED_DOCUMENT_NOT_FOUND')
    const read = received.documents.find((one) => one.position === position)
    if (!read) throw new ServiceError('RECEIVED_DOCUMENT_NOT_FOUND')
    return read.printable
  }

  return {
    /** Throws ServiceError RECEIVED_DOCUMENT_NOT_FOUND, OVERLOADED, PDF_TOO_LONG, PDF_UNAVAILABLE. */
    async getPdf (actor: Actor, id: string): Promise<{ bytes: Buffer, fileName: string }> {
      const { document: row } = await receivedRecords.get(actor, id)
      const { issuer, documentType, folio } = row
      const document = await printableOf(actor, row)
      const bytes = await renderer.render({ document, format: 'letter', cedible: false }, actor)
      return { bytes, fileName: `${issuer}-T${documentType}F${folio}.pdf` }
    }
  }
}

export type ReceivedPrinting = ReturnType<typeof createReceivedPrinting>
