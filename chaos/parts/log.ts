import { appendFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'

/** Appends each line of a program to its file and shows it to `see`. */
export function keepLines (stream: Readable, file: string, see: (line: string) => void): void {
  createInterface(stream).on('line', (line) => {
    appendFileSync(file, `${line}\n`)
    see(line)
  })
}
