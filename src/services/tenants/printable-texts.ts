import { characterName, toLatin1Lines, toLatin1Text } from '../../dte/values/text.ts'
import { type Problem, problemAt, ServiceError } from '../../shared/errors.ts'

/**
 * Texts that will stand on tax documents, as ISO-8859-1 can hold them: typographic quotes, dashes and blanks become
 * plain ones. Members that are no text stay, and so do line breaks in `ofLines`. Throws ServiceError VALIDATION_FAILED
 * with the path of every text that cannot be held.
 */
export function printableTexts<Members extends object> (
  members: Members, ofLines: readonly (keyof Members)[] = []
): Members {
  const problems: Problem[] = []
  const printable = Object.entries(members).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'string') return [name, value]
    const convert = ofLines.includes(name as keyof Members) ? toLatin1Lines : toLatin1Text
    const { text, foreign, controls } = convert(value)
    const unfit = [...foreign, ...controls].map(characterName).join(', ')
    if (unfit !== '') {
      problems.push(
        problemAt(name, {
          en: `has characters that a tax document cannot hold: ${unfit}`,
          es: `tiene caracteres que un documento tributario no admite: ${unfit}`
        })
      )
    }
    return [name, text]
  })
  if (problems.length > 0) throw new ServiceError('VALIDATION_FAILED', { problems })
  return Object.fromEntries(printable) as Members
}
