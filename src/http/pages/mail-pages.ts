import type { FastifyInstance } from 'fastify'

/** The pages that mails link to, and the operation that each calls. */
const operations = {
  'reset-password': 'PUT /api/Auth/ChangePasswordForUsingToken',
  'confirm-email': 'POST /api/Auth/ConfirmEmail',
  'forgot-password': 'POST /api/Auth/ForgotPassword'
}

const route = {
  schema: { hide: true } as object, exposeHeadRoute: true, config: { rule: { access: 'public' } }
} as const

/**
 * The addresses of earlier mails: they lead to the console, and browsers keep what follows the #. A server without a
 * console names the operation.
 */
export function serveMailPages (app: FastifyInstance, { hasConsole }: { hasConsole: boolean }): void {
  for (const [name, operation] of Object.entries(operations)) {
    app.get(`/${name}`, route, async (_request, reply) => hasConsole
      // Relative, so that it works below a path of PUBLIC_URL too.
      ? reply.redirect(`console/${name}`)
      : reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(sentenceOf(operation)))
  }
}

function sentenceOf (operation: string): string {
  return `This server has no pages. Send the email and the token of your link with ${operation}.\n` +
    `Este servidor no tiene páginas. Envíe el correo y el token de su enlace con ${operation}.\n`
}
