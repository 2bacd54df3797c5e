export type Terminal = ReturnType<typeof createTerminal>

interface Streams { stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream }

// Texts of files and of servers are shown, never obeyed: an escape sequence could repaint the screen.
// eslint-disable-next-line no-control-regex -- it is about them
const control = /[\u0000-\u001f\u007f-\u009f]/g

/**
 * What was found goes to stdout; how it goes along, to stderr, with one line that is drawn again and again where
 * somebody looks on.
 */
export function createTerminal ({ stdout, stderr }: Streams) {
  let drawn = false

  function erase (): void {
    if (drawn) stderr.write('\r\u001b[2K')
    drawn = false
  }

  return {
    isWatched: stderr.isTTY,

    say (line: string): void {
      erase()
      stdout.write(`${line}\n`)
    },

    warn (line: string): void {
      erase()
      stderr.write(`${line}\n`)
    },

    /** Draws the line that the next one replaces. */
    draw (line: string): void {
      erase()
      // Some terminals tell no width, or none at all.
      stderr.write(line.slice(0, (stderr.columns > 20 ? stderr.columns : 80) - 1))
      drawn = true
    },

    erase
  }
}

/** A text from elsewhere on one line, without what a terminal would obey. */
export function printable (text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(control, '')
}

/** 12,345 */
export function counted (count: number): string {
  return count.toLocaleString('en-US')
}

/** 1 document, 12,345 documents */
export function documentsOf (count: number): string {
  return `${counted(count)} ${count === 1 ? 'document' : 'documents'}`
}
