import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { serveStatic } from '../static-answers.ts'
import { serveReference } from './api-reference.ts'

const contractPath = '/openapi.json'

// Beside src, and copied beside it by the build.
const contractFile = new URL('../../../openapi/openapi.json', import.meta.url)

/** Serves the contract at /openapi.json and its reference at /docs; register it after the last group. */
export async function serveContract (app: FastifyInstance, { version }: { version: string }): Promise<void> {
  serveStatic(app, contractPath, {
    make: () => readContract(version),
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' },
    vary: ['accept']
  })
  await app.register(async (scope) => {
    serveReference(scope, { contractPath, version })
  })
}

/** The committed contract without its line breaks, with the version of this server. */
async function readContract (version: string): Promise<string> {
  const contract = JSON.parse(await readFile(contractFile, 'utf8')) as { info: { version: string } }
  contract.info.version = version
  return JSON.stringify(contract)
}
