import { createHash } from 'node:crypto'
import { mkdir, open, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * What the simulator remembers: keys by name, the bytes of uploads by their number, and a journal of facts.
 * With a folder everything outlives a restart; without one it lives in memory.
 */
export interface Store {
  readKey: (name: string) => Promise<string | undefined>
  writeKey: (name: string, pem: string) => Promise<void>
  readUpload: (id: number) => Promise<Buffer | undefined>
  writeUpload: (id: number, bytes: Buffer) => Promise<void>
  /** The facts of earlier lives, oldest first. */
  history: () => Promise<unknown[]>
  append: (fact: object) => Promise<void>
  close: () => Promise<void>
}

export function sha256 (bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export function createMemoryStore (): Store {
  const keys = new Map<string, string>()
  const uploads = new Map<number, Buffer>()
  return {
    readKey: async (name) => keys.get(name),
    writeKey: async (name, pem) => { keys.set(name, pem) },
    readUpload: async (id) => uploads.get(id),
    writeUpload: async (id, bytes) => { uploads.set(id, bytes) },
    history: async () => [],
    append: async () => {},
    close: async () => {},
  }
}

export async function createFileStore (folder: string): Promise<Store> {
  await mkdir(join(folder, 'uploads'), { recursive: true, mode: 0o700 })
  const journalPath = join(folder, 'journal.jsonl')
  const past = await readJournal(journalPath)
  const journal = await open(journalPath, 'a', 0o600)
  let last = Promise.resolve()
  return {
    readKey: (name) => readText(join(folder, name)),
    writeKey: (name, pem) => writeFile(join(folder, name), pem, { mode: 0o600 }),
    readUpload: (id) => readIfThere(join(folder, 'uploads', `${id}.xml`)),
    writeUpload: (id, bytes) => writeFile(join(folder, 'uploads', `${id}.xml`), bytes, { mode: 0o600 }),
    history: async () => past,
    append: (fact) => {
      last = last.then(() => journal.appendFile(`${JSON.stringify(fact)}\n`))
      return last
    },
    close: async () => {
      await last
      await journal.close()
    },
  }
}

/** A line that a crash cut short is dropped, so that the next fact begins on a line of its own. */
async function readJournal (path: string): Promise<unknown[]> {
  const bytes = await readIfThere(path)
  if (!bytes) return []
  const end = bytes.lastIndexOf(0x0a) + 1
  if (end < bytes.length) await truncate(path, end)
  const lines = bytes.subarray(0, end).toString('utf8').split('\n').filter(Boolean)
  return lines.map((line): unknown => JSON.parse(line))
}

async function readText (path: string): Promise<string | undefined> {
  return (await readIfThere(path))?.toString('utf8')
}

async function readIfThere (path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
