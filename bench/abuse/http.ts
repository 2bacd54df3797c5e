import { Agent, request } from 'node:http'

export interface Answer { status: number, result: any, errorCode: string }
export interface Body { type: string, bytes: Buffer }
export type Caller = ReturnType<typeof createCaller>

const timeoutMs = 15_000

/**
 * A client of the API at an address of its own on the loopback, so that limits per address tell it from others, with as
 * many connections at most.
 */
export function createCaller (url: string, localAddress: string, connections = Infinity) {
  const agent = new Agent({ keepAlive: true, localAddress, maxSockets: connections })
  let token: string | undefined

  /** Answers 0 where there was no answer. */
  async function call (
    method: string, path: string, body?: Body | object, headers: Record<string, string> = {}
  ): Promise<Answer> {
    const { type, bytes } = body === undefined ? {} : isBody(body) ? body : jsonOf(body)
    return new Promise((resolve) => {
      const sent = request(`${url}${path}`, {
        method,
        agent,
        timeout: timeoutMs,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(type === undefined ? {} : { 'content-type': type, 'content-length': String(bytes?.length) }),
          ...headers
        }
      }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => { resolve(answerOf(response.statusCode ?? 0, Buffer.concat(chunks))) })
        response.on('error', () => { resolve({ status: 0, result: null, errorCode: 'cut' }) })
      })
      sent.on('timeout', () => {
        sent.destroy(new Error('timeout'))
      })
      sent.on('error', (error: NodeJS.ErrnoException) => {
        resolve({ status: 0, result: null, errorCode: error.code ?? error.message })
      })
      sent.end(bytes)
    })
  }

  return {
    call,
    /** The result of a call that has to succeed. */
    async result (...args: Parameters<typeof call>): Promise<any> {
      const { status, result, errorCode } = await call(...args)
      if (status !== 200) throw new Error(`${args[0]} ${args[1]}: ${status} ${errorCode}`)
      return result
    },
    async signIn (email: string, password: string): Promise<string> {
      const { accessToken } = await this.result('POST', '/api/Auth/Login', { email, password })
      token = accessToken
      return accessToken
    },
    /** Closes the connections that lie idle. */
    close: (): void => { agent.destroy() }
  }
}

function isBody (body: object): body is Body {
  return 'bytes' in body && Buffer.isBuffer(body.bytes)
}

function jsonOf (value: object): Body {
  return { type: 'application/json', bytes: Buffer.from(JSON.stringify(value)) }
}

function answerOf (status: number, bytes: Buffer): Answer {
  try {
    const { result = null, errorCode = '' } = JSON.parse(bytes.toString()) as Partial<Answer>
    return { status, result, errorCode }
  } catch {
    return { status, result: bytes, errorCode: '' }
  }
}

const boundary = 'abuse-5f1c9b7e'

/** A form with one file, and texts before it. */
export function formOf (file: Buffer, texts: Record<string, string> = {}, fileName = 'file.bin'): Body {
  const parts = Object.entries(texts).map(([name, text]) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
  )
  const head = `${
    parts.join('')
  }--${boundary}\r\nContent-Disposition: form-data; name="File"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)])
  }
}
