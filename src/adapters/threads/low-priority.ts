import { constants, getPriority, setPriority } from 'node:os'

// Where processors are scarce, requests and signatures come before what children and threads do beside them.

const { PRIORITY_LOW, PRIORITY_BELOW_NORMAL } = constants.priority

/** Lowers the priority of a child process; `pid` is undefined when it did not start. */
export function lowerChildPriority (pid: number | undefined): void {
  if (pid !== undefined) lower(pid)
}

/**
 * Lowers the priority of the thread that calls, on Linux: other systems know priorities of whole processes only
 * [setpriority(2), "C library/kernel differences"].
 */
export function lowerThreadPriority (): void {
  if (process.platform === 'linux') lower(0)
}

function lower (pid: number): void {
  try {
    setPriority(pid, Math.min(PRIORITY_LOW, getPriority(pid) + PRIORITY_BELOW_NORMAL))
  } catch {
    // The child has ended, which its start reports, or the system forbids it. The work then keeps its priority.
  }
}
