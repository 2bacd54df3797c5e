import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { createOnCluster, onServer } from './cluster.ts'

export interface TestDatabase {
  /** As the service's role, which works and owns nothing. */
  url: string
  /** As the role that owns the tables; bound by row-level security too. */
  migrationUrl: string
  /** As superuser, who sees every row. */
  ownerUrl: string
  drop (): Promise<void>
}

/** A database of its own for one test file, cloned from the migrated template in some twenty milliseconds. */
export function freshDatabase (): Promise<TestDatabase> {
  return cloneOf(inject('testServer').template)
}

/** A database as it is now, to which nobody may be connected: what a backup brings back. */
export function copyOf ({ url }: TestDatabase): Promise<TestDatabase> {
  return cloneOf(new URL(url).pathname.slice(1))
}

async function cloneOf (template: string): Promise<TestDatabase> {
  const name = `timbre_test_${randomBytes(6).toString('hex')}`
  const { superuserUrl, workerUrls, ownerRole } = inject('testServer')
  for (const url of [superuserUrl, ...workerUrls]) {
    // Copying the files costs half of what writing each page to the log does.
    await onServer(url, `create database ${name} template ${template} strategy file_copy owner ${ownerRole}`)
  }
  if (workerUrls.length > 0) await onServer(superuserUrl, `alter database ${name} set citus.propagate_set_commands = 'local'`)
  return databaseNamed(name)
}

/** An empty database without our tables, for tests of the migrations themselves. */
export async function emptyDatabase (): Promise<TestDatabase> {
  const name = `timbre_empty_${randomBytes(6).toString('hex')}`
  await createOnCluster(inject('testServer'), name)
  return databaseNamed(name)
}

function databaseNamed (name: string): TestDatabase {
  const { superuserUrl, role, ownerRole, password, workerUrls } = inject('testServer')
  const ownerUrl = Object.assign(new URL(superuserUrl), { pathname: `/${name}` }).toString()
  const urlOf = (username: string): string => Object.assign(new URL(ownerUrl), { username, password }).toString()
  return {
    url: urlOf(role), migrationUrl: urlOf(ownerRole), ownerUrl,
    drop: async () => {
      for (const url of [superuserUrl, ...workerUrls]) await onServer(url, `drop database ${name} with (force)`)
    }
  }
}
