import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { databaseName } from './command.mjs'
import { createEngine, panics } from './engine.mjs'

/**
 * Answers the CLI's requests, a JSON-RPC message a line, one after the other until stdin ends.
 *
 * @param {{ url?: string, datamodels: string[] }} settings
 */
export async function serveRequests (settings) {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    const request = line.trim() === '' ? {} : JSON.parse(line)
    if (request.method) await answer(request, settings)
  }
}

async function answer ({ id, method, params }, settings) {
  try {
    const result = await perform(method, params, settings)
    send({ id, result: method === 'diff' ? printed(result) : result ?? null })
  } catch (error) {
    send({ id, error: failure(error) })
  }
}

// These two find the shadow database only after an earlier call on the same engine opened it; without that they fail
// with "shadow DB must be provided through an external factory".
const needsShadow = new Set(['evaluateDataLoss', 'createMigration'])

// One engine a request: after applyMigrations a used engine fails in the same way.
async function perform (method, params, { url, datamodels }) {
  if (method === 'createDatabase') return { databaseName: databaseName(url) }
  const files = datamodels.map((path) => [path, readFileSync(path, 'utf8')])
  const engine = await createEngine(url, files.length > 0 ? files : undefined)
  try {
    if (needsShadow.has(method)) {
      await engine.devDiagnostic({ migrationsList: params.migrationsList, filters: params.filters })
    }
    return await engine[method === 'getDatabaseVersion' ? 'version' : method](params)
  } finally {
    await engine.close()
  }
}

// The native engine prints a diff by a request of its own to the CLI; the WebAssembly build gives the text back.
function printed ({ stdout, ...result }) {
  if (stdout != null) send({ id: 1, method: 'print', params: { content: stdout } })
  return result
}

function failure (error) {
  const { code, meta } = error
  const message = panics.message || error.message
  return {
    code: 4466,
    message: 'An error happened. Check the data field for details.',
    data: { is_panic: false, message, error_code: code, meta }
  }
}

function send (message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}
