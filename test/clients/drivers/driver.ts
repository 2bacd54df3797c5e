import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createTimbre, TimbreError, verifyWebhook, WebhookRefused } from '../../../clients/typescript/index.ts'
import type { TenantKeys } from '../../../src/services/actor.ts'

export interface Setting {
  address: string
  /** Where something else listens, or nothing. */
  elsewhere: string
  keys: TenantKeys
  user: { email: string, password: string }
}

/**
 * `brief` and `briefUser` call `elsewhere`, repeat a call once and give an attempt one second; `single` calls it, and
 * repeats nothing.
 */
export interface Asked {
  client: 'keys' | 'user' | 'spanish' | 'brief' | 'briefUser' | 'single', verb: string, args: unknown[]
}

/** What came of it: the verb's result, what it threw, or that it threw something else. */
export interface Outcome {
  result?: any
  failure?: {
    status: number, code: string, path: string, message: string, remedy: string, requestId: string | null
    docUrl: string | null
    idempotencyKey: string | null
  }
  refused?: string
  crash?: string
}

/** A program that does with one language's client what it is asked. */
export interface Driver { ask: (asked: Asked) => Promise<Outcome>, close: () => Promise<void> }

/** The driver of another language, in its own interpreter: a line of JSON in, a line of JSON out. */
export function foreignDriver (command: string, script: string, { address, elsewhere, keys, user }: Setting): Driver {
  const { tenantCode, accessKey, secretKey } = keys
  const child = spawn(
    command,
    [
      fileURLToPath(new URL(script, import.meta.url)), address, elsewhere, tenantCode, accessKey, secretKey, user.email,
      user.password
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] }
  )
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return {
    async ask (asked) {
      child.stdin.write(`${JSON.stringify(asked)}\n`)
      const { value, done } = await lines.next()
      return done ? { crash: `${command} ended` } : JSON.parse(value) as Outcome
    },
    async close () {
      child.stdin.end()
      if (child.exitCode === null) await once(child, 'exit')
    }
  }
}

/** The driver of the TypeScript client, in this process. */
export function ownDriver ({ address, elsewhere, keys, user }: Setting): Driver {
  const brief = { baseUrl: elsewhere, retries: 1, timeoutMs: 1000 }
  const clients = {
    keys: createTimbre({ baseUrl: address, keys, user }),
    user: createTimbre({ baseUrl: address, user: { ...user, tenantCode: keys.tenantCode } }),
    spanish: createTimbre({ baseUrl: address, keys, language: 'es' }),
    brief: createTimbre({ ...brief, keys, user }),
    briefUser: createTimbre({ ...brief, user }),
    single: createTimbre({ baseUrl: elsewhere, keys, retries: 0 })
  }
  const encoded = (file: Uint8Array): string => Buffer.from(file).toString('base64')

  async function work ({ client, verb, args }: Asked): Promise<unknown> {
    const timbre = clients[client]
    const [first, second, third, now] = args as any[]
    switch (verb) {
      case 'issue': return timbre.issue(first, { ...(second !== undefined && { idempotencyKey: second }) })
      case 'dryRun': return timbre.dryRun(first)
      case 'get': return timbre.get(first)
      case 'list': {
        const listed: unknown[] = []
        for await (const one of timbre.list({ pageSize: 5, ...first })) listed.push(one)
        return listed
      }
      case 'pdf': return encoded(await timbre.pdf(first, second))
      case 'xml': return encoded(await timbre.xml(first))
      case 'annul': return timbre.annul(first, second)
      case 'correct': return timbre.correct(first, second)
      case 'send': return timbre.send(first, second, { message: third, ...(now && { idempotencyKey: now }) })
      case 'retry': return timbre.retry(first, { evenSo: second })
      case 'figure': {
        const value = ((await timbre.get(first)).payload as { details: [{ unitPrice: unknown }] }).details[0].unitPrice
        return { text: String(value), type: typeof value }
      }
      case 'withSecretKey': return Object.keys(createTimbre({ ...brief, keys: { ...keys, secretKey: first } }))
      default: return verifyWebhook(first, second, third, now === undefined ? new Date() : new Date(now * 1000))
    }
  }

  return {
    ask: (asked) => work(asked).then((result) => ({ result }), (error: unknown): Outcome => {
      if (error instanceof WebhookRefused) return { refused: error.message }
      if (!(error instanceof TimbreError)) return { crash: String(error) }
      const { status, code, path, remedy, requestId, docUrl, idempotencyKey, problems } = error
      const { message = '' } = problems[0] ?? {}
      return { failure: { status, code, path, message, remedy, requestId, docUrl, idempotencyKey } }
    }),
    close: async () => {}
  }
}
