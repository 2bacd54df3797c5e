import { existsSync, readFileSync } from 'node:fs'

/** Sends a signal, unless the number belongs to another program by now: one whose command line lacks `mark`. */
export function signalOwn (pid: number, signal: NodeJS.Signals, mark: string): void {
  try {
    if (isOf(pid, mark)) process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}

function isOf (pid: number, mark: string): boolean {
  if (!existsSync('/proc/self/cmdline')) return true
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark)
}
