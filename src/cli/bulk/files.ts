import { createWriteStream, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from '../../../clients/typescript/client.ts'
import { CommandError } from '../command.ts'
import type { Session } from '../session.ts'
import type { BulkTexts } from './texts.ts'

/** A file that cannot be read or written, or is not JSON. */
export class FileError extends CommandError {}

/** Throws FileError. */
export function readBytes (path: string, texts: BulkTexts): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw fileError(error, path, texts)
  }
}

/** Writes what `open` answers to a file that is there whole, or not at all. Throws FileError. */
export async function download (
  session: Session, target: string, texts: BulkTexts, open: (timbre: Client) => Promise<Response>
): Promise<void> {
  const unfinished = `${target}.part`
  try {
    await session.persist(async (timbre) => {
      const { body } = await open(timbre)
      if (body === null) throw new CommandError(texts.noFileSent)
      await pipeline(Readable.fromWeb(body), createWriteStream(unfinished))
    })
    renameSync(unfinished, target)
  } catch (error) {
    throw isOfFile(error) ? fileError(error, target, texts) : error
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** `facturas-result.xlsx` beside `facturas.xlsx`, with a number when there is one already: it may have been edited. */
export function freeResultPath (beside: string, format: string): string {
  for (let number = 1; ; number++) {
    const path = `${beside}-result${number === 1 ? '' : `-${number}`}.${format}`
    if (!existsSync(path)) return path
  }
}

function isOfFile (error: unknown): boolean {
  return error instanceof Error && 'path' in error && 'syscall' in error
}

function fileError (error: unknown, path: string, { fileTroubles }: BulkTexts): FileError {
  const { code = '', message } = error as NodeJS.ErrnoException
  return new FileError(`${path}: ${fileTroubles[code] ?? message}`, { cause: error })
}
