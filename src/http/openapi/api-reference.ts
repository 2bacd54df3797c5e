import { createHash } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { once, serveStatic } from '../static-answers.ts'

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

// The page offers services of its maker's, none of which it could reach.
const nothingElse = {
  hideClientButton: true, showDeveloperTools: 'never', agent: { disabled: true }, mcp: { disabled: true }
} as const

// A stamp (timbre) of ink; a data: address, for the page asks no other host for anything.
const icon =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='7' fill='#1d4ed8'/><path d='M9 9h14v4h-5v11h-4V13H9z' fill='#fff'/></svg>"

const appearance = {
  pageTitle: 'Timbre: API reference',
  favicon: `data:image/svg+xml,${encodeURIComponent(icon)}`,
  withDefaultFonts: false,
  telemetry: false,
  theme: 'default',
  authentication: { preferredSecurityScheme: 'bearer' }
} as const

const pagePath = '/docs' as const
const scriptPath = 'js/scalar.js'

/** Serves the reference of the contract at /docs, which browsers draw with a script of four megabytes. */
export function serveReference (
  app: FastifyInstance, { contractPath, version }: { contractPath: string, version: string }
): void {
  // The version in its address has browsers fetch the script that belongs to the page.
  const cdn = `${scriptPath}?v=${encodeURIComponent(version)}`
  const reference = once(() => makeReference({ url: contractPath, cdn }))
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
 * Page and script, from the plugin that would serve them: it copies four megabytes for each answer. It is loaded for
 * the first request, since most processes never get one.
 */
async function makeReference (addresses: { url: string, cdn: string }): Promise<{ page: Buffer, script: Buffer }> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference')
  const plugin = Fastify()
  await plugin.register(apiReference, {
    routePrefix: pagePath, configuration: { ...addresses, ...appearance, ...nothingElse }
  })
  const page = await plugin.inject(`${pagePath}/`)
  const script = await plugin.inject(`${pagePath}/${scriptPath}`)
  await plugin.close()
  return { page: page.rawPayload, script: script.rawPayload }
}
