/**
 * The possible original texts of a CAF file. People open the SII's file and save it with a byte-order mark, in another
 * encoding or layout. The SII signed bytes, so its signature identifies the original.
 */
import { isLatin1, unescapeText } from '../xml/canonical.ts'

/** The likeliest first; each is what ISO-8859-1 can hold, with tags side by side and without comments. */
export function cafTexts (bytes: Buffer): string[] {
  const decoded = decodings(bytes).map(withoutLayout).filter(isLatin1)
  return [...new Set([...decoded, ...decoded.map(withQuotesEscaped), ...decoded.map(withoutSpaceInElements)])]
}

/** UTF-16 and UTF-8 where the bytes are that, and ISO-8859-1, whatever the prolog says. */
function decodings (bytes: Buffer): string[] {
  const mark = bytes.toString('hex', 0, 2)
  if (mark === 'fffe' || mark === 'feff') return decodedAs(mark === 'fffe' ? 'utf-16le' : 'utf-16be', bytes)
  return [...decodedAs('utf-8', bytes), bytes.toString('latin1').replace(/^\xEF\xBB\xBF/, '')]
}

function decodedAs (encoding: string, bytes: Buffer): string[] {
  try {
    return [new TextDecoder(encoding, { fatal: true }).decode(bytes)]
  } catch {
    return []
  }
}

/** Line ends as every XML reader sees them (XML 1.0, 2.11), no comments, and tags side by side. */
function withoutLayout (text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/<!--(?:(?!--)[\s\S])*-->/g, '').replace(/>[ \t\n]+</g, '><').trim()
}

/** A program that saves XML again resolves &apos; and &quot;, as the SII writes them, and other references. */
function withQuotesEscaped (text: string): string {
  return text.replace(/<RS>([^<>]*)<\/RS>/, (_whole, name: string) => `<RS>${escapedAsTheSii(name)}</RS>`)
}

function escapedAsTheSii (text: string): string {
  const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
  return unescapeText(text).replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

function withoutSpaceInElements (text: string): string {
  return text.replace(/>[ \t\n]+/g, '>').replace(/[ \t\n]+</g, '<')
}
