export type Terminal = ReturnType<typeof createTerminal>

interface Streams { stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream }

// Files and servers may send escape sequences, which could repaint the screen.
// eslint-disable-next-line no-control-regex -- the characters to remove
const control = /[\u0000-\u001f\u007f-\u009f]/g

/** Results go to stdout, progress to stderr: on an interactive terminal as one live line. */
export function createTerminal ({ stdout, stderr }: Streams) {
  let drawn = false

  function erase (): void {
    if (drawn) stderr.write('\r\u001b[2K')
    drawn = false
  }

  return {
    isInteractive: stderr.isTTY,

    say (line: string): void {
      erase()
      stdout.write(`${line}\n`)
    },

    warn (line: string): void {
      erase()
      stderr.write(`${line}\n`)
    },

    /** Draws the live line, which the next line replaces. */
    draw (line: string): void {
      erase()
      // Some terminals report no width, or 0.
      stderr.write(line.slice(0, (stderr.columns > 20 ? stderr.columns : 80) - 1))
      drawn = true
    },

    erase
  }
}

/** A foreign text on one line, without control characters. */
export function printable (text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(control, '')
}
