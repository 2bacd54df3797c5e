import { boleta, factura } from '../../../src/program/demo/documents.ts'
import { fifty, type Attack, type Stage } from '../attack.ts'
import { json, requestBytes } from '../wire.ts'

/** Good requests over many connections, each after the answer to the one before. */
function inTurn (name: string, lanes: number, listOf: (stage: Stage) => readonly Buffer[]): Attack {
  return {
    kind: 'bodies',
    name,
    lanes,
    prepare (stage) {
      const each = listOf(stage)
      return fifty((index) => ({
        name: String(index),
        run: (hand) => hand.sendInTurn(
          Array.from({ length: 200 }, (_, turn) => each[(index + turn) % each.length] ?? Buffer.alloc(0)))
      }))
    }
  }
}

// What answers anybody without being an operation; the API reference's script, the largest, is one of them.
const pages = [
  '/', '/docs/', '/openapi.json', '/openapi-3.0.json', '/console', '/console/documents', '/reset-password',
  '/confirm-email', '/forgot-password', '/health/live', '/health/ready', '/nothing', '/console/assets/nothing.js'
]

const call = (name: string, input: object): object => ({ method: 'tools/call', params: { name, arguments: input } })
const messagesOf = (correlationId: string): object[] => [
  {
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
  },
  { method: 'tools/list' },
  { method: 'ping' },
  call('find_documents', { limit: 20 }),
  call('get_document', { correlationId }),
  call('find_receivers', { search: 'a' }),
  call('dry_run_document', { payload: factura }),
  call('dry_run_document', { payload: JSON.stringify(factura) }),
  call('issue_document', { payload: factura, confirmTotal: 1, idempotencyKey: 'k' })
]

export const turns: readonly Attack[] = [
  inTurn('lawful Saves', 20, ({ keys }) => [1, 10, 60].map((lines) => requestBytes({
    path: '/api/Webhook/Save', keepAlive: true,
    body: json({ ...keys, payload: { ...boleta, details: Array.from({ length: lines }, () => boleta.details[0]) } })
  }))),
  inTurn('messages of an assistant', 100, ({ token, correlationId }) => messagesOf(correlationId).map((message, id) =>
    requestBytes({
      path: '/mcp', token, headers: ['Accept: application/json, text/event-stream'], keepAlive: true,
      body: json({ jsonrpc: '2.0', id, params: {}, ...message })
    }))),
  inTurn('pages and files for anybody', 100, ({ script }) => [...pages, script].flatMap((path) =>
    [[], ['Accept-Encoding: gzip']].map((headers) => requestBytes({ method: 'GET', path, headers, keepAlive: true }))))
]
