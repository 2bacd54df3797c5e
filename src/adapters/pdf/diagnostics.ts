import type { Sentence } from '../../shared/errors.ts'
import { plainSentence, unquoted } from './plain-sentences.ts'
import type { Diagnostic } from './typst-messages.ts'

/**
 * As the compiler reports it. Severity 1 is an error, 2 a warning, and 4 a call that led to the error before it.
 * Positions count from 0.
 */
export interface TypstDiagnostic {
  severity: number
  path: string
  message: string
  range?: { start: { line: number, character: number } }
}

const errorSeverity = 1
const traceSeverity = 4
const mostDiagnostics = 20
const mainFile = 'main.typ'

/**
 * The errors. Each has its position in the main file if there is one, so that a wrong call of a block is reported at
 * the call.
 */
export function diagnosticsFrom (found: TypstDiagnostic[], root: string): Diagnostic[] {
  const fileOf = ({ path }: TypstDiagnostic): string => path.replace(`${root}/`, '')
  const problems = found.flatMap((error, index) => {
    if (error.severity !== errorSeverity) return []
    const calls = found.slice(index + 1)
    const end = calls.findIndex(({ severity }) => severity !== traceSeverity)
    const culprit = [error, ...calls.slice(0, end === -1 ? undefined : end)].find((place) => fileOf(place) === mainFile
    ) ?? error
    return [{
      file: plainFile(fileOf(culprit)), message: plainSentence(error.message.replaceAll(root, '')), ...placeOf(culprit)
    }]
  })
  return problems.length > 0 ? problems.slice(0, mostDiagnostics) : [{ file: mainFile, message: plainSentence('') }]
}

/**
 * The problems of a drawing that compiles but cannot be written as PDF/A. The compiler then throws a debugging text.
 * This reads the message of each error in it; if the message quotes a text, the source is searched for it.
 */
export function diagnosticsOfThrown (error: unknown, source: string): Diagnostic[] {
  const messages = Array.from(
    String(error).matchAll(/\bmessage: "((?:[^"\\]|\\.)*)"/g),
    ([, quoted = '']) => unquoted(quoted)
  )
  const problems = Array.from(new Set(messages.length > 0 ? messages : ['']), (message) => {
    const culprit = /^PDF\/A-2b error: the text `"(.+?)"`/u.exec(message)?.[1]
    const place = culprit === undefined ? {} : placeIn(source, unquoted(culprit))
    return { file: mainFile, message: plainSentence(message), ...place }
  })
  return problems.slice(0, mostDiagnostics)
}

/** One error of our own. */
export function diagnosticOf (message: Sentence): Diagnostic {
  return { file: mainFile, message }
}

function placeOf ({ range }: TypstDiagnostic): { line?: number, column?: number } {
  // Typst counts lines and columns from 0, people from 1.
  return range ? { line: range.start.line + 1, column: range.start.character + 1 } : {}
}

function placeIn (source: string, text: string): { line?: number, column?: number } {
  const index = source.indexOf(text)
  if (index === -1) return {}
  const before = source.slice(0, index).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Only names of the files that a template can see. */
function plainFile (file: string): string {
  return /^[\w-]+\.typ$/.test(file) ? file : mainFile
}
