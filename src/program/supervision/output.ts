type Output = NodeJS.WriteStream & { _handle?: { setBlocking?: (isBlocking: boolean) => unknown } | null }

/**
 * Keeps this process running when nobody reads its output, or when it cannot be written: pipes wait in memory by
 * themselves, but Node stops the process while a terminal is paused, and ends it at the first error, such as a full
 * disk or a reader that is gone.
 */
export function keepOutputFromBlocking (): void {
  for (const output of [process.stdout, process.stderr] as Output[]) {
    output._handle?.setBlocking?.(false)
    output.on('error', () => {})
  }
}
