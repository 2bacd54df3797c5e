import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { serveStatic } from '../static-answers.ts'

/**
 * The pages that mails link to: /reset-password (mails of ForgotPassword and of invitations), /confirm-email (mail of a
 * registration) and /forgot-password, which asks for a mail with a link to the first.
 */
export const passwordPages = fp(async (app) => {
  servePage(app, 'reset-password')
  servePage(app, 'confirm-email')
  servePage(app, 'forgot-password')
}, { name: 'password-pages' })

/** Serves a page that runs only its own script and style and calls only this server. */
function servePage (app: FastifyInstance, name: 'reset-password' | 'confirm-email' | 'forgot-password'): void {
  const html = readPart(`${name}.html`).replace('{{style}}', readPart('password-page.css'))
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(html, 'script')}'`,
    `style-src '${hashOf(html, 'style')}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join('; ')
  serveStatic(app, `/${name}`, {
    make: () => html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      // Not even the browser's Back button may show such a page again.
      'cache-control': 'no-store',
      'content-security-policy': policy
    }
  })
}

function readPart (fileName: string): string {
  return readFileSync(new URL(fileName, import.meta.url), 'utf8')
}

/** The hash with which a Content-Security-Policy allows the content of the page's only element of this name. */
function hashOf (html: string, element: 'script' | 'style'): string {
  const content = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(html)?.[1] ?? ''
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
