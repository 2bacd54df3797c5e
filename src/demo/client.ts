/** A client of the API as a back office would write it: HTTP and nothing else. */
export interface Envelope<Result> {
  success: boolean
  statusCode: number
  errorCode: string
  errors: string[]
  result: Result
}

export class ApiError extends Error {}

export function createClient (baseUrl: string) {
  let accessToken: string | undefined

  async function call<Result> (
    method: string, path: string, body?: unknown, headers: Record<string, string> = {}
  ): Promise<Result> {
    const form = body instanceof FormData
    const response = await fetch(`${baseUrl}/api${path}`, {
      method,
      headers: {
        ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
        ...(form || body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers
      },
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) })
    })
    const answer = await response.json() as Envelope<Result>
    if (!answer.success) {
      throw new ApiError(`${method} ${path}: ${answer.statusCode} ${answer.errorCode}\n${answer.errors.join('\n')}`)
    }
    return answer.result
  }

  return {
    call,

    async signIn (email: string, password: string): Promise<void> {
      const { accessToken: token } = await call<{ accessToken: string }>('POST', '/Auth/Login', { email, password })
      accessToken = token
    },

    async download (path: string): Promise<Buffer> {
      const response = await fetch(`${baseUrl}/api${path}`, {
        headers: { authorization: `Bearer ${accessToken ?? ''}` }
      })
      if (!response.ok) throw new ApiError(`GET ${path}: ${response.status} ${await response.text()}`)
      return Buffer.from(await response.arrayBuffer())
    }
  }
}

export type Client = ReturnType<typeof createClient>
