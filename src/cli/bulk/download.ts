import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from '../../../clients/typescript/client.ts'
import type { Session } from './session.ts'

/** Writes what `open` answers to a file that is there whole, or not at all. */
export async function download (
  session: Session, target: string, open: (timbre: Client) => Promise<Response>
): Promise<void> {
  const unfinished = `${target}.part`
  try {
    await session.persist(async (timbre) => {
      const { body } = await open(timbre)
      if (body === null) throw new Error('The server sent no file')
      await pipeline(Readable.fromWeb(body), createWriteStream(unfinished))
    })
    renameSync(unfinished, target)
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
