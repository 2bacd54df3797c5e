import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ServiceError } from '../../shared/errors.ts'
import { once, staticAnswer, staticRoute } from '../static-answers.ts'
import { htmlOfPage, style } from './documentation-html.ts'

// Beside src, and copied beside it by the build.
const folder = new URL('../../../docs/', import.meta.url)

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': [
    "default-src 'none'", `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`, "base-uri 'none'",
    "form-action 'none'", "frame-ancestors 'none'"
  ].join('; ')
}

/**
 * Serves the documentation of this version: docs/errors.md at /docs/errors, its translation at /docs/es/errors, and
 * README.md as `index`. A page is rendered at its first request, and kept.
 */
export const documentationPages = fp(async (app) => {
  const pages = once(readPages)

  async function answer (name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const page = (await pages()).get(name)
    if (!page) throw new ServiceError('ROUTE_NOT_FOUND')
    return page(request, reply)
  }

  app.get<{ Params: { page: string } }>('/docs/:page', staticRoute, async (request, reply) =>
    answer(request.params.page, request, reply))
  app.get<{ Params: { page: string } }>('/docs/es/:page', staticRoute, async (request, reply) =>
    answer(`es/${request.params.page}`, request, reply))
}, { name: 'documentation-pages' })

/** The answer of each page, by its name: `errors`, `es/errors`. */
async function readPages () {
  const names = new Set([...await pagesIn(''), ...await pagesIn('es/')])
  return new Map(Array.from(names, (name) => [name, staticAnswer({
    make: async () => htmlOfPage(await readFile(fileOf(name), 'utf8'), { name, names }), headers
  })]))
}

async function pagesIn (path: string): Promise<string[]> {
  const files = await readdir(new URL(path, folder))
  return files.filter((file) => file.endsWith('.md'))
    .map((file) => `${path}${file === 'README.md' ? 'index' : file.slice(0, -'.md'.length)}`)
}

function fileOf (name: string): URL {
  return new URL(`${name.replace(/\bindex$/, 'README')}.md`, folder)
}
