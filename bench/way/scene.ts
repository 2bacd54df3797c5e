import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { jsonOf, signIn } from '../call.ts'
import type { Ground } from '../run.ts'
import { introduce, layFoundation } from '../save/foundation.ts'
import { type LoadClient, startLoadClient } from '../save/load.ts'
import { measure } from '../save/meters.ts'
import { type Database, type Server, startDatabase, startLimit, startService } from '../save/programs.ts'
import { password, type Tenant } from '../save/tenants.ts'

/** A load of the whole way; without `perSecond` as fast as it goes. */
export interface WayLoad {
  tenants: number
  lines: number
  seconds: number
  inFlight: number
  perSecond?: number | undefined
}

/** Milliseconds of CPU for a document: signatures and commit of a Save, and its share of an envelope. */
export interface Limit { save: number, database: number, envelope: number }

export interface Scene {
  api: Server
  worker: Server
  database: Database
  client: LoadClient
  tenants: Tenant[]
  /** Turns on or off that each tenant's server is told of every state. */
  setNotifications: (on: boolean) => Promise<void>
  /** What the same load costs at least. */
  limitOf: (load: WayLoad, perEnvelope: number) => Promise<Limit>
}

/** Starts everything that takes part, in processes of their own; the simulator runs in this one. */
export async function setScene (count: number, { dir, closers }: Ground): Promise<Scene> {
  const { database, env, tenants } = await layFoundation(
    { dir, count, keep: undefined, countStatements: true }, closers
  )
  for (const { taxNumber } of tenants) await introduce(env['SII_SIMULATOR_URL'] ?? '', taxNumber)
  const ofLimit = await startDatabase(join(dir, 'postgres-of-limit'))
  closers.push(ofLimit.stop)
  const settings = { ...env, NOTIFICATIONS_ALLOW_PRIVATE: 'true' }
  const api = await startService({ dir, env: settings })
  closers.push(api.stop)
  const worker = await startService({ dir, env: settings, role: 'worker' })
  closers.push(worker.stop)
  const limit = await startLimit(ofLimit.url)
  closers.push(limit.stop)
  const client = startLoadClient()
  closers.push(client.stop)
  const protocol = startProtocolClient(env['SII_SIMULATOR_URL'] ?? '', closers)
  const receiverUrl = await startReceiver(closers)

  return {
    api, worker, database, client, tenants,

    async setNotifications (on) {
      for (const { email } of tenants) {
        await jsonOf(`${api.url}/api/Notification/Update`, {
          method: 'PUT', body: { url: receiverUrl, enabled: on }, headers: await signIn(api.url, { email, password })
        })
      }
    },

    async limitOf (load, perEnvelope) {
      await ofLimit.owner.query('truncate documents')
      const end = await measure({ serverPids: [limit.pid], postmasterPid: ofLimit.postmasterPid, owner: ofLimit.owner })
      const { documents } = await client.run({
        ...load, urls: [limit.url], tenants: tenants.slice(0, load.tenants).map(({ keys }) => keys), firstTurn: 0,
        keepAnswers: false
      })
      const { serverCpu, databaseCpu } = await end()
      return {
        save: serverCpu * 1000 / documents,
        database: databaseCpu * 1000 / documents,
        envelope: await protocol.millisecondsOf(perEnvelope) / perEnvelope
      }
    }
  }
}

/** A tenant's server that takes notifications. */
async function startReceiver (closers: (() => unknown)[]): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => { server.close() })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function startProtocolClient (url: string, closers: (() => unknown)[]) {
  const child: ChildProcess = fork('bench/way/protocol-client.ts', { execArgv: ['--import', 'tsx'] })
  closers.push(() => { child.disconnect() })
  return {
    async millisecondsOf (documents: number): Promise<number> {
      const answer = once(child, 'message') as Promise<[number]>
      child.send({ url, documents })
      return (await answer)[0]
    }
  }
}
