import sax from 'sax'
import { ServiceError } from '../../shared/errors.ts'
import { malformed } from './archive.ts'

/** The events of reading a part of a workbook; names have no prefix. */
export interface XmlHandlers {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void
  text: (text: string) => void
  close: (name: string) => void
}

const kibibyte = 1024
const maxDepth = 64
const maxAttributes = 256
// For one part. 100,000 rows with 40 cells each have 12 million.
const maxElements = 20_000_000

// The parser's own buffers, which it fills before any event. Names in workbooks have a few dozen letters.
const longestBuffers = {
  tagName: kibibyte,
  attribName: kibibyte,
  entity: kibibyte,
  procInstName: kibibyte,
  procInstBody: 64 * kibibyte,
  sgmlDecl: 64 * kibibyte,
  doctype: 64 * kibibyte,
  comment: 64 * kibibyte,
  attribValue: 64 * kibibyte,
  // A cell has 32,767 characters at most, and each may be written as _x000D_.
  textNode: 256 * kibibyte,
  cdata: 256 * kibibyte
}
type ParserBuffers = Record<keyof typeof longestBuffers, string>

/**
 * Reads XML as it arrives, and calls `afterChunk` between chunks. A workbook has no DOCTYPE (ECMA-376, 4th ed., part
 * 2, 6.3.5), so one is refused, and there are no entities but the five of XML. Throws BULK_FILE_MALFORMED, and
 * BULK_FILE_TOO_LARGE for texts, names, nesting or counts that no spreadsheet program writes.
 */
export async function * scanXml<Item> (
  chunks: AsyncIterable<Buffer>, handlers: XmlHandlers, afterChunk: () => Item[]
): AsyncGenerator<Item> {
  const parser = createParser(handlers)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of chunks) {
      parser.write(decoder.decode(chunk, { stream: true }))
      refuseLongBuffers(parser)
      yield * afterChunk()
    }
    parser.write(decoder.decode()).close()
  } catch (error) {
    throw malformed(error)
  }
  yield * afterChunk()
}

/** Reads a small part completely. */
export async function readXml (chunks: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  await scanXml<never>(chunks, handlers, () => []).next()
}

function createParser ({ open, text, close }: XmlHandlers): sax.SAXParser {
  // Without positions the parser is faster but has no limits, which refuseLongBuffers and the counts below replace.
  const parser = sax.parser(true, { position: false })
  let [elements, depth, attributes] = [0, 0, 0]
  parser.onerror = (error) => { throw error }
  parser.ondoctype = () => { throw new ServiceError('BULK_FILE_MALFORMED') }
  parser.onopentagstart = () => {
    attributes = 0
    if (++elements > maxElements || ++depth > maxDepth) throw new ServiceError('BULK_FILE_TOO_LARGE')
  }
  parser.onattribute = () => {
    if (++attributes > maxAttributes) throw new ServiceError('BULK_FILE_TOO_LARGE')
  }
  parser.onopentag = ({ name, attributes }) => { open(localName(name), attributes as Record<string, string>) }
  parser.ontext = text
  parser.oncdata = text
  parser.onclosetag = (name) => {
    depth -= 1
    close(localName(name))
  }
  return parser
}

/** Between two chunks a buffer grows by at most one chunk. */
function refuseLongBuffers (parser: sax.SAXParser): void {
  const buffers = parser as unknown as ParserBuffers
  for (const [name, longest] of Object.entries(longestBuffers)) {
    if (buffers[name as keyof ParserBuffers].length > longest) throw new ServiceError('BULK_FILE_TOO_LARGE')
  }
}

function localName (name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** An attribute by its local name: `r:id` is `id` whatever its prefix. */
export function attributeOf (attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  if (attributes[name] !== undefined) return attributes[name]
  const prefixed = Object.keys(attributes).find((key) => key.endsWith(`:${name}`))
  return prefixed === undefined ? undefined : attributes[prefixed]
}
