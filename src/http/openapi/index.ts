import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { serveStatic } from '../static-answers.ts'
import { serveReference } from './api-reference.ts'
import { inOpenApi30 } from './older-version.ts'

const contractPath = '/openapi.json'
const olderPath = '/openapi-3.0.json'

// Beside src, and copied beside it by the build.
const contractFile = new URL('../../../openapi/openapi.json', import.meta.url)

/**
 * Serves the contract at /openapi.json, in OpenAPI 3.0 at /openapi-3.0.json, and its reference at /docs; register it
 * after the last group.
 */
export async function serveContract (app: FastifyInstance, { version }: { version: string }): Promise<void> {
  const contract = (change: (read: object) => object) => ({
    make: async () => JSON.stringify(change(await readContract(version))),
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' },
    vary: ['accept']
  })
  serveStatic(app, contractPath, contract((read) => read))
  serveStatic(app, olderPath, contract(inOpenApi30))
  await app.register(async (scope) => {
    serveReference(scope, { contractPath, version })
  })
}

/** The committed contract, with the version of this server. */
async function readContract (version: string): Promise<object> {
  const contract = JSON.parse(await readFile(contractFile, 'utf8')) as { info: { version: string } }
  contract.info.version = version
  return contract
}
