import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { serveStatic } from './static-answers.ts'

export interface PasswordPage { html: string, style: string, script: string }

/**
 * Serves a page in which a password is typed. Nothing but its very script and style may run there, and it may call this server
 * only.
 */
export function servePasswordPage (app: FastifyInstance, path: string, { html, style, script }: PasswordPage): void {
  const policy = [
    "default-src 'none'", `script-src '${hashOf(script)}'`, `style-src '${hashOf(style)}'`, "connect-src 'self'", "base-uri 'none'", "form-action 'none'",
    "frame-ancestors 'none'"
  ].join('; ')
  // Browsers are not to keep such a page, not even to go back to it.
  serveStatic(app, path, {
    make: () => html,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'content-security-policy': policy }
  })
}

function hashOf (text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
