/** @module-tag slow */
import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { beforeAll, expect, it } from 'vitest'
import { collectGarbage } from '../../support/collect-garbage.ts'
import { boleta } from '../../support/documents.ts'
import { defined } from '../../support/expecting.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'

const documents = 1500
// A member that nobody knows: the document is long, and quickly told to be wrong.
const long = { ...boleta(), note: 'x'.repeat(40_000) }
const mebibyte = 1024 * 1024

let host: string
const program = sharedProgram({ working: false })
const tenant = sharedTenant(program, { certificate: false, folios: [] })

beforeAll(async () => { host = await program.app.listen({ host: '127.0.0.1', port: 0 }) })

it('keeps few documents of a long list in memory at a time', async () => {
  const heap: number[] = []
  let bytes = 0

  async function * body (): AsyncGenerator<Buffer> {
    yield Buffer.from('{"invoices":[')
    for (let count = 1; count <= documents; count++) {
      const part = Buffer.from(`${count === 1 ? '' : ','}${JSON.stringify(long)}`)
      bytes += part.length
      yield part
      if (count % 200 !== 0) continue
      collectGarbage()
      const { heapUsed, external } = process.memoryUsage()
      heap.push(heapUsed + external)
    }
    yield Buffer.from('],"name":"Larga"}')
  }

  // Not fetch, which keeps what it sent.
  const request = httpRequest(`${host}/api/BulkInvoice/Create`, {
    method: 'POST', headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' }
  })
  const answered = once(request, 'response') as Promise<[IncomingMessage]>
  await pipeline(body(), request)
  const { result, errors } = await json((await answered)[0]) as { result: object, errors: string[] }

  expect(errors).toEqual([])
  expect(result).toMatchObject({ name: 'Larga', counters: { documents, invalid: documents } })
  expect(bytes).toBeGreaterThan(56 * mebibyte)
  // The first look also sees what others in this process have not let go of yet.
  expect(Math.max(...heap.slice(1)) - defined(heap[1]), heap.map((size) => Math.round(size / mebibyte)).join(' ')).toBeLessThan(
    bytes / 2
  )
})
