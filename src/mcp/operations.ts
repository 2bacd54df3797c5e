import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify'
import { keyHeaders, keysInHeaders, showsKeys } from '../http/header-keys.ts'
import { ServiceError } from '../shared/errors.ts'

export type Result = Record<string, unknown>

/** What issuing answers, in a dry run or not. */
export interface Receipt extends Result {
  currency: string
  totalAmount: number
  dryRun?: {
    valid: boolean
    totals: Result | null
    problems: { code: string, path: string, message: string }[]
    notices: Result[]
  }
}

/** An operation refused the call: its code and its sentences. */
export class OperationRefused extends Error {
  readonly code: string
  readonly errors: readonly string[]

  constructor (code: string, errors: readonly string[]) {
    super(errors.join('\n'))
    this.code = code
    this.errors = errors
  }
}

type Calling = Pick<InjectOptions, 'query'> & { payload?: object, headers?: Record<string, string> }

/** The operations of documents that the tools call. */
export type Operations = ReturnType<typeof operationsFor>

/**
 * Calls operations of the API inside the process, for the caller of a request: with its credentials, from its address.
 * They authenticate, limit and record each call like one from outside.
 */
export function operationsFor (app: FastifyInstance, request: FastifyRequest) {
  async function call<Answer> (method: 'GET' | 'POST', path: string, { headers, ...input }: Calling): Promise<Answer> {
    request.lifecycle.signal.throwIfAborted()
    const answer = await app.inject({
      method, url: `/api/Webhook/${path}`, remoteAddress: request.ip, headers: { ...headersOf(request), ...headers }, ...input
    }).catch(refuseWhileClosing)
    const { success, errorCode, errors, result } = answer.json<{
      success: boolean, errorCode: string, errors: string[], result: Answer
    }>()
    if (!success) throw new OperationRefused(errorCode, errors)
    return result
  }

  return {
    read: <Answer = Result>(path: string, query: Record<string, string>): Promise<Answer> =>
      call('GET', path, { query }),

    /** Keys issue with Save, where they are in the body; users with Issue. */
    issue: (payload: unknown, headers: Record<string, string>): Promise<Receipt> => showsKeys(request.headers)
      ? call('POST', 'Save', { payload: { ...keysInHeaders(request.headers), payload }, headers })
      : call('POST', 'Issue', { payload: { payload }, headers })
  }
}

const passedOn = ['authorization', 'accept-language', ...Object.values(keyHeaders).map(({ name }) => name.toLowerCase())]

function headersOf ({ headers, id }: FastifyRequest): Record<string, string> {
  const own = Object.entries(headers).filter((header): header is [string, string] =>
    passedOn.includes(header[0]) && typeof header[1] === 'string'
  )
  return { ...Object.fromEntries(own), 'x-request-id': id }
}

/** Fastify injects nothing into a server that is closing, though it still serves what came before. */
function refuseWhileClosing (error: Error & { code?: string }): never {
  throw error.code === 'FST_ERR_REOPENED_CLOSE_SERVER' ? new ServiceError('SHUTTING_DOWN', { cause: error }) : error
}
