import { fifty, type Attack } from '../attack.ts'
import { requestBytes } from '../wire.ts'

const requestsOfConnection = 200
// What answers anybody without being an operation; the API reference's script, the largest, is one of them.
const paths = [
  '/', '/docs/', '/openapi.json', '/openapi-3.0.json', '/console', '/console/documents', '/reset-password',
  '/confirm-email', '/forgot-password', '/health/live', '/health/ready', '/nothing', '/console/assets/nothing.js'
]

/** Pages and files over a hundred connections, each after the answer to the one before. */
export const pages: Attack = {
  kind: 'bodies',
  name: 'pages and files for anybody',
  lanes: 100,
  prepare: ({ script }) => fifty((index) => {
    const encoding = index % 2 === 0 ? ['Accept-Encoding: gzip'] : []
    const each = [...paths, script].map((path) => requestBytes({ method: 'GET', path, headers: encoding, keepAlive: true }))
    const sent = Array.from(
      { length: requestsOfConnection }, (_, turn) => each[(index + turn) % each.length] ?? Buffer.alloc(0)
    )
    return { name: String(index), run: (hand) => hand.sendInTurn(sent) }
  })
}
