import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Call, Server } from './server.ts'

/** Writes a download to a file that is there whole, or not at all. */
export async function download (server: Server, path: string, call: Call, target: string): Promise<void> {
  const unfinished = `${target}.part`
  try {
    await server.read(path, call, async ({ body }) => {
      if (body === null) throw new Error('The server sent no file')
      await pipeline(Readable.fromWeb(body), createWriteStream(unfinished))
    })
    renameSync(unfinished, target)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/**
 * `facturas-result.xlsx` beside `facturas.xlsx`, or with a number when there is one already: somebody may have written
 * in it.
 */
export function freeResultPath (beside: string, format: string): string {
  for (let number = 1; ; number++) {
    const path = `${beside}-result${number === 1 ? '' : `-${number}`}.${format}`
    if (!existsSync(path)) return path
  }
}
