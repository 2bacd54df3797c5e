/**
 * Posts documents over raw sockets with as little CPU as Node allows: the bytes of each tenant and of each document are
 * prepared, and answers are read when the load is over. Takes loads from its parent, one after the other.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Acknowledgement, Load, Outcome } from './load.ts'
import { invoiceOf, variantOf, variants } from './invoices.ts'

interface Answered { turn: number, milliseconds: number, text: string }

process.on('message', (load: Load) => {
  run(load).then(
    (outcome) => process.send?.({ outcome }),
    (error: unknown) => process.send?.({ failure: String(error) })
  )
})
process.once('disconnect', () => { process.exit(0) })

async function run (load: Load): Promise<Outcome> {
  const { inFlight, perSecond, seconds } = load
  const connections = await Promise.all(Array.from({ length: inFlight }, (_, index) => connect(load.urls[index % load.urls.length] ?? '')))
  const requestOf = requestsOf(load)
  const answered: Answered[] = []
  let turn = load.firstTurn
  const [cpu, begun] = [process.cpuUsage(), performance.now()]
  const ending = begun + seconds * 1000
  const post = async (connection: Connection, dueAt: number): Promise<void> => {
    const own = turn++
    const text = await connection.exchange(requestOf(own))
    answered.push({ turn: own, milliseconds: performance.now() - dueAt, text })
  }
  const work = perSecond === undefined ? closedLoop : openLoop
  await work({ connections, ending, perSecond: perSecond ?? 0, post })
  const elapsed = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(cpu)
  for (const { close } of connections) close()
  return { ...outcomeOf(answered, load), seconds: elapsed, clientCpu: (user + system) / 1e6, nextTurn: turn }
}

interface Work {
  connections: Connection[]
  ending: number
  perSecond: number
  post: (connection: Connection, dueAt: number) => Promise<void>
}

/** Each connection posts again as soon as it is answered. */
async function closedLoop ({ connections, ending, post }: Work): Promise<void> {
  await Promise.all(connections.map(async (connection) => {
    for (let now = performance.now(); now < ending; now = performance.now()) await post(connection, now)
  }))
}

/**
 * A document leaves when it is due, whether or not the others were answered; its time counts from then. Those that
 * found no free connection until the end are not sent: the rate shows it.
 */
async function openLoop ({ connections, ending, perSecond, post }: Work): Promise<void> {
  const idle = [...connections]
  const posted: Promise<void>[] = []
  const due: number[] = []
  const sendDue = (): void => {
    while (due.length > 0 && idle.length > 0) {
      const [dueAt, connection] = [due.shift(), idle.pop()]
      if (dueAt === undefined || !connection) return
      posted.push(post(connection, dueAt).then(() => {
        idle.push(connection)
        sendDue()
      }))
    }
  }
  for (let at = performance.now(); at < ending; at += 1000 / perSecond) {
    await sleep(Math.max(0, at - performance.now()))
    due.push(at)
    sendDue()
  }
  await sleep(Math.max(0, ending - performance.now()))
  due.length = 0
  await Promise.all(posted)
}

interface Connection { exchange: (request: Buffer) => Promise<string>, close: () => void }

interface Exchange { answer: (text: string) => void, fail: (error: Error) => void }

/** A connection that is opened again when the server has closed it between two requests. */
async function connect (url: string): Promise<Connection> {
  let current: Exchange | undefined
  let text = ''
  let socket = await open()

  async function open (): Promise<net.Socket> {
    const { hostname, port } = new URL(url)
    const opened = net.connect({ host: hostname, port: Number(port), noDelay: true })
    await once(opened, 'connect')
    const broken = (why: string) => () => {
      end()?.fail(new Error(`${why} ${text}`))
    }
    opened.on('error', broken('a connection broke')).on('close', broken('the server closed a connection'))
    return opened.on('data', (data) => {
      text += data.toString('latin1')
      if (!isWhole(text)) return
      const whole = text
      text = ''
      end()?.answer(whole)
    })
  }

  function end (): Exchange | undefined {
    const ended = current
    current = undefined
    return ended
  }

  return {
    async exchange (request) {
      if (socket.destroyed) socket = await open()
      return new Promise((resolve, reject) => {
        current = { answer: resolve, fail: reject }
        socket.write(request)
      })
    },
    close: () => { socket.destroy() }
  }
}

function isWhole (text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /content-length: (\d+)/i.exec(text)?.[1]
  if (length === undefined) throw new Error(`an answer without a length: ${text.slice(0, 300)}`)
  return text.length >= end + 4 + Number(length)
}

/** Gives the bytes of a turn. They differ in their Idempotency-Key alone from those of other turns of the same pair. */
function requestsOf ({ urls, tenants, lines }: Load): (turn: number) => Buffer {
  const { host } = new URL(urls[0] ?? '')
  const documents = Array.from({ length: variants }, (_, variant) =>
    Buffer.from(`${JSON.stringify(invoiceOf(variant, lines))}}`))
  const run = randomBytes(6).toString('hex')
  const blank = '0'.repeat(run.length + 12)
  const heads = tenants.map((keys) => {
    const opening = `${JSON.stringify(keys).slice(0, -1)},"payload":`
    const length = Buffer.byteLength(opening) + (documents[0]?.length ?? 0)
    return Buffer.from(
      `POST /api/Webhook/Save HTTP/1.1\r\nhost: ${host}\r\nidempotency-key: ${blank}\r\n` +
        `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${opening}`
    )
  })
  const keyAt = heads[0]?.indexOf(blank) ?? 0
  return (turn) => {
    const head = heads[turn % tenants.length]
    const document = documents[variantOf(turn, tenants.length)]
    if (!head || !document) throw new Error('no tenants to post for')
    const request = Buffer.concat([head, document])
    request.write(`${run}${String(turn).padStart(12, '0')}`, keyAt, 'latin1')
    return request
  }
}

function outcomeOf (
  answered: Answered[], { tenants, keepAnswers }: Load
): Omit<Outcome, 'seconds' | 'clientCpu' | 'nextTurn'> {
  const errors: Record<string, number> = {}
  const acknowledgements: Acknowledgement[] = []
  for (const { turn, text } of answered) {
    const problem = problemOf(text)
    if (problem !== undefined) errors[problem] = (errors[problem] ?? 0) + 1
    else if (keepAnswers) acknowledgements.push(acknowledgementOf(turn, text, tenants.length))
  }
  const times = answered.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { documents: answered.length, p50: at(0.5), p99: at(0.99), slowest: at(1), errors, acknowledgements }
}

function problemOf (text: string): string | undefined {
  if (text.startsWith('HTTP/1.1 200')) return undefined
  return `${text.slice(9, 12)} ${/"errorCode":"(\w*)"/.exec(text)?.[1] ?? text.slice(0, 200)}`
}

function acknowledgementOf (turn: number, text: string, tenants: number): Acknowledgement {
  return {
    tenant: turn % tenants,
    variant: variantOf(turn, tenants),
    correlationId: /"correlationId":"([^"]+)"/.exec(text)?.[1] ?? '',
    folio: Number(/"invoiceNumber":"(\d+)"/.exec(text)?.[1] ?? 0),
    total: Number(/"totalAmount":(\d+)/.exec(text)?.[1] ?? 0)
  }
}
