import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { withDefaults } from '../../src/supervision/environment.ts'

/** A program of ours in a process of its own. */
export interface Program {
  name: string
  pid: number
  /** What it said when it was ready. */
  greeting: string
  /** CPU time that its start took. */
  startCpuSeconds: number
  kill: (signal: NodeJS.Signals) => Promise<void>
}

// What Node sets for itself in a container of 512 MB; where more is free, it lets garbage lie until the heap is several
// times as large.
const heapOf512 = '--max-old-space-size=256'
// As in `npm run simulator` and in docker-compose.yml.
const roomOfSimulator = '--max-semi-space-size=64'

/** Starts a program and waits for the line that says that it is ready. */
export async function startProgram (
  name: string, script: string, { env, ready }: { env: Record<string, string>, ready: string }
): Promise<Program> {
  const flags = process.env[`${name.toUpperCase()}_FLAGS`]?.split(' ') ?? []
  const own = name === 'simulator' ? [roomOfSimulator] : []
  const child = spawn(process.execPath, [heapOf512, ...own, ...flags, script], {
    env: { PATH: process.env['PATH'], ...withDefaults(env) }, stdio: ['ignore', 'pipe', 'inherit']
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve()
    })
  })
  const greeting = await lineOf(child, name, ready)
  const pid = child.pid ?? 0
  return {
    name,
    pid,
    greeting,
    startCpuSeconds: cpuSecondsOf(pid),
    async kill (signal) {
      child.kill(signal)
      await exited
    }
  }
}

function lineOf (child: ChildProcess, name: string, ready: string): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) throw new Error(`${name} has no output`)
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes(ready)) resolve(line)
      else if (/"level":"?(50|60|error|fatal)/.test(line)) console.error(`${name}: ${line}`)
    })
    child.once('exit', (code) => { reject(new Error(`${name} ended with ${code} before it was ready`)) })
  })
}

/** CPU time of a process so far (proc(5): utime and stime, in hundredths of a second); 0 when it is gone. */
export function cpuSecondsOf (pid: number): number {
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100
}

/** The largest resident memory that a process ever had, in MB; 0 when it is gone. */
function peakMegabytesOf (pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
}

/**
 * Peaks by the name of the program, over all of its lives; PostgreSQL's many processes count under one name, each by
 * itself.
 */
export function createPeaks (nameOf: (pid: number) => string | undefined) {
  const peaks = new Map<string, number>()
  return {
    peaks,
    look (): void {
      for (const pid of descendantsOf(process.pid)) {
        const name = nameOf(pid) ?? (read(`/proc/${pid}/comm`).trim() === 'postgres' ? 'PostgreSQL' : undefined)
        if (name !== undefined) peaks.set(name, Math.max(peaks.get(name) ?? 0, peakMegabytesOf(pid)))
      }
    }
  }
}

function descendantsOf (ancestor: number): number[] {
  const children = new Map<number, number[]>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number)) {
    const parent = Number(read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')[1] ?? 0)
    children.set(parent, [...children.get(parent) ?? [], pid])
  }
  const found: number[] = []
  for (
    let next = children.get(ancestor) ?? [];
    next.length > 0;
    next = next.flatMap((pid) => children.get(pid) ?? [])
  ) found.push(...next)
  return found
}

function read (path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
