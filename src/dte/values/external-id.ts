/**
 * The client's own number of a sale, as it is stored and compared: composed (NFC), without blanks of any kind around
 * it.
 */
export function plainExternalId (text: string): string {
  return text.normalize('NFC').trim()
}
