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

/** Prometheus metrics by name and labels, as they are written; undefined when they are not told in time. */
export async function readMetrics (url: string): Promise<Map<string, number> | undefined> {
  try {
    const text = await (await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(5000) })).text()
    return new Map(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))] as const
    }))
  } catch {
    return undefined
  }
}
