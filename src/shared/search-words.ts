/** A text as searches compare it: without accents and capitals. */
export function foldedText (text: string): string {
  return text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase()
}

const mostWords = 10

/** The words of a search, folded. */
export function wordsOf (search: string): string[] {
  return foldedText(search).split(/\s+/).filter((word) => word !== '').slice(0, mostWords)
}

/** Whether each of the words begins a word of the text. */
export function hasWords (text: string, words: readonly string[]): boolean {
  const spaced = ` ${foldedText(text).replace(/\s+/g, ' ')}`
  return words.every((word) => spaced.includes(` ${word}`))
}
