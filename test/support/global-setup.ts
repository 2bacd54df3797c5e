import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../src/database/embedded.ts'
import { distributeDatabase } from '../../src/cli/distribute.ts'
import { prepareDatabase } from '../../src/database/prepare.ts'
import { buildFolder, buildProgram, sharedCompiler } from './build.ts'
import { createOnCluster, onServer, type TestServer, workersOf } from './cluster.ts'
import { throwawayFolder } from './memory-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * A PostgreSQL with a migrated database to clone, the role of the service that works on it, and the role that owns
     * its tables.
     */
    testServer: TestServer
    /** The folder with the compiled program. */
    build: string
  }
}

/**
 * One PostgreSQL for the whole run: a throwaway, or the server of TEST_DATABASE_URL (any PostgreSQL from 15 on, as a
 * superuser). For the project `citus`, the cluster whose coordinator is at CITUS_URL. Names carry a random part, so
 * that several runs may share a server.
 */
export default async function setup (project: TestProject) {
  const isForCluster = project.vitest.projects.some(({ name }) => name === 'citus')
  const givenUrl = (isForCluster ? process.env['CITUS_URL'] : undefined) ?? process.env['TEST_DATABASE_URL']
  const throwaway = givenUrl ? undefined : await startEmbedded({ dir: throwawayFolder('timbre-test-'), throwaway: true })
  const superuserUrl = throwaway?.ownerUrl ?? givenUrl!
  const run = randomBytes(4).toString('hex')
  const built = buildProgram(buildFolder, '.', [sharedCompiler])
  const server = {
    superuserUrl, template: `timbre_template_${run}`, role: `timbre_test_${run}`, ownerRole: `timbre_owner_${run}`,
    password: randomBytes(12).toString('hex'), workerUrls: await workersOf(superuserUrl)
  }
  const preparation = {
    databaseUrl: templateUrl(server, server.role), ownerUrl: templateUrl(server, server.ownerRole), pepper: undefined
  }
  await createRoles(server)
  await createOnCluster(server, server.template)
  if (server.workerUrls.length === 0) await prepareDatabase(preparation)
  else await distributeDatabase({ say: () => {} }, preparation)
  await closeTemplate(server)
  project.provide('testServer', server)
  await built
  project.provide('build', buildFolder)

  return async () => {
    if (throwaway) await throwaway.stop()
    else await dropTemplate(server)
    rmSync(buildFolder, { recursive: true, force: true })
  }
}

async function createRoles ({ superuserUrl, role, ownerRole, password }: TestServer) {
  for (const name of [role, ownerRole]) {
    await onServer(superuserUrl, `create role ${name} login nosuperuser nobypassrls password '${password}'`)
  }
}

/** Citus keeps a connection to each of its databases, and what is connected to is not copied. */
async function closeTemplate ({ superuserUrl, template, workerUrls }: TestServer) {
  if (workerUrls.length === 0) return
  for (const url of [superuserUrl, ...workerUrls]) {
    await onServer(
      url, `alter database ${template} allow_connections false`,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${template}'`
    )
  }
}

async function dropTemplate ({ superuserUrl, template, role, ownerRole, workerUrls }: TestServer) {
  for (const url of [superuserUrl, ...workerUrls]) await onServer(url, `drop database ${template} with (force)`)
  await onServer(superuserUrl, `drop role ${role}, ${ownerRole}`)
}

function templateUrl ({ superuserUrl, template, password }: TestServer, role: string) {
  return Object.assign(new URL(superuserUrl), { pathname: `/${template}`, username: role, password }).toString()
}
