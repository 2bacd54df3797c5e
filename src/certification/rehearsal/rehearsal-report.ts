export type Language = 'en' | 'es'
export type Sentence = Record<Language, string>

/** What the rehearsal reports while it runs and at its end. */
export interface RehearsalReport {
  /** The result of an operation of the API or of a page of the SII. */
  log: (where: string, what: Sentence) => void
  /** A row of the table at the end. */
  addResult: (part: string, outcome: Sentence) => void
}

const whereWidth = 36

/** Writes each line at once; `table` gives the results, one row each. */
export function createReport (
  say: (line: string) => void, language: Language
): RehearsalReport & { table: () => string } {
  const rows: [string, string][] = []
  return {
    log: (where, what) => { say(`${where.padEnd(whereWidth)}  ${what[language]}`) },
    addResult: (part, outcome) => { rows.push([part, outcome[language]]) },
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

/** A step of the rehearsal failed. */
export class RehearsalFailed extends Error {}
