export type ResultTextKind = 'siiResult' | 'bookResult'

const heading = /Resultado\s+de\s+Validaci.{1,2}n\s+de\s+Env.{1,2}o\s+de\s+(DTE|Libro)/i
const trackLabel = /^[ \t]*Identificador de Env.{1,2}o[ \t]*:/im

/**
 * What a text of the SII is the result of: an envelope of documents, or a book. It comes as an attachment in
 * certification, else as the body of a mail (docs/sources.md, S40). Undefined for any other text.
 */
export function resultTextKind (text: string): ResultTextKind | undefined {
  const beginning = text.slice(0, 4096)
  const [, subject] = heading.exec(beginning) ?? []
  if (subject === undefined || !trackLabel.test(beginning)) return undefined
  return subject.toUpperCase() === 'DTE' ? 'siiResult' : 'bookResult'
}
