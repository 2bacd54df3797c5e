import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { serveStatic } from './static-answers.ts'

export interface PasswordPage { html: string, script: string }

/** The look of all such pages. */
export const pageStyle =
  'body{margin:0;padding:24px;background:#f5f5f4;color:#1c1917;font:16px/1.5 system-ui,sans-serif}' +
  'main{max-width:480px;margin:0 auto;padding:32px;background:#fff;border-radius:8px}h1{margin:0 0 16px;font-size:20px}' +
  'label{display:block;margin:0 0 4px}input{box-sizing:border-box;width:100%;margin:0 0 16px;padding:10px;border:1px solid #78716c;border-radius:6px;font:inherit}' +
  'button{padding:12px 20px;border:0;border-radius:6px;background:#1d4ed8;color:#fff;font:inherit;cursor:pointer}p{margin:16px 0 0}' +
  'dt{margin:12px 0 0;color:#78716c}dd{margin:0;font-family:monospace;word-break:break-all}'

/**
 * Serves a page in which a password is typed. Nothing but its very script and style may run there, and it may call this
 * server only.
 */
export function servePasswordPage (app: FastifyInstance, path: string, { html, script }: PasswordPage): void {
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(pageStyle)}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join('; ')
  // Browsers are not to keep such a page, not even to go back to it.
  serveStatic(app, path, {
    make: () => html,
    headers: {
      'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'content-security-policy': policy
    }
  })
}

function hashOf (text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
