/**
 * XML that is born in canonical form (Canonical XML 1.0, https://www.w3.org/TR/2001/REC-xml-c14n-20010315), so that
 * the text written to the file is the text that is hashed and nothing has to be parsed again in order to sign it.
 */

const needsEscape = /[&<>\r]/
const everyEscaped = /[&<>\r]/g
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' }

/** Text between tags as canonical XML writes it: only & < > and CR are escaped, quotes and apostrophes stay literal. */
export function escapeText (text: string): string {
  return needsEscape.test(text) ? text.replace(everyEscaped, (character) => escapes[character] ?? character) : text
}

/** `<name>value</name>`, or nothing when there is no value: the SII's schemas allow hardly any element to be empty. */
export function element (name: string, value: string | number | undefined): string {
  return elementWriter(name)(value)
}

/** Writes elements of one name, as `element` does. */
export function elementWriter (name: string): (value: string | number | undefined) => string {
  const start = `<${name}>`
  const end = `</${name}>`
  return (value) => {
    if (value === undefined || value === '') return ''
    return start + (typeof value === 'number' ? String(value) : escapeText(value)) + end
  }
}

const namedCharacters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function referencedCharacter (reference: string): string {
  if (!reference.startsWith('#')) return namedCharacters[reference] ?? `&${reference};`
  const hexadecimal = reference.startsWith('#x')
  return String.fromCodePoint(parseInt(reference.slice(hexadecimal ? 2 : 1), hexadecimal ? 16 : 10))
}

/** The characters that a text between tags stands for: the five named references and the numeric ones are resolved. */
export function unescapeText (text: string): string {
  return text.replace(
    /&(#x[\dA-Fa-f]{1,5}|#\d{1,5}|[a-z]{2,4});/g, (_whole, reference: string) => referencedCharacter(reference)
  )
}

/**
 * The canonical form of XML that is canonical but for its character references. A CAF is copied into the stamp exactly
 * as the SII wrote it, so it may say &apos; where canonical XML says '.
 */
export function canonicalReferences (xml: string): string {
  return xml.replace(/&(?!(?:amp|lt|gt|#xD);)[^;&<>]+;/g, (reference) => escapeText(unescapeText(reference)))
}

// What ISO-8859-1 can say and XML 1.0 (section 2.2) allows.
const notWritable = /[^\t\n\r\x20-\xff]/

/** The bytes of an XML text in ISO-8859-1. Throws RangeError on a character that would otherwise be lost silently. */
export function toLatin1 (xml: string): Buffer {
  assertLatin1(xml)
  return Buffer.from(xml, 'latin1')
}

/** Throws RangeError on a character that `toLatin1` cannot write. */
export function assertLatin1 (text: string): void {
  const lost = notWritable.exec(text)
  if (lost) throw new RangeError(`ISO-8859-1 XML cannot hold U+${lost[0].charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Whether `toLatin1` can write the text. */
export function isLatin1 (text: string): boolean {
  return !notWritable.test(text)
}
