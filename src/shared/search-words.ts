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

/** The beginning of a RUT as it is stored, `76123456-7`, if the text can be one; with or without dots and dash. */
export function taxNumberBeginning (search: string): string | undefined {
  const text = search.trim().replaceAll('.', '').toUpperCase()
  if (/^\d{1,8}(-[\dK]?)?$/.test(text)) return text
  return /^\d{7,8}[\dK]$/.test(text) ? `${text.slice(0, -1)}-${text.slice(-1)}` : undefined
}
