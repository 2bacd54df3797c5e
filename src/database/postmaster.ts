import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { OperatorError } from '../shared/operator-error.ts'

interface Postmaster {
  pid: number
  parent: number
}

/**
 * Makes a data directory free to start on, after whatever end its last server had. A postmaster left behind by a killed
 * process is stopped; one whose starter still lives is respected, and that is an error.
 *
 * @param starter process id of the program that started the last server here, if known
 */
export async function freeDataDirectory (dataDirectory: string, starter: number | undefined): Promise<void> {
  const postmaster = livingPostmaster(dataDirectory)
  // An orphan gets another parent from the kernel, so an unchanged parent is the starter and is alive.
  if (postmaster && postmaster.parent === starter) {
    throw new OperatorError(
      `DATA_DIR: Timbre is already running: process ${postmaster.parent} is using the database in ${dataDirectory}. Stop it first, or set DATA_DIR to another folder.`
    )
  }
  if (postmaster) await stopPostmaster(dataDirectory, postmaster)
  // PostgreSQL refuses to start when the number in this file belongs to any process by now, even to a stranger.
  rmSync(join(dataDirectory, 'postmaster.pid'), { force: true })
}

/** The running server of a data directory, by the file in which PostgreSQL notes its process id and that directory. */
export function livingPostmaster (dataDirectory: string): Postmaster | undefined {
  const file = join(dataDirectory, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const [pidLine, directoryLine] = readFileSync(file, 'utf8').split('\n')
  const pid = Number(pidLine)
  if (!Number.isSafeInteger(pid) || pid <= 1 || directoryLine !== dataDirectory) return undefined
  const found = readProcess(pid)
  // The process id may belong to another program now; a zombie has no command.
  return found?.command.includes(`-D ${dataDirectory}`) ? { pid, parent: found.parent } : undefined
}

const fastShutdownMs = 30_000
const immediateShutdownMs = 5_000

async function stopPostmaster (dataDirectory: string, { pid }: Postmaster): Promise<void> {
  for (const [signal, timeoutMs] of [['SIGINT', fastShutdownMs], ['SIGQUIT', immediateShutdownMs]] as const) {
    signalIfAlive(pid, signal)
    const deadline = performance.now() + timeoutMs
    while (performance.now() < deadline) {
      if (livingPostmaster(dataDirectory)?.pid !== pid) return
      await wait(50)
    }
  }
  throw new OperatorError(
    `DATA_DIR: the PostgreSQL of an earlier start (process ${pid}) still uses ${dataDirectory} and does not stop. End it, and start again.`
  )
}

function signalIfAlive (pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function readProcess (pid: number): { parent: number, command: string } | undefined {
  try {
    return existsSync('/proc/self/stat') ? fromProc(pid) : fromPs(pid)
  } catch {
    return undefined
  }
}

function fromProc (pid: number) {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  // proc(5): the program's name stands in parentheses and may hold any character; state and parent follow it.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { parent: Number(parent), command }
}

function fromPs (pid: number) {
  const [, parent, command] =
    /^\s*(\d+)\s+(.*)$/s.exec(
      execFileSync('ps', ['-ww', '-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' })
    ) ?? []
  return { parent: Number(parent), command: command ?? '' }
}
