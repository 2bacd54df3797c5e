// \p{C}: controls, format characters (zero-width, bidirectional, soft hyphen), halves of characters, private use,
// unassigned. Some letters and marks are drawn as nothing, too (Hangul fillers, variation selectors); U+2800 is a
// braille cell without dots.
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
const everyUnseen = new RegExp(unseen, 'gu')

/** Whether a text contains invisible characters, or characters that change the direction of text. */
export function hasUnseenCharacters (text: string): boolean {
  return unseen.test(text)
}

/** Whether Latin letters stand beside Cyrillic or Greek ones, of which many look the same. */
export function mixesAlphabets (text: string): boolean {
  const letters = text.normalize('NFKC')
  return /\p{Script=Latin}/u.test(letters) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(letters)
}

/**
 * A name as names are compared: `ADMINISTRATOR`, `Administrator` and its full-width twin are one. Compatibility forms
 * (NFKC), case and blanks make no difference; accents do.
 */
export function foldedName (name: string): string {
  // By way of the capitals, as Unicode's case folding does: ß and ss, ı and i come together.
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
  return folded.replace(everyUnseen, '').replace(/\s+/gu, ' ').trim()
}

// A letter or digit, a point and two letters: what mail programs take for a domain. `S.p.A.` and `Ltda.` are not.
const addresses = [
  /:\/\//u,
  /\bhttps?:/iu,
  /\bwww\./iu,
  /@/u,
  /[\p{L}\p{N}][.。]\p{L}{2}/u,
  /(?:\d{1,3}\.){3}\d/u,
  /(?:\d[\s().-]*){8}/u
]

/**
 * Whether a text has something that mail programs turn into a link: a web or mail address, a domain, a telephone
 * number.
 */
export function looksLikeAddress (text: string): boolean {
  const plain = text.normalize('NFKC')
  return addresses.some((address) => address.test(plain))
}
