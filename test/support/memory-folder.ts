import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
const needed = 2 * 1024 ** 3

/**
 * A new folder for databases that nobody keeps: in memory where the machine has room for it. Each database is some
 * three hundred files, and making and removing them costs a disk more than all queries cost PostgreSQL.
 */
export function throwawayFolder (prefix: string): string {
  return mkdtempSync(join(hasRoom() ? inMemory : tmpdir(), prefix))
}

function hasRoom (): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= needed
  } catch {
    return false
  }
}
