const latin1Names = new Set([
  'iso-8859-1', 'iso8859-1', 'latin1', 'latin-1', 'windows-1252', 'cp1252', 'iso-8859-15', 'us-ascii'
])

const longestWords = 500

/**
 * The text of an answer: in the charset of its header, else of its XML declaration, else UTF-8.
 * An answer labelled UTF-8 that is not is read as Latin-1, which the SII's older services send under any label.
 */
export function decodeAnswer (bytes: Buffer, contentType: string | undefined): string {
  const charset = charsetOf(contentType) ?? declaredEncoding(bytes) ?? 'utf-8'
  if (latin1Names.has(charset)) return bytes.toString('latin1')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

function charsetOf (contentType: string | undefined): string | undefined {
  return /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase()
}

function declaredEncoding (bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 200).toString('latin1')
  return /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1]?.toLowerCase()
}

/**
 * Words of an answer, fit to be kept and shown: in one line, of bounded length, without control characters or halves of
 * characters, which PostgreSQL takes in neither text nor jsonb.
 */
export function presentable (text: string): string {
  const line = text.slice(0, 4 * longestWords).replace(/[\s\p{Cc}]+/gu, ' ').trim().slice(0, longestWords)
  return Buffer.from(line).toString()
}
