// The characters of 0x80 to 0x9F. Node 20 decodes windows-1252 as if it were ISO-8859-1.
const windowsCharacters = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ'

// The five bytes that Windows-1252 does not define, and letters in UTF-8, which would be "Ã±" and the like.
const noText = /[\x81\x8D\x8F\x90\x9D]|[\xC2\xC3][\x80-\xBF]/

/**
 * The text of bytes in Windows-1252, of which ISO-8859-1 is a part. Undefined where they are UTF-8 in truth, or no
 * text: a wrong guess would corrupt names.
 */
export function windows1252Text (bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1')
  if (noText.test(text)) return undefined
  return text.replace(/[\x80-\x9F]/g, (byte) => windowsCharacters[byte.charCodeAt(0) - 0x80] ?? byte)
}
