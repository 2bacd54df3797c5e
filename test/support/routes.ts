import type { FastifyInstance } from 'fastify'

/**
 * What the router serves, `GET /api/folio/list`, from its own drawing: each line is a path and its methods, below the
 * path that it continues.
 */
export function servedRoutes (app: FastifyInstance): string[] {
  const parents: string[] = []
  return app.printRoutes({ commonPrefix: false }).split('\n').filter(Boolean).flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^((?:[│ ] {3})*)[├└]── (\S+) \(([A-Z, ]+)\)$/.exec(line) ?? []
    const depth = indent.length / 4
    parents.length = depth
    parents.push((parents[depth - 1] ?? '') + part)
    return methods.split(', ').map((method) => `${method} ${parents[depth] ?? ''}`)
  })
}
