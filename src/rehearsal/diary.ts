export type Language = 'en' | 'es'
export type Sentence = Record<Language, string>

/** What the rehearsal says, as it goes and at its end. */
export interface Diary {
  /** An operation of the API, or a page of the SII's, and what came of it. */
  tell: (where: string, what: Sentence) => void
  /** A row of the table at the end. */
  conclude: (part: string, outcome: Sentence) => void
}

const whereWidth = 36

/** Writes lines as they come; `table` gives what was concluded, one row each. */
export function createDiary (say: (line: string) => void, language: Language): Diary & { table: () => string } {
  const rows: [string, string][] = []
  return {
    tell: (where, what) => { say(`${where.padEnd(whereWidth)}  ${what[language]}`) },
    conclude: (part, outcome) => { rows.push([part, outcome[language]]) },
    table () {
      const width = Math.max(...rows.map(([part]) => part.length))
      return rows.map(([part, outcome]) => `  ${part.padEnd(width)}  ${outcome}`).join('\n')
    }
  }
}

/** The same in both languages: names, numbers, words of the SII. */
export function same (text: string): Sentence {
  return { en: text, es: text }
}

/** The journey did not go as it should. */
export class RehearsalFailed extends Error {}
