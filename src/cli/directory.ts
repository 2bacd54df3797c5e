import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { basename } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import { withDirectory } from '../program/compose/operator.ts'
import { type Config, configOfProcess } from '../program/config/config.ts'
import type { DirectoryProblem } from '../services/directory/directory-import.ts'
import { CommandError, exitCodes, inColumns, UsageError } from './command.ts'
import type { Terminal } from './terminal.ts'

export interface DirectoryCall { terminal: Terminal, config?: Config }

export interface DirectoryOptions {
  for: string
  date?: string | undefined
  problems?: string | undefined
  force: boolean
}

const scopes = ['production', 'certification', 'simulator'] as const
const problemsShown = 20

const reasons: Readonly<Record<DirectoryProblem, string>> = {
  shape: 'does not have the six columns',
  taxNumber: 'has no RUT with a right check digit',
  repeated: 'repeats a RUT of an earlier line',
  tooLong: 'is too long'
}

/** `timbre directory import` */
export async function importDirectory (
  options: DirectoryOptions, files: readonly string[], { terminal, config = configOfProcess() }: DirectoryCall
): Promise<number> {
  const [path, ...others] = files
  if (path === undefined || others.length > 0) throw new UsageError('Give one file: ce_empresas_dwnld_AAAAMMDD.csv.')
  const scope = scopes.find((name) => name === options.for)
  if (!scope) throw new UsageError(`--for ${options.for}: must be ${scopes.join(', ')}.`)
  const listedOn = dayOf(path, options.date)
  const fileHash = await hashOf(path)
  const problems = createProblemList(terminal, options.problems)
  const counts = await withDirectory(config, (directory) => directory.importFile(
    { scope, listedOn, fileHash, chunks: chunksOf(path) },
    {
      force: options.force,
      onProblem: problems.add,
      onProgress: (companies) => { if (terminal.isInteractive) terminal.draw(`${companies} companies`) }
    }
  ))
  await problems.end()
  if (!counts) {
    terminal.say(`This file is the directory in use for ${scope} already: nothing was changed.`)
    return exitCodes.done
  }
  terminal.say(inColumns([
    ['Directory', `${scope}, of ${listedOn}`],
    ['Companies', String(counts.companies)],
    ['With mailbox', String(counts.mailboxes)],
    ['Lines left out', String(counts.badLines)]
  ]))
  return exitCodes.done
}

/** `timbre directory list` */
export async function listDirectories ({ terminal, config = configOfProcess() }: DirectoryCall): Promise<number> {
  const directories = await withDirectory(config, (directory) => directory.list())
  const rows = scopes.flatMap((scope) => {
    const found = directories[scope]
    if (!found) return []
    const { listedOn, companies, mailboxes, badLines } = found
    return [[
      scope, `of ${listedOn}: ${companies} companies, ${mailboxes} with a mailbox; ${badLines} lines left out`
    ] as const]
  })
  if (rows.length > 0) terminal.say(inColumns(rows))
  else terminal.warn('There is no directory. "timbre directory import" brings one.')
  return exitCodes.done
}

function dayOf (path: string, given: string | undefined): string {
  const [, year, month, day] = /(\d{4})(\d{2})(\d{2})\D*$/.exec(basename(path)) ?? []
  const text = given ?? (year === undefined ? undefined : `${year}-${month}-${day}`)
  if (text === undefined) throw new UsageError('--date: is required, because the name of the file has no date.')
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
  if (!isDay) throw new UsageError(`--date ${text}: must be a day, YYYY-MM-DD.`)
  return text
}

/** Opens the file when it is read first. */
async function * chunksOf (path: string): AsyncGenerator<Buffer> {
  yield * createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>
}

async function hashOf (path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash)
  } catch (cause) {
    throw new CommandError(`${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
  return hash.digest()
}

/** Prints the first lines with problems; a file gets all of them. */
function createProblemList (terminal: Terminal, path: string | undefined) {
  const file: WriteStream | undefined = path === undefined ? undefined : createWriteStream(path)
  let count = 0
  return {
    add (line: number, problem: DirectoryProblem): void {
      count++
      if (count <= problemsShown) terminal.warn(`Line ${line} ${reasons[problem]}.`)
      file?.write(`${line};${reasons[problem]}\n`)
    },

    async end (): Promise<void> {
      if (count > problemsShown) {
        terminal.warn(`And ${count - problemsShown} more lines${path === undefined ? '; --problems FILE lists all of them' : ''}.`)
      }
      if (!file) return
      file.end()
      await finished(file)
    }
  }
}
