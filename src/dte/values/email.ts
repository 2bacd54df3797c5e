const outside = /^[\s\u200b-\u200d\u2060]+|[\s\u200b-\u200d\u2060]+$/gu
// Characters that have a meaning in the header of a mail are in no part of an address; a domain has a dot.
const shape = /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:".]+(?:\.[^\s\p{C}@<>()[\]\\,;:".]+)+$/u

/** An address as people type and paste it, as it is stored: composed (NFC), without blanks around it. */
export function plainEmail (text: string): string {
  return text.replace(outside, '').normalize('NFC')
}

/** Whether a text is exactly one address, of any alphabet (RFC 6532), without a name, `mailto:` or quotes. */
export function isEmail (text: string): boolean {
  return shape.test(text)
}

/** The parts of a text that may be an address each: a document has several with ; or , between them. */
export function emailsIn (text: string): string[] {
  return text.normalize('NFC').split(/[;,\s\u200b-\u200d\u2060]+/).filter((one) => one !== '')
}
