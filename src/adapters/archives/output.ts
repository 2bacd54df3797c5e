import { Readable } from 'node:stream'
import type { ZipFile } from 'yazl'

/**
 * The bytes of an archive, as its own stream: one that read it on behalf of the reader could not close while it waits
 * for bytes that nobody writes any more.
 */
export function outputOf ({ outputStream }: ZipFile): Readable {
  if (outputStream instanceof Readable) return outputStream
  throw new TypeError('yazl writes to something else than a stream of Node')
}
