import fp from 'fastify-plugin'

/** Sent with every answer; an API that serves no pages needs no more. HSTS belongs to where TLS ends. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY'
}

/** Adds the headers that an answer does not set itself. */
export const secureAnswers = fp(async (app) => {
  app.addHook('onSend', async (_request, reply, payload) => {
    for (const [name, value] of Object.entries(securityHeaders)) {
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
    return payload
  })
}, { name: 'secure-answers' })
