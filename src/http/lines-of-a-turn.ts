import type { DestinationStream } from 'pino'

/**
 * Hands over the lines of one turn of the event loop together: a batch of documents is answered in one turn, and a
 * write for each line costs more than the line. Nothing is kept beyond the turn, so that a process that is killed
 * leaves the lines of all turns before.
 */
export function linesOfATurn (destination: DestinationStream): DestinationStream & { flushSync: () => void } {
  let lines = ''

  function flushSync (): void {
    if (lines === '') return
    const text = lines
    lines = ''
    destination.write(text)
  }

  // What ends the process has its last lines in the turn that ends it.
  process.once('exit', flushSync)
  return {
    write (line) {
      if (lines === '') setImmediate(flushSync)
      lines += line
    },
    flushSync
  }
}
