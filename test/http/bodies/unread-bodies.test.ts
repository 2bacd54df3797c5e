import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { httpApp } from '../../support/http-app.ts'
import { sampleGroup } from '../sample-group.ts'

let world: Awaited<ReturnType<typeof httpApp>>
beforeAll(async () => {
  world = await httpApp({ groups: [sampleGroup({ fail: () => new Error('unset'), calls: 0 })] })
  await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => world.app.close())

/**
 * Sends the head of a request whose body of `length` bytes never comes, and gives what the server says until it closes.
 */
async function headOnly (path: string, { method = 'POST', length = 1024 * 1024, headers = '' } = {}): Promise<string> {
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ host: '127.0.0.1', port: (world.app.server.address() as AddressInfo).port })
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => {
      resolve(Buffer.concat(chunks).toString())
    })
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}Content-Length: ${length}\r\n\r\n{`
    )
  })
}

/** Writes a whole request before it reads, as Python's http.client and Java's HttpURLConnection do. */
async function wholeFirst (path: string, length: number): Promise<string> {
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ host: '127.0.0.1', port: (world.app.server.address() as AddressInfo).port, allowHalfOpen: true })
    socket.pause()
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('end', () => { socket.end() })
    socket.on('close', () => { resolve(Buffer.concat(chunks).toString()) })
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`)
    const piece = Buffer.alloc(64 * 1024, 'x')
    let left = length
    const go = (): void => {
      if (left === 0) {
        setTimeout(() => { socket.resume() }, 200)
        return
      }
      const part = piece.subarray(0, Math.min(piece.length, left))
      left -= part.length
      socket.write(part, go)
    }
    go()
  })
}

it.each([
  ['an unknown path', '/api/Nowhere', 404],
  ['a request without token', '/api/Sample/Echo', 401],
  ['a body that is too large', '/api/Sample/Save', 413]
])('%s reaches a client that sends 30 MB before it reads', async (_name, path, status) => {
  expect(await wholeFirst(path, 30 * 1024 * 1024)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
})

// Would one of them wait for its body, it would be told after five seconds that it came too slowly (408).
describe('is answered before its body arrives, and its connection is closed', () => {
  it.each([
    ['an unknown path', '/api/Nowhere', {}, 404, 'ROUTE_NOT_FOUND'],
    ['a method that the path does not take', '/api/Sample/Fail', {}, 405, 'METHOD_NOT_ALLOWED'],
    ['a request without token', '/api/Sample/Echo', {}, 401, 'UNAUTHENTICATED'],
    ['a body that is too large', '/api/Sample/Fail', { method: 'PUT' }, 413, 'BODY_TOO_LARGE'],
    ['a compressed body', '/api/Sample/Save', { headers: 'Content-Encoding: gzip\r\n' }, 415, 'MEDIA_TYPE_UNSUPPORTED']
  ])('%s', async (_name, path, options, status, code) => {
    const answer = await headOnly(path, options)

    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toContain(`"errorCode":"${code}"`)
    expect(answer.toLowerCase()).toContain('connection: close')
  })
})
