import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

/** What is stored of a document, as texts and bytes. */
export interface ContentParts {
  /** The posted document, JSON. */
  payload: string
  /** The completed document, JSON. */
  document: string
  /** The signed DTE; null while it has none. */
  xml: Buffer | null
}

// version (1 byte), CRC-32 of what follows unpacked (4), lengths of payload and document (4 each), then raw deflate.
const version = 1
const headerBytes = 13
// More does not make it smaller, and the work grows with the level.
const level = 3
// Of the encoder's tables, which are cleared for each content: smaller ones find the same in so short a text.
const memLevel = 6
// Most contents need less, and so little is cut from Node's pool.
const chunkSize = 4095
// Of a larger one the end says most: stamp, certificate and signature.
const dictionaryBytes = 16_384

/** A stored content that was altered or cut, or whose dictionary is not the one that it was packed with. */
export class ContentDamaged extends Error {
  constructor (what: string) {
    super(`The stored content of a document is damaged: ${what}`)
    this.name = 'ContentDamaged'
  }
}

/**
 * One value for payload, document and XML, which repeat one another. A dictionary is what the documents of a folio
 * block have in common: certificate, CAF, sender, names of members.
 */
export function packContent (parts: ContentParts, dictionary?: Buffer): Buffer {
  const { text, payloadBytes, documentBytes } = written(parts)
  const header = Buffer.allocUnsafe(headerBytes)
  header.writeUInt8(version, 0)
  header.writeUInt32BE(crc32(text), 1)
  header.writeUInt32BE(payloadBytes, 5)
  header.writeUInt32BE(documentBytes, 9)
  const packed = deflateRawSync(text, { level, memLevel, chunkSize, ...(dictionary && { dictionary }) })
  return Buffer.concat([header, packed])
}

/** Throws ContentDamaged. */
export function unpackContent (packed: Buffer, dictionary?: Buffer): ContentParts {
  const { text, payloadEnd, documentEnd } = open(packed, dictionary)
  return {
    payload: text.toString('utf8', 0, payloadEnd),
    document: text.toString('utf8', payloadEnd, documentEnd),
    xml: xmlIn(text, documentEnd)
  }
}

/** The signed DTE alone. Throws ContentDamaged. */
export function unpackXml (packed: Buffer, dictionary?: Buffer): Buffer | null {
  const { text, documentEnd } = open(packed, dictionary)
  return xmlIn(text, documentEnd)
}

function open (packed: Buffer, dictionary: Buffer | undefined) {
  if (packed.length < headerBytes || packed[0] !== version) throw new ContentDamaged('it has no header')
  const text = inflate(packed.subarray(headerBytes), dictionary)
  if (crc32(text) !== packed.readUInt32BE(1)) throw new ContentDamaged('its checksum does not match')
  const payloadEnd = packed.readUInt32BE(5)
  return { text, payloadEnd, documentEnd: payloadEnd + packed.readUInt32BE(9) }
}

function xmlIn (text: Buffer, documentEnd: number): Buffer | null {
  const xml = text.subarray(documentEnd)
  return xml.length > 0 ? xml : null
}

/** Of a document, what others like it can be packed with. */
export function sampleOf (parts: ContentParts): Buffer {
  return Buffer.from(written(parts).text.subarray(-dictionaryBytes))
}

// A character of JavaScript's text has three bytes of UTF-8 at most.
const mostBytesEach = 3
const sharedPage = Buffer.alloc(64 * 1024)

/** The parts one behind the other, where they are short on a page that the next call writes on again. */
function written ({ payload, document, xml }: ContentParts) {
  const most = (payload.length + document.length) * mostBytesEach + (xml?.length ?? 0)
  const page = most <= sharedPage.length ? sharedPage : Buffer.allocUnsafeSlow(most)
  const payloadBytes = page.write(payload, 0)
  const documentBytes = page.write(document, payloadBytes)
  const end = payloadBytes + documentBytes
  const xmlBytes = xml?.copy(page, end) ?? 0
  return { text: page.subarray(0, end + xmlBytes), payloadBytes, documentBytes }
}

function inflate (bytes: Buffer, dictionary: Buffer | undefined): Buffer {
  try {
    return inflateRawSync(bytes, dictionary && { dictionary })
  } catch (error) {
    throw new ContentDamaged(error instanceof Error ? error.message : String(error))
  }
}
