import type { Diagnostic } from './typst-messages.ts'

/** As the compiler tells it: errors (1), warnings (2) and, after an error, the calls that led there (4); counted from 0. */
export interface TypstDiagnostic { severity: number, path: string, message: string, range?: { start: { line: number, character: number } } }

const errorSeverity = 1
const traceSeverity = 4
const mostDiagnostics = 20
const longestMessage = 300
const mainFile = 'main.typ'

/** The errors, each at its place in the main file where it has one: a wrong call of a block is the caller's. */
export function diagnosticsFrom (found: TypstDiagnostic[], root: string): Diagnostic[] {
  const fileOf = ({ path }: TypstDiagnostic): string => path.replace(`${root}/`, '')
  const told = found.flatMap((error, index) => {
    if (error.severity !== errorSeverity) return []
    const calls = found.slice(index + 1)
    const end = calls.findIndex(({ severity }) => severity !== traceSeverity)
    const culprit = [error, ...calls.slice(0, end === -1 ? undefined : end)].find((place) => fileOf(place) === mainFile) ?? error
    return [{ file: fileOf(culprit), message: plain(error.message.replaceAll(root, '')), ...placeOf(culprit) }]
  })
  return told.slice(0, mostDiagnostics)
}

function placeOf ({ range }: TypstDiagnostic): { line?: number, column?: number } {
  // Typst counts lines and columns from 0, people from 1.
  return range ? { line: range.start.line + 1, column: range.start.character + 1 } : {}
}

/** The source may choose the message (panic, assert): one line of bounded length. */
function plain (message: string): string {
  return message.replaceAll(/\p{Cc}+/gu, ' ').slice(0, longestMessage)
}
