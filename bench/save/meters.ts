import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { childrenOf, cpuSecondsOf } from '../proc.ts'

/** Servers and the PostgreSQL that only they use. */
export interface Meters { serverPids: number[], postmasterPid: number, owner: pg.Client }

/** What a stretch of time cost: seconds of CPU, bytes of WAL, instructions in user mode. */
export interface Costs {
  serverCpu: number
  databaseCpu: number
  walBytes: number
  /** Undefined where the machine does not count them. */
  serverInstructions: number | undefined
  databaseInstructions: number | undefined
}

/** Begins to measure and gives what ends it. Linux: it reads /proc. */
export async function measure ({ serverPids, postmasterPid, owner }: Meters): Promise<() => Promise<Costs>> {
  const counting = [countInstructions(serverPids), countInstructions([postmasterPid, ...childrenOf(postmasterPid)])]
  const walAt = await walPosition(owner)
  const [serverAt, databaseAt] = [cpuSecondsOfAll(serverPids), treeCpuSecondsOf(postmasterPid)]
  return async () => {
    const [serverCpu, databaseCpu] = [
      cpuSecondsOfAll(serverPids) - serverAt, treeCpuSecondsOf(postmasterPid) - databaseAt
    ]
    const [serverInstructions, databaseInstructions] = await Promise.all(counting.map((end) => end()))
    const walBytes = await walPosition(owner) - walAt
    return { serverCpu, databaseCpu, walBytes, serverInstructions, databaseInstructions }
  }
}

function cpuSecondsOfAll (pids: number[]): number {
  return pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0)
}

async function walPosition (owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ bytes: number }>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes"
  )
  return rows[0]?.bytes ?? 0
}

/** The postmaster, its children, and those that it saw end (proc(5): utime, stime, cutime, cstime). */
function treeCpuSecondsOf (pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const own = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field] ?? 0), 0) / 100
  return childrenOf(pid).reduce((sum, child) => sum + cpuSecondsOf(child), own)
}

const event = 'instructions:u'
let counts: boolean | undefined

function countInstructions (pids: number[]): () => Promise<number | undefined> {
  counts ??= countsInstructions()
  if (!counts) return async () => undefined
  const perf = spawn('perf', ['stat', '-x,', '-e', event, '-p', pids.join(',')], { stdio: ['ignore', 'ignore', 'pipe'] })
  return () => endOf(perf)
}

async function endOf (perf: ChildProcess): Promise<number | undefined> {
  let text = ''
  perf.stderr?.setEncoding('utf8').on('data', (part: string) => { text += part })
  perf.kill('SIGINT')
  await once(perf, 'close')
  return instructionsIn(text)
}

function countsInstructions (): boolean {
  try {
    const text = execFileSync('sh', ['-c', `exec perf stat -x, -e ${event} true 2>&1`], { encoding: 'utf8' })
    return instructionsIn(text) !== undefined
  } catch {
    return false
  }
}

function instructionsIn (text: string): number | undefined {
  const count = new RegExp(`^(\\d+),.*${event}`, 'm').exec(text)?.[1]
  return count === undefined ? undefined : Number(count)
}
