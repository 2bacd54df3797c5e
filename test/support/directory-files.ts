import { createHash } from 'node:crypto'
import type { DirectoryScope } from '../../src/repositories/invoicing/exchange/exchange-directory.ts'
import type { Store } from '../../src/repositories/store.ts'
import { createDirectoryImports, type DirectoryImport } from '../../src/services/directory/directory-import.ts'

export const directoryHeader = 'RUT;RAZON SOCIAL;NUMERO RESOLUCION;FECHA RESOLUCION;MAIL INTERCAMBIO;URL'

export const listed = (taxNumber: string, mailbox = '', name = 'Ingeniería Ñandú SpA'): string =>
  `${taxNumber};${name};80;22-08-2014;${mailbox};`

export const directoryBytes = (lines: readonly string[]): Buffer =>
  Buffer.from([directoryHeader, ...lines, ''].join('\r\n'), 'latin1')

async function * inChunks (bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

interface Given extends Partial<DirectoryImport> {
  scope?: DirectoryScope
  listedOn?: string
  chunkBytes?: number
  clock?: () => Date
}

/** Imports a directory with these lines, or of these bytes. */
export function importDirectory (store: Store, file: readonly string[] | Buffer, {
  scope = 'simulator', listedOn = '2026-11-01', chunkBytes = 64, clock = () => new Date(), ...options
}: Given = {}) {
  const bytes = Buffer.isBuffer(file) ? file : directoryBytes(file)
  return createDirectoryImports({ store, clock }).importFile(
    { scope, listedOn, fileHash: createHash('sha256').update(bytes).digest(), chunks: inChunks(bytes, chunkBytes) },
    { force: false, onProblem: () => {}, onProgress: () => {}, ...options }
  )
}
