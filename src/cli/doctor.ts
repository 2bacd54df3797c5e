import { databaseOfProcess } from '../program/config/config.ts'
import { type Examination, examine } from '../database/doctor.ts'
import type { Finding } from '../database/finding.ts'
import { openDatabase } from '../database/open.ts'
import { reachDatabase } from '../database/reach.ts'
import { exitCodes, inColumns } from './command.ts'
import type { Terminal } from './terminal.ts'

const timeoutMs = 5000

/** `timbre doctor`: says what is unfit about the database, and changes nothing. */
export async function consultDoctor ({ json }: { json: boolean }, terminal: Pick<Terminal, 'say'>): Promise<number> {
  const { poolSize, ...place } = databaseOfProcess()
  const database = await openDatabase(place)
  try {
    await reachDatabase(database.url, { setting: 'DATABASE_URL', timeoutMs })
    if (database.directUrl !== database.url) {
      await reachDatabase(database.directUrl, { setting: 'DATABASE_DIRECT_URL', timeoutMs })
    }
    return await report({ databaseUrl: database.url, directUrl: database.directUrl, poolSize }, { json, terminal })
  } finally {
    await database.close()
  }
}

/** Prints the findings. Gives the exit code. */
export async function report (
  examination: Examination, { json, terminal }: { json: boolean, terminal: Pick<Terminal, 'say'> }
): Promise<number> {
  const findings = await examine(examination)
  const problems = findings.filter(({ level }) => level === 'problem').length
  if (json) {
    terminal.say(JSON.stringify({ healthy: problems === 0, findings }, null, 2))
  } else {
    terminal.say(inColumns(findings.map(lineOf)))
    terminal.say(conclusionOf(problems, findings.filter(({ level }) => level === 'warning').length))
  }
  return problems === 0 ? exitCodes.done : exitCodes.problems
}

function lineOf ({ check, level, detail }: Finding): [string, string] {
  return [`${level.padEnd(8)} ${check}`, detail]
}

function conclusionOf (problems: number, warnings: number): string {
  return problems === 0 && warnings === 0 ? 'Nothing is wrong.' : `Problems: ${problems}. Warnings: ${warnings}.`
}
