import { buildEnvelope } from '../../src/dte/signing/envelope.ts'
import type { TaxDocument } from '../../src/dte/document.ts'
import type { Rut } from '../../src/dte/values/rut.ts'
import { cover, createSigning } from './signing.ts'
import { sampleDocument } from './tax-documents.ts'

let signing: ReturnType<typeof createSigning> | undefined

/** A file of a supplier with one factura for a receiver; the key that signed its CAF is nobody's. */
export async function supplierFile (
  receiver: string, { folio = 1, changes = {} }: { folio?: number, changes?: Partial<TaxDocument> } = {}
): Promise<Buffer> {
  signing ??= createSigning({ keyBits: 1024 })
  const sample = sampleDocument(33)
  const document = { ...sample, receiver: { ...sample.receiver, taxNumber: receiver as Rut }, ...changes }
  return buildEnvelope({
    kind: 'DTE', cover: { ...cover, receiver }, documents: [await signing.issue(document, folio)],
    credential: signing.credential
  })
}
