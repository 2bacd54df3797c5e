import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { utf8Encoder } from './json.ts'
import { bodyError } from './request-body.ts'
import { validatorCompiler } from '../validation.ts'

interface Streamed { stream: Readable, toUtf8: (chunk: Buffer) => Buffer }

const bodies = new WeakMap<FastifyRequest, Streamed>()

/**
 * The JSON body of an operation that is `streamed`, in UTF-8, as it comes; undefined where the body is a form or
 * absent. Reading it throws ServiceError CLIENT_CLOSED_REQUEST when the connection is cut.
 */
export function streamedBody (request: FastifyRequest): AsyncIterable<Buffer> | undefined {
  const body = bodies.get(request)
  return body && chunksOf(body, request)
}

async function * chunksOf ({ stream, toUtf8 }: Streamed, request: FastifyRequest): AsyncGenerator<Buffer> {
  try {
    // A reader that has seen enough must not close the connection on which its refusal is to go.
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) yield toUtf8(chunk as Buffer)
  } catch (error) {
    throw bodyError(error, request)
  }
}

/** Registers a route whose JSON body stays unread for its handler. Forms are read and validated as everywhere. */
export function takeStreamed (app: FastifyInstance, register: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', async (request: FastifyRequest, stream: Readable) => {
      bodies.set(request, { stream, toUtf8: utf8Encoder(request.headers['content-type']) })
    })
    // The handler validates the JSON that it reads; the second alternative of the schema is the form.
    scope.setValidatorCompiler<z.ZodType>((route) => {
      if (route.httpPart !== 'body') return validatorCompiler(route)
      const { schema } = route
      const validateForm = validatorCompiler({
        ...route, schema: schema instanceof z.ZodUnion ? schema.options[1] as z.ZodType : schema
      })
      return (data: unknown) => data === null || data === undefined ? { value: undefined } : validateForm(data)
    })
    scope.addHook('onSend', async ({ raw }, reply, payload) => {
      // What was not read of the body would be taken for the next request.
      if (!raw.complete) reply.header('connection', 'close')
      return payload
    })
    register(scope)
  })
}
