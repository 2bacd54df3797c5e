// Prisma's schema engine in its WebAssembly build, so that migrations need no download and run in this process.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { connectionFactory, noDatabase } from './connection.mjs'

// Without this registry a panic of the engine is silent: exit code 0 and nothing written.
export const panics = globalThis.PRISMA_WASM_PANIC_REGISTRY ??= {
  message: '',
  set_message (message) { this.message = message }
}

/**
 * An engine on one database. Call close() when done: the engine does not end its connections by itself.
 *
 * @param {string} [url]
 * @param {[path: string, content: string][]} [datamodels]
 * @returns {Promise<import('@prisma/schema-engine-wasm').SchemaEngine & { close: () => Promise<void> }>}
 */
export async function createEngine (url, datamodels) {
  const SchemaEngine = await loadEngine()
  const opened = []
  const factory = bindMigrationAwareSqlAdapterFactory(url ? connectionFactory(url, opened) : noDatabase)
  const engine = await SchemaEngine.new({ datamodels }, () => {}, factory)
  const close = async () => {
    // After a panic the engine is not to be touched; freeing it would fail and hide the reason.
    if (!panics.message) engine.free()
    await Promise.all(opened.map((connection) => connection.dispose()))
  }
  return Object.assign(engine, { close })
}

let loading
const loadEngine = () => (loading ??= instantiate())

async function instantiate () {
  const glueName = '@prisma/schema-engine-wasm/schema_engine_bg'
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const folder = dirname(createRequire(import.meta.url).resolve(glueName))
  const code = await readFile(join(folder, 'schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(code, { './schema_engine_bg.js': importsOf(glue) })
  glue.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  return glue.SchemaEngine
}

// The engine never clears the ten-second timer of its advisory lock, which would hold the process open that long.
function importsOf (glue) {
  const replaced = (name, fn) =>
    name.startsWith('__wbg_setTimeout') ? (run, ms) => setTimeout(run, ms >>> 0).unref() : fn
  return Object.fromEntries(Object.entries(glue).map(([name, fn]) => [name, replaced(name, fn)]))
}
