import PostalMime, { type Email, type PostalMimeOptions } from 'postal-mime'
import { rootNameOf } from '../../dte/xml/received.ts'
import { base64Decoder, type BodyDecoder, plainDecoder } from './body-decoders.ts'

/** Part of postal-mime that its type definitions leave out. */
interface Parsed { value: string, params: Partial<Record<string, string>> }
interface MimePart {
  content?: ArrayBuffer | null
  contentType: { parsed: Parsed }
  contentDisposition: { parsed: Parsed }
  contentTransferEncoding: { encoding: string }
  /** Null before the end of the headers, and after the end of the part. */
  contentDecoder: BodyDecoder | null
}
interface Internals {
  currentNode: MimePart
  processLine (line: Uint8Array<ArrayBuffer>, isFinal: boolean): Promise<void>
}

const Parser = PostalMime as unknown as new (options: PostalMimeOptions) => PostalMime & Internals

// Headers and parts of a mail that people send stay far below; each part costs some 2 kB while the mail is parsed.
const limits = { parts: 5000, headerBytes: 512 * 1024, multipartDepth: 30 }

/**
 * Programs put files into the text of a mail, with or without a name. postal-mime would join them with the other texts
 * and decode them by the charset of the part, which is often another than the file's.
 */
class MailParser extends Parser {
  readonly #parts = new Set<MimePart>()
  readonly #decoded = new WeakSet<MimePart>()

  /** postal-mime asks it of each part; those that are no text of the mail are its attachments, byte for byte. */
  isInlineTextNode ({ content, contentType, contentDisposition }: MimePart): boolean {
    const { value: type, params: { name = '' } } = contentType.parsed
    const { value: disposition, params: { filename = name } } = contentDisposition.parsed
    if (disposition === 'attachment' || (type !== 'text/plain' && type !== 'text/html')) return false
    return !/\.xml$/i.test(filename.trim()) && !isXml(content)
  }

  /**
   * postal-mime calls it for each line. Its decoders make a piece of a Blob of each line, or of each padding, and
   * millions of pieces cost gigabytes: a body gets another decoder as soon as its headers have ended.
   */
  override async processLine (line: Uint8Array<ArrayBuffer>, isFinal: boolean): Promise<void> {
    await super.processLine(line, isFinal)
    const { currentNode: part } = this
    this.#parts.add(part)
    if (this.#parts.size > limits.parts) throw new Error(`the mail has more than ${limits.parts} parts`)
    if (!part.contentDecoder || this.#decoded.has(part)) return
    part.contentDecoder = decoderOf(part) ?? part.contentDecoder
    this.#decoded.add(part)
  }
}

/** Undefined for quoted-printable, of which postal-mime makes few large pieces. */
function decoderOf ({ contentTransferEncoding: { encoding } }: MimePart): BodyDecoder | undefined {
  if (encoding.includes('base64')) return base64Decoder()
  return encoding.includes('quoted-printable') ? undefined : plainDecoder()
}

/** A page is text of the mail. */
function isXml (content: ArrayBuffer | null | undefined): boolean {
  const root = content ? rootNameOf(Buffer.from(content)) : undefined
  return root !== undefined && !isOfPages.test(root)
}

const isOfPages = /^(?:html|head|body|div|span|p|br|table|center|font|meta|style|a|b|i|img|h[1-6]|ul|ol|pre)$/i

/** Parses a mail; its nested mails are attachments. Throws an error for one that exceeds a limit. */
export async function parseMail (raw: Buffer): Promise<Email> {
  return await new MailParser({
    forceRfc822Attachments: true, maxNestingDepth: limits.multipartDepth, maxHeadersSize: limits.headerBytes
  }).parse(raw)
}

/**
 * How deep mails lie in one another at the beginning of this one, counted without parsing any; `most` if there are as
 * many or more.
 */
export function nestedMails (raw: Buffer, most: number): number {
  let depth = 0
  for (let at = 0; depth < most; depth++) {
    const headers = raw.subarray(at, at + longestHeaders).toString('latin1')
    const end = /\r?\n\r?\n/.exec(headers)
    if (!end || !isOfMail.test(headers.slice(0, end.index))) break
    at += end.index + end[0].length
  }
  return depth
}

const longestHeaders = 64 * 1024
const isOfMail = /^content-type:\s*message\/rfc822\b/im
