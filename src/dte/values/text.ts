/** A text as the XML can carry it, and what could not be carried over. */
export interface Latin1Text {
  text: string
  /** Characters that ISO-8859-1 lacks and nothing stands in for, each once. */
  foreign: string[]
  /** Control characters, each once. */
  controls: string[]
}

// What stands in for typographic characters. Blanks of every width, tabs and line ends become a space.
const substitutions: [string, string][] = [
  ["'", '‘’‚‛′ʼ'], ['"', '“”„‟″'], ['<', '‹'], ['>', '›'], ['-', '‐‑‒–—―−'], ['...', '…'], ['*', '•'], ['EUR', '€'],
  ['(TM)', '™'], ['N°', '№'], ['/', '⁄∕'], ['<=', '≤'], ['>=', '≥'], ['fi', 'ﬁ'], ['fl', 'ﬂ'], ['OE', 'Œ'], ['oe', 'œ']
]
const substitutes = new Map(
  substitutions.flatMap(([plain, characters]) => Array.from(characters, (character) => [character, plain] as const))
)

const blank = /[\t\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]|\r\n?|\n/gu
const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/gu
const writable = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff]*$/u

/**
 * Brings a text into what ISO-8859-1 can hold [S5]: composed (NFC), trimmed, with plain quotes, dashes and
 * spaces for typographic ones. The characters left in `foreign` and `controls` are still in the text: refuse it when
 * there are any.
 */
export function toLatin1Text (posted: string): Latin1Text {
  // Whatever ISO-8859-1 holds is composed.
  if (writable.test(posted)) return { text: posted.trim(), foreign: [], controls: [] }
  const spaced = posted.normalize('NFC').replace(blank, ' ').trim()
  if (writable.test(spaced)) return { text: spaced, foreign: [], controls: [] }
  const text = Array.from(spaced.replace(invisible, ''), (character) => substitutes.get(character) ?? character).join(
    ''
  ).trim()
  const controls = distinct(text.match(controlCharacter) ?? [])
  const foreign = distinct(
    Array.from(text).filter((character) => !writable.test(character) && !controls.includes(character))
  )
  return { text, foreign, controls }
}

const lineEnd = /\r\n?|[\n\u2028\u2029]/u

/** As `toLatin1Text`, but line breaks stay line breaks (LF), one blank line between lines at most. */
export function toLatin1Lines (posted: string): Latin1Text {
  const lines = posted.split(lineEnd).map(toLatin1Text)
  return {
    text: lines.map(({ text }) => text).join('\n').replace(/\n{3,}/g, '\n\n').trim(),
    foreign: distinct(lines.flatMap(({ foreign }) => foreign)),
    controls: distinct(lines.flatMap(({ controls }) => controls))
  }
}

/** How a character is named in an error: "ł (U+0142)", or its number alone when it cannot be shown. */
export function characterName (character: string): string {
  const number = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return /^[\p{Cc}\p{Cs}\p{Cn}\p{Co}]$/u.test(character) ? number : `${character} (${number})`
}

function distinct (characters: string[]): string[] {
  return [...new Set(characters)]
}
