import type { Writable } from 'node:stream'
import type { DestinationStream } from 'pino'

export interface LogOutput extends DestinationStream {
  flushSync: () => void
  /** Waits until the lines so far are written, or for this long. */
  flush: (withinMs: number) => Promise<void>
  /** Lines that were dropped because the output was not read or not writable. */
  dropped: () => number
}

const mebibyte = 1024 * 1024

/**
 * The output of the log. An unread output must not stop the program: at most `maxBytes` are buffered, and further lines
 * are dropped and counted. Lines of one event-loop iteration are written together, since a write costs more than a
 * line.
 */
export function createLogOutput (stream: Writable, { maxBytes = mebibyte } = {}): LogOutput {
  let text = ''
  let lines = 0
  let dropped = 0

  function flushSync (): void {
    if (lines === 0) return
    const [chunk, count] = [text, lines]
    text = ''
    lines = 0
    if (stream.writableLength > maxBytes) dropped += count
    else stream.write(chunk, (error) => { if (error) dropped += count })
  }

  // What ends the process logs its last lines in the turn that ends it.
  process.once('exit', flushSync)
  return {
    write (line) {
      if (lines === 0) setImmediate(flushSync)
      text += line
      lines += 1
    },
    flushSync,
    async flush (withinMs) {
      flushSync()
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, withinMs)
        stream.write('', () => {
          clearTimeout(timer)
          resolve()
        })
      })
    },
    dropped: () => dropped
  }
}
