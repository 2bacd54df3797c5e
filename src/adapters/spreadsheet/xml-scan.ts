import sax from 'sax'
import { ServiceError } from '../../shared/errors.ts'
import { malformed } from './archive.ts'

/** What happens while a part of a workbook is read; names come without their prefix. */
export interface XmlHandlers {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void
  text: (text: string) => void
  close: (name: string) => void
}

/**
 * Reads XML as it comes, and calls `afterChunk` between the chunks. There is no DOCTYPE in a workbook (ECMA-376, 4th ed.,
 * part 2, 6.3.5): one is refused, so there are no entities but the five of XML.
 */
export async function * scanXml<Item> (chunks: AsyncIterable<Buffer>, handlers: XmlHandlers, afterChunk: () => Item[]): AsyncGenerator<Item> {
  const parser = createParser(handlers)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of chunks) {
      parser.write(decoder.decode(chunk, { stream: true }))
      yield * afterChunk()
    }
    parser.write(decoder.decode()).close()
  } catch (error) {
    throw malformed(error)
  }
  yield * afterChunk()
}

/** Reads a small part whole. */
export async function readXml (chunks: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  await scanXml<never>(chunks, handlers, () => []).next()
}

function createParser ({ open, text, close }: XmlHandlers): sax.SAXParser {
  const parser = sax.parser(true, { position: false })
  parser.onerror = (error) => { throw error }
  parser.ondoctype = () => { throw new ServiceError('BULK_FILE_MALFORMED') }
  parser.onopentag = ({ name, attributes }) => { open(localName(name), attributes as Record<string, string>) }
  parser.ontext = text
  parser.oncdata = text
  parser.onclosetag = (name) => { close(localName(name)) }
  return parser
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
