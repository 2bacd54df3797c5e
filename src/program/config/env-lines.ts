// A blank line, a comment, or NAME=value; a value in quotes may go over several lines.
const blank = /[ \t]*(?:#.*)?(?:\n|$)/y
const assignment = /[ \t]*(?:export[ \t]+)?[A-Z_a-z][\w.-]*[ \t]*=[ \t]*/y
const values = [/(?:"[^"]*"|'[^']*'|`[^`]*`)[ \t]*(?:#.*)?(?:\n|$)/y, /(?:[^"'`\n].*)?(?:\n|$)/y]

/** Numbers of the lines of a .env that say nothing: Node.js skips them without a word. */
export function brokenLines (file: string): number[] {
  const text = file.replaceAll('\r\n', '\n')
  const broken: number[] = []
  for (let at = 0; at < text.length;) {
    const end = endOfEntry(text, at)
    if (end === undefined) broken.push(text.slice(0, at).split('\n').length)
    at = end ?? (text.indexOf('\n', at) + 1 || text.length)
  }
  return broken
}

function endOfEntry (text: string, at: number): number | undefined {
  const start = endOf(assignment, text, at)
  if (start === undefined) return endOf(blank, text, at)
  return values.map((value) => endOf(value, text, start)).find((end) => end !== undefined)
}

function endOf (pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}
