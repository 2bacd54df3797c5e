/** A sentence with where its rule comes from: "… (SII REF-3-415)", "… (FD B38)"; as it is when the source is empty. */
export function withSource (sentence: string, source: string): string {
  if (source === '') return sentence
  return /^[A-Z]{3}-\d/.test(source) ? `${sentence} (SII ${source})` : `${sentence} (${source})`
}
