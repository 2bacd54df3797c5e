import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type EnvelopeFrame, fillEnvelope } from '../../../dte/signing/envelope.ts'
import { unpackSigned } from '../../contents/contents.ts'
import { bufferOf, bytes, type Transaction } from '../../postgres/transaction.ts'

/** An envelope as it is stored: what stands around its documents, which ones they are, and the hash of the whole. */
export interface FramedEnvelope { frame: EnvelopeFrame, documents: { id: string, xml: Buffer }[], sha256: Buffer }

/** An envelope cannot be put together again as it was signed. */
export class EnvelopeDamaged extends Error {
  constructor (id: string, what: string) {
    super(`The stored envelope ${id} is damaged: ${what}`)
    this.name = 'EnvelopeDamaged'
  }
}

const checkBytes = 4

export function framedColumns ({ frame, documents }: Pick<FramedEnvelope, 'frame' | 'documents'>) {
  const documentChecks = Buffer.alloc(documents.length * checkBytes)
  documents.forEach(({ xml }, index) => { documentChecks.writeUInt32BE(crc32(xml), index * checkBytes) })
  return {
    frameStart: bytes(frame.start), frameEnd: bytes(frame.end), documentIds: documents.map(({ id }) => id),
    documentChecks: bytes(documentChecks)
  }
}

/**
 * The bytes of an envelope: those that were stored as they are, or its documents in their frame. A document may have
 * been corrected since, so the content that was signed is known by its checksum. Throws EnvelopeDamaged,
 * ContentDamaged.
 */
export async function readEnvelopeBytes (tx: Transaction, tenantId: string, id: string): Promise<Buffer> {
  const row = await tx.envelope.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id } },
    select: { bytes: true, frameStart: true, frameEnd: true, documentIds: true, documentChecks: true, sha256: true }
  })
  if (row.bytes) return bufferOf(row.bytes)
  const { frameStart, frameEnd, documentIds, documentChecks, sha256 } = row
  if (!frameStart || !frameEnd || !documentChecks) throw new EnvelopeDamaged(id, 'it has no frame')
  const checks = bufferOf(documentChecks)
  const wanted = documentIds.map((invoiceId, index) => ({ invoiceId, check: checks.readUInt32BE(index * checkBytes) }))
  const signed = await findSigned(tx, tenantId, wanted)
  const documents = wanted.map((one) => {
    const xml = signed.get(nameOf(one))
    if (!xml) throw new EnvelopeDamaged(id, `document ${one.invoiceId} is not as it was`)
    return { xml }
  })
  const filled = fillEnvelope({ start: bufferOf(frameStart), end: bufferOf(frameEnd) }, documents)
  if (!createHash('sha256').update(filled).digest().equals(sha256)) {
    throw new EnvelopeDamaged(id, 'its hash does not match')
  }
  return filled
}

interface Wanted { invoiceId: string, check: number }

const nameOf = ({ invoiceId, check }: Wanted): string => `${invoiceId} ${check}`

/** The signed bytes with these checksums, among what the documents are now and what they were. */
async function findSigned (tx: Transaction, tenantId: string, wanted: Wanted[]): Promise<Map<string, Buffer>> {
  const select = { invoiceId: true, packed: true, dictionaryId: true, xml: true } as const
  const found = new Map<string, Buffer>()
  const look = async (source: (ids: string[]) => Promise<SignedRow[]>): Promise<void> => {
    const missing = wanted.filter((one) => !found.has(nameOf(one))).map(({ invoiceId }) => invoiceId)
    if (missing.length === 0) return
    for (const { row: { invoiceId }, xml } of await unpackSigned(tx, tenantId, await source(missing))) {
      if (xml) found.set(nameOf({ invoiceId, check: crc32(xml) }), xml)
    }
  }
  await look((ids) => tx.invoiceContent.findMany({ where: { tenantId, invoiceId: { in: ids } }, select }))
  await look((ids) => tx.earlierContent.findMany({ where: { tenantId, invoiceId: { in: ids } }, select }))
  return found
}

interface SignedRow {
  invoiceId: string, packed: Uint8Array | null, dictionaryId: string | null, xml: Uint8Array | null
}
