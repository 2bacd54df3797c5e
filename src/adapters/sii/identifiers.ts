/** The SII takes a RUT as number and check digit apart: "77777777-7" → { number: "77777777", checkDigit: "9" }. */
export function rutParts (rut: string): { number: string, checkDigit: string } {
  const [number = '', checkDigit = ''] = rut.split('-')
  return { number, checkDigit }
}

/**
 * The text when it can be a track id: ten digits for documents and fifteen for boletas at present, fewer in older ones,
 * never all zeros.
 */
export function asTrackId (text: string | undefined): string | undefined {
  return text !== undefined && /^(?!0+$)\d{1,20}$/.test(text) ? text : undefined
}
