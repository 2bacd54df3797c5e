// What may contain a semicolon that ends no statement, then the semicolon that does.
const tokens = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|;/g

/** The statements of a script, without their semicolons and the comments before them. */
export function statementsOf (script: string): string[] {
  const ends = [...script.matchAll(tokens)].filter(([token]) => token === ';').map(({ index }) => index)
  return [...ends, script.length]
    .map((end, place) => script.slice(place === 0 ? 0 : (ends[place - 1] ?? 0) + 1, end))
    .map((text) => text.replace(/^(?:\s+|--[^\n]*|\/\*[\s\S]*?\*\/)+/, '').trim())
    .filter((text) => text !== '')
}
