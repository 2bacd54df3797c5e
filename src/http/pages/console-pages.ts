import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

/** What the console needs to know before anybody signs in; it is in the page and is no secret. */
export interface ConsoleFacts {
  version: string
  /** Whether anybody may register a company here. */
  registration: 'open' | 'closed'
  /** Whether the server sends mails, which invitations and password resets require. */
  mail: boolean
  /** Whether private addresses are called, which may do without encryption. */
  privateAddresses: boolean
}

export interface ConsoleOptions {
  facts: ConsoleFacts
  /** The path of PUBLIC_URL, where a proxy serves Timbre below one: `/timbre`. Empty otherwise. */
  publicPath: string
  /** The folder that `npm run build` filled; found by itself if omitted. */
  directory?: string
}

/** The place to which the console's root leads. */
const home = 'overview'

interface File { mediaType: string, bytes: Buffer, br?: Buffer, gzip?: Buffer }

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2'
}

const route = {
  schema: { hide: true } as object, exposeHeadRoute: true, config: { rule: { access: 'public' } }
} as const

/**
 * Serves the console at /console, and leads there from /. All files are in memory from the start: no request reads the
 * disk or names a path on it. A name that is no file is an address within the console, which the page itself knows.
 */
export const consolePages = fp<ConsoleOptions>(async (app, { directory = builtFolder(), ...options }) => {
  redirectTo(app, 'console')
  if (!isBuilt(directory)) {
    answerThatNothingIsBuilt(app)
    return
  }
  const files = await filesIn(directory)
  const pageAt = await pagesIn(directory, options)

  app.get('/console', route, async (_request, reply) => sendPage(reply, pageAt('')))
  app.get<{ Params: { '*': string } }>('/console/*', route, async (request, reply) => {
    const { '*': name } = request.params
    const file = files.get(name)
    if (file) return sendFile(request, reply, { file, isHashed: name.startsWith('assets/') })
    // A part of an older version: the page in its place would be read as a script.
    if (name.startsWith('assets/')) return reply.status(404).type('text/plain').send('Not found')
    return sendPage(reply, pageAt(name))
  })
}, { name: 'console-pages' })

/** Leads from / to another page; relative, so that it works below a path of a proxy, too. */
export function redirectTo (app: FastifyInstance, page: string): void {
  app.get('/', { schema: { hide: true }, config: { rule: { access: 'public' } } }, async (_request, reply) =>
    reply.redirect(page)
  )
}

/** The folder of the built console: beside the sources' `src`, or beside `dist/src`. */
function builtFolder (): string {
  const folders = ['../../../dist/console/', '../../../console/']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  return folders.find(isBuilt) ?? ''
}

/** The sources have an index.html, too. */
function isBuilt (directory: string): boolean {
  return existsSync(join(directory, 'index.html')) && existsSync(join(directory, 'assets'))
}

function answerThatNothingIsBuilt (app: FastifyInstance): void {
  const sentence = 'The console is not built: run npm run build. The API works without it; its reference is at /docs.\n' +
    'La consola no está compilada: ejecute npm run build. La API funciona sin ella; su referencia está en /docs.\n'
  for (const path of ['/console', '/console/*']) {
    app.get(path, route, async (_request, reply) => reply.status(503).type('text/plain; charset=utf-8').send(sentence))
  }
}

/**
 * The page for an address. It names the parts of that place (places.json, written by the build), which the browser then
 * fetches beside the first script: from there it would learn of them a second later on a slow line.
 */
async function pagesIn (directory: string, options: Pick<ConsoleOptions, 'publicPath' | 'facts'>): Promise<(name: string) => string> {
  const html = await readFile(join(directory, 'index.html'), 'utf8')
  const path = join(directory, 'places.json')
  const places = existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) as Record<string, string[]> : {}
  const plain = pageOf(html, options)
  const pages = new Map(Object.entries(places).map(([address, parts]) =>
    [address, pageOf(withParts(html, parts), options)]
  ))
  return (name) => {
    const [place = '', ...more] = name.split('/').filter(Boolean)
    return pages.get(`/${place || home}${more.length > 0 ? '/$id' : ''}`) ?? plain
  }
}

/** Styles stand after what is drawn before they come (console/index.html). */
function withParts (html: string, parts: readonly string[]): string {
  const isStyle = (part: string): boolean => extname(part) === '.css'
  const linksTo = (rel: string, chosen: string[]): string =>
    chosen.map((part) => `<link rel="${rel}" crossorigin href="./${part}">`).join('')
  return html
    .replace('</head>', `${linksTo('modulepreload', parts.filter((part) => !isStyle(part)))}</head>`)
    .replace('<div id="root">', `${linksTo('stylesheet', parts.filter(isStyle))}<div id="root">`)
}

/** The page with its addresses and facts; the nonce is added to each answer. */
function pageOf (html: string, { publicPath, facts }: Pick<ConsoleOptions, 'publicPath' | 'facts'>): string {
  const base = `${publicPath.replace(/\/+$/, '')}/console`
  return html.replaceAll('="./', `="${base}/`)
    .replace('__PATH__', base)
    .replace('__FACTS__', JSON.stringify(facts).replaceAll('&', '&amp;').replaceAll('"', '&quot;'))
}

function sendPage (reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyWith(nonce),
    'cache-control': 'no-store'
  }).send(page.replaceAll('__NONCE__', nonce))
}

/**
 * Scripts come from this server's files and from nowhere else. The components put a few styles that depend on the
 * window's width into style elements, which the nonce allows; style attributes are set through the DOM, which needs no
 * permission. PDFs are shown from blob: addresses.
 */
function policyWith (nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    'frame-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join('; ')
}

function sendFile (
  request: FastifyRequest, reply: FastifyReply,
  { file: { mediaType, bytes, br, gzip }, isHashed }: { file: File, isHashed: boolean }
): FastifyReply {
  reply.headers({
    'content-type': mediaType,
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    vary: 'accept-encoding'
  })
  // Asked one by one: browsers name gzip first and mean no order by it, and brotli is an eighth smaller.
  if (br && request.encoding(['br'])) return reply.header('content-encoding', 'br').send(br)
  if (gzip && request.encoding(['gzip'])) return reply.header('content-encoding', 'gzip').send(gzip)
  return reply.send(bytes)
}

/** The files by their names with slashes, each with the compressed forms that the build put beside it. */
async function filesIn (directory: string): Promise<Map<string, File>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const read = await Promise.all(entries.filter((entry) => entry.isFile()).map(async ({ parentPath, name }) => {
    const path = join(parentPath, name)
    return [relative(directory, path).replaceAll(sep, '/'), await readFile(path)] as const
  }))
  const all = new Map(read)
  const files = new Map<string, File>()
  for (const [name, bytes] of all) {
    const mediaType = mediaTypes[extname(name)]
    if (mediaType === undefined) continue
    const [br, gzip] = [all.get(`${name}.br`), all.get(`${name}.gz`)]
    files.set(name, { mediaType, bytes, ...(br && { br }), ...(gzip && { gzip }) })
  }
  return files
}
