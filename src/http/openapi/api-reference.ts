import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { startSiblingThread } from '../../shared/sibling-program.ts'
import { once as madeOnce, serveStatic } from '../static-answers.ts'
import type { ReferenceAnswer, ReferenceQuestion } from './reference-thread.ts'

// The reference draws itself with a script and styles inside the page; it may load and call nothing but this server.
const policyWith = (scripts: readonly string[]): string => [
  "default-src 'none'",
  ["script-src 'self'", ...scripts].join(' '),
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join('; ')

const pagePath = '/docs' as const
const scriptPath = 'js/scalar.js'

/** Serves the reference of the contract at /docs, which browsers draw with a script of four megabytes. */
export function serveReference (
  app: FastifyInstance, { contractPath, version }: { contractPath: string, version: string }
): void {
  // The version in its address has browsers fetch the script that belongs to the page.
  const question = { pagePath, scriptPath, cdn: `${scriptPath}?v=${encodeURIComponent(version)}`, contractPath }
  const reference = madeOnce(() => makeReference(question))
  app.addHook('onRequest', async ({ url }, reply) => {
    // The page names its script relatively, so that it works below a path of a proxy, too.
    if (/^\/docs(?:\?|$)/i.test(url)) return reply.redirect('docs/', 301)
  })
  serveStatic(app, pagePath, {
    make: async () => (await reference()).page,
    headers: async () => ({
      'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache',
      'content-security-policy': policyWith(inlineScripts((await reference()).page.toString()))
    })
  })
  serveStatic(app, `${pagePath}/${scriptPath}`, {
    make: async () => (await reference()).script,
    headers: {
      'content-type': 'application/javascript; charset=utf-8', 'cache-control': 'public, max-age=3600',
      'content-security-policy': policyWith([])
    }
  })
}

/** The scripts inside a page, as the sources by which a Content-Security-Policy allows them. */
function inlineScripts (page: string): string[] {
  return Array.from(page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>(.*?)<\/script>/gs), ([, script = '']) =>
    `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
}

/**
 * Page and script, made in a thread: the package that holds them takes 17 MB, which end with the thread. Most processes
 * are never asked for the reference.
 */
async function makeReference (question: ReferenceQuestion): Promise<{ page: Buffer, script: Buffer }> {
  const thread = startSiblingThread('reference-thread', import.meta.url, { workerData: question })
  const ended = once(thread, 'exit').then(() => { throw new Error('the thread of the reference ended') })
  ended.catch(() => {})
  const [{ page, script }] = await Promise.race([once(thread, 'message'), ended]) as [ReferenceAnswer]
  return { page: Buffer.from(page), script: Buffer.from(script) }
}
