import { existsSync, readFileSync, writeFileSync } from 'node:fs'

// As the kernel reports them; on systems without /proc nothing is known, and only limits of time apply.

/** The resident set of a process, in MiB; 0 where it is not known. */
export function residentMb (pid: number | undefined): number {
  return Number(/^VmRSS:\s*(\d+) kB$/m.exec(procFile(pid, 'status'))?.[1] ?? 0) / 1024
}

// proc(5): clock ticks are hundredths of a second on every architecture that Node runs on.
const ticksPerSecond = 100

/** The time of processors that a process has used, in seconds; 0 where it is not known. */
export function processorSeconds (pid: number | undefined): number {
  // The name in parentheses may contain blanks; utime and stime are fields 14 and 15 of the line.
  const fields = procFile(pid, 'stat').replace(/^.*\) /s, '').split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond
}

/** What a process may cost, as seen from outside. */
export interface ProcessCosts {
  /** The resident set of the process. */
  memoryMb: number
  /** The time of processors that it may use from now on. */
  processorSeconds: number
}

const checkMs = 50

/** Looks at what a process costs until the function it returns is called, and says which limit it exceeds. */
export function watchCosts (
  pid: number | undefined, costs: ProcessCosts, onExceeded: (exceeded: keyof ProcessCosts) => void
): () => void {
  const before = processorSeconds(pid)
  const checking = setInterval(() => {
    if (residentMb(pid) > costs.memoryMb) onExceeded('memoryMb')
    else if (processorSeconds(pid) - before > costs.processorSeconds) onExceeded('processorSeconds')
  }, checkMs)
  return () => { clearInterval(checking) }
}

/** If the machine runs out of memory, the kernel ends the process that calls rather than the server. */
export function volunteerForTheKernel (): void {
  const score = '/proc/self/oom_score_adj'
  if (existsSync(score)) writeFileSync(score, '900')
}

function procFile (pid: number | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid ?? 0}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
