/** What Linux tells of processes (proc(5)). */
import { readFileSync, writeFileSync } from 'node:fs'

const sampleMs = 100

export interface Memory { own: number, children: number }

/** Watches the resident memory of a process and of its children, in MB. Linux: it reads /proc. */
export function watchMemory (pid: number) {
  // Forgets the peak so far (proc(5), clear_refs).
  write(`/proc/${pid}/clear_refs`, '5')
  const peak: Memory = { own: residentOf(pid), children: 0 }
  const look = (): void => {
    peak.own = Math.max(peak.own, residentOf(pid), peakOf(pid))
    peak.children = Math.max(peak.children, childrenOf(pid).reduce((sum, child) => sum + residentOf(child), 0))
  }
  const looking = setInterval(look, sampleMs)
  return {
    end (): Memory {
      look()
      clearInterval(looking)
      return peak
    }
  }
}

export const residentOf = (pid: number): number => megabytes(pid, 'VmRSS')
export const peakOf = (pid: number): number => megabytes(pid, 'VmHWM')

/** CPU time of a process so far (proc(5): utime and stime, in hundredths of a second); 0 when it is gone. */
export function cpuSecondsOf (pid: number): number {
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100
}

export function childrenOf (pid: number): number[] {
  const own = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return own.flatMap((child) => [child, ...childrenOf(child)])
}

function megabytes (pid: number, field: string): number {
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
}

function read (path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function write (path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch {
    // The process is gone: whoever watches it will notice.
  }
}
