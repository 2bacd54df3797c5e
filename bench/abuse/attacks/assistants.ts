import { factura } from '../../../src/demo/documents.ts'
import { fifty, type Attack, type Stage } from '../attack.ts'
import { json, requestBytes } from '../wire.ts'

const callsOfConnection = 200

interface Message { method: string, params?: object }

/** Messages of one user's assistant over a hundred connections, each after the answer to the one before. */
function messages (name: string, listOf: (stage: Stage) => readonly Message[]): Attack {
  return {
    kind: 'bodies',
    name,
    lanes: 100,
    prepare: (stage) => fifty((index) => {
      const each = listOf(stage).map((message, id) => requestBytes({
        path: '/mcp', token: stage.token, headers: ['Accept: application/json, text/event-stream'], keepAlive: true,
        body: json({ jsonrpc: '2.0', id, params: {}, ...message })
      }))
      const sent = Array.from(
        { length: callsOfConnection }, (_, turn) => each[(index + turn) % each.length] ?? Buffer.alloc(0)
      )
      return { name: String(index), run: (hand) => hand.sendInTurn(sent) }
    })
  }
}

const call = (name: string, input: object): Message => ({ method: 'tools/call', params: { name, arguments: input } })

export const assistantAttacks: readonly Attack[] = [
  messages('assistant, lists of tools', () => [{ method: 'tools/list' }]),
  messages('assistant, all messages', ({ correlationId }) => [
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
  ])
]
