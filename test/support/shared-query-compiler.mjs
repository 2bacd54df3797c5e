import { QueryCompiler as Compiler } from '@prisma/client/runtime/query_compiler_fast_bg.postgresql.mjs'

export * from '@prisma/client/runtime/query_compiler_fast_bg.postgresql.mjs'

/** By what a compiler is made for, apart from the schema, which is the program's. */
const compilers = new Map()

/**
 * Prisma's compiler of queries, shared by all clients of a process: each test file has clients of its own, and to read
 * the schema and to plan the same queries again would take a client a tenth of a second.
 */
export class QueryCompiler {
  #compiler
  #plans

  constructor (options) {
    const name = JSON.stringify([options.provider, options.connectionInfo])
    const shared = compilers.get(name) ?? { compiler: new Compiler(options), plans: new Map() }
    compilers.set(name, shared)
    this.#compiler = shared.compiler
    this.#plans = shared.plans
  }

  compile (request) {
    return this.#planOf(request, () => this.#compiler.compile(request))
  }

  compileBatch (request) {
    return this.#planOf(`batch ${request}`, () => this.#compiler.compileBatch(request))
  }

  /** The others go on with it. */
  free () {}

  #planOf (name, plan) {
    const known = this.#plans.get(name)
    if (known !== undefined) return known
    const made = plan()
    this.#plans.set(name, made)
    return made
  }
}
