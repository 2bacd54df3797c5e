import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../src/database/embedded.ts'
import { prepareDatabase } from '../../src/database/prepare.ts'
import { buildProgram } from './build.ts'
import { throwawayFolder } from './memory-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * A PostgreSQL with a migrated database to clone, the role of the service that works on it, and the role that owns
     * its tables.
     */
    testServer: { superuserUrl: string, template: string, role: string, ownerRole: string, password: string }
    /** The folder with the compiled program. */
    build: string
  }
}

/**
 * One PostgreSQL for the whole run: a throwaway, or the server of TEST_DATABASE_URL (any PostgreSQL from 15 on, as a
 * superuser). Names carry a random part, so that several runs may share a server.
 */
export default async function setup (project: TestProject) {
  const throwaway = process.env['TEST_DATABASE_URL']
    ? undefined
    : await startEmbedded({ dir: throwawayFolder('timbre-test-'), throwaway: true })
  const superuserUrl = throwaway?.ownerUrl ?? process.env['TEST_DATABASE_URL']!
  const run = randomBytes(4).toString('hex')
  const build = resolve('dist/test', run)
  const built = buildProgram(build)
  const server = {
    superuserUrl, template: `timbre_template_${run}`, role: `timbre_test_${run}`, ownerRole: `timbre_owner_${run}`,
    password: randomBytes(12).toString('hex')
  }
  await asSuperuser(superuserUrl, (client) => createTemplate(client, server))
  await prepareDatabase({
    databaseUrl: templateUrl(server, server.role), ownerUrl: templateUrl(server, server.ownerRole), pepper: undefined
  })
  project.provide('testServer', server)
  await built
  project.provide('build', build)

  return async () => {
    if (throwaway) await throwaway.stop()
    else await asSuperuser(superuserUrl, (client) => dropTemplate(client, server))
    rmSync(build, { recursive: true, force: true })
  }
}

interface TestServer { superuserUrl: string, template: string, role: string, ownerRole: string, password: string }

async function createTemplate (client: pg.Client, { template, role, ownerRole, password }: TestServer) {
  for (const name of [role, ownerRole]) {
    await client.query(`create role ${name} login nosuperuser nobypassrls password '${password}'`)
  }
  await client.query(`create database ${template} owner ${ownerRole}`)
}

async function dropTemplate (client: pg.Client, { template, role, ownerRole }: TestServer) {
  await client.query(`drop database ${template} with (force)`)
  await client.query(`drop role ${role}, ${ownerRole}`)
}

function templateUrl ({ superuserUrl, template, password }: TestServer, role: string) {
  return Object.assign(new URL(superuserUrl), { pathname: `/${template}`, username: role, password }).toString()
}

async function asSuperuser (url: string, work: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client(url)
  await client.connect()
  await work(client)
  await client.end()
}
