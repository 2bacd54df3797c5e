import fp from 'fastify-plugin'
import { commonHeaders } from '../common-headers.ts'

/** Adds the headers that an answer does not set itself. */
export const secureAnswers = fp(async (app) => {
  app.addHook('onSend', async (_request, reply, payload) => {
    for (const [name, value] of Object.entries(commonHeaders)) {
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
    return payload
  })
}, { name: 'secure-answers' })
