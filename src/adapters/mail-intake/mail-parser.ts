import PostalMime, { type Email } from 'postal-mime'
import { rootNameOf } from '../../dte/xml/received.ts'

/** Part of postal-mime that its type definitions leave out. */
interface Parsed { value: string, params: Partial<Record<string, string>> }
interface MimePart {
  content?: ArrayBuffer | null
  contentType: { parsed: Parsed }
  contentDisposition: { parsed: Parsed }
}

/**
 * Programs put files into the text of a mail, with or without a name. postal-mime would join them with the other texts
 * and decode them by the charset of the part, which is often another than the file's.
 */
class MailParser extends PostalMime {
  /** postal-mime asks it of each part; those that are no text of the mail are its attachments, byte for byte. */
  isInlineTextNode ({ content, contentType, contentDisposition }: MimePart): boolean {
    const { value: type, params: { name = '' } } = contentType.parsed
    const { value: disposition, params: { filename = name } } = contentDisposition.parsed
    if (disposition === 'attachment' || (type !== 'text/plain' && type !== 'text/html')) return false
    return !/\.xml$/i.test(filename.trim()) && !isXml(content)
  }
}

/** A page is text of the mail. */
function isXml (content: ArrayBuffer | null | undefined): boolean {
  const root = content ? rootNameOf(Buffer.from(content)) : undefined
  return root !== undefined && !isOfPages.test(root)
}

const isOfPages = /^(?:html|head|body|div|span|p|br|table|center|font|meta|style|a|b|i|img|h[1-6]|ul|ol|pre)$/i

/** Parses a mail; its nested mails are attachments. */
export async function parseMail (raw: Buffer): Promise<Email> {
  return await new MailParser({
    forceRfc822Attachments: true, maxNestingDepth: 30, maxHeadersSize: 512 * 1024
  }).parse(raw)
}
