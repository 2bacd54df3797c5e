/** The words of a command: atoms, quoted strings and literals. */
export function argumentsOf (text: string): string[] {
  const words: string[] = []
  const pattern = /"((?:[^"\\]|\\.)*)"|\{(\d+)\+?\}\r\n|(\([^)]*\)|\S+)/gs
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const [, quoted, literal, atom] = found
    if (literal === undefined) {
      words.push(quoted?.replace(/\\(.)/g, '$1') ?? atom ?? '')
    } else {
      words.push(text.slice(pattern.lastIndex, pattern.lastIndex + Number(literal)))
      pattern.lastIndex += Number(literal)
    }
  }
  return words
}

/** The length of the literal that a line announces at its end. */
export function literalBytes (line: string): number | undefined {
  const announced = /\{(\d{1,6})\+?\}$/.exec(line)?.[1]
  return announced === undefined ? undefined : Number(announced)
}

/** `20-Nov-2026` as its first moment. */
export function dateOf (text: string | undefined): Date | undefined {
  const date = new Date(`${text ?? ''} 00:00:00 UTC`)
  return Number.isNaN(date.getTime()) ? undefined : date
}
