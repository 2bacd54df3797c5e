import { randomBytes } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../src/database/postgres-server.ts'
import { certified, nginxConfig } from '../../test/support/reverse-proxy.ts'

/** What a container of docker-compose.yml is given, and an address that answers once it is ready. */
export interface Program { environment: Record<string, string>, mounts: Record<string, string>, readyAt: string }

/** Where everything listens, and what each program is given: in production mode, with its secrets as files. */
export async function installation (dir: string, superuserUrl: string) {
  const [simulator, api, apiMetrics, workerMetrics, plain] =
    [await freePort(), await freePort(), await freePort(), await freePort(), await freePort()]
  const proxyPort = await freePort()
  const secrets = await secretsIn(dir, superuserUrl)
  const nginx = join(dir, 'nginx.conf')
  writeFileSync(nginx, nginxConfig({ plainPort: plain, port: proxyPort, backend: { service: `127.0.0.1:${api}` } }))

  const mounts = { [secrets]: '/run/secrets' }
  const environment = {
    HOST: '127.0.0.1', TRUST_PROXY: '127.0.0.1', SII_SIMULATOR_URL: at(simulator), SII_FIRST_POLL_SECONDS: '0.2', SMTP_URL: 'none',
    ...fromFiles('database_url', 'master_key', 'jwt_keys', 'key_pepper')
  }
  const programs = {
    simulator: {
      environment: { HOST: '127.0.0.1', SII_SIMULATOR_PORT: String(simulator), DATA: '/data' }, mounts: {},
      readyAt: `${at(simulator)}/simulator/health`
    },
    service: {
      environment: { ...environment, ROLE: 'api', PORT: String(api), METRICS_PORT: String(apiMetrics) }, mounts,
      readyAt: `${at(api)}/health/ready`
    },
    worker: {
      environment: { ...environment, ROLE: 'worker', METRICS_PORT: String(workerMetrics) }, mounts,
      readyAt: `${at(workerMetrics)}/metrics`
    },
    proxy: { environment: {}, mounts: { ...mounts, [nginx]: '/etc/nginx/nginx.conf' }, readyAt: at(plain) }
  } satisfies Record<string, Program>
  return {
    programs,
    migration: { environment: fromFiles('database_url', 'database_owner_url', 'key_pepper'), mounts },
    /** For commands of `timbre`. */
    operator: { environment, mounts },
    url: at(api),
    healthUrls: [`${at(apiMetrics)}/health`, `${at(workerMetrics)}/health`],
    proxyPort
  }
}

const at = (port: number): string => `http://127.0.0.1:${port}`

const fromFiles = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`${name.toUpperCase()}_FILE`, `/run/secrets/${name}`]))

/** The secrets of docker/make-secrets in a folder that each container may read. */
async function secretsIn (dir: string, superuserUrl: string): Promise<string> {
  const folder = join(dir, 'secrets')
  mkdirSync(folder)
  const key = (): string => randomBytes(32).toString('base64')
  const secrets = {
    ...await databaseWithTwoRoles(superuserUrl), master_key: `k1:${key()}`, jwt_keys: `k1:${key()}`, key_pepper: key()
  }
  for (const [name, value] of Object.entries(secrets)) writeFileSync(join(folder, name), value, { mode: 0o444 })
  const certificate = certified('timbre-certificate-')
  for (const name of ['tls_certificate', 'tls_key']) {
    cpSync(certificate.inFolder(name), join(folder, name))
    chmodSync(join(folder, name), 0o444)
  }
  rmSync(certificate.folder, { recursive: true })
  return folder
}

/** As docker/create-database.sh: one role that owns the tables and migrates, and one that works. */
async function databaseWithTwoRoles (superuserUrl: string): Promise<Record<'database_url' | 'database_owner_url', string>> {
  const client = new pg.Client(superuserUrl)
  await client.connect()
  for (const role of ['drill_owner', 'drill']) {
    await client.query(`create role ${role} login nosuperuser nobypassrls password '${role}'`)
  }
  await client.query('create database drill owner drill_owner')
  await client.end()
  const urlOf = (role: string): string =>
    Object.assign(new URL(superuserUrl), { username: role, password: role, pathname: '/drill' }).href
  return { database_url: urlOf('drill'), database_owner_url: urlOf('drill_owner') }
}
