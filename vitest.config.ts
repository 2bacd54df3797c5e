import { availableParallelism } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { defineConfig, type Plugin, type TestProjectInlineConfiguration } from 'vitest/config'
import { buildFolder, compiledName } from './test/support/build.ts'
import { createFlakyReporter } from './test/support/flaky-reporter.ts'

// Programs that are killed, stopped and cut off by the thousand, and databases whose starters are:
// `npm run test:chaos`.
const chaos = ['test/chaos/**/*.test.ts', 'test/database/embedded.test.ts']
// Of a tool for those who change the schema: a part of `npm run db:check`.
const engine = ['test/database/engine.test.ts']
// What runs on the cluster of CITUS_URL: `npm run test:citus`.
const citus = ['test/citus/**/*.test.ts']
const alsoOnCitus = process.env['CITUS_URL']
  ? ['test/journey.test.ts', 'test/every-operation.test.ts', 'test/services/invoicing/remedies.test.ts']
  : []

// A watcher follows changes of the sources, and coverage counts their lines.
const needsSources = !process.argv.includes('run') || process.argv.includes('--coverage')

/**
 * Tests import the sources, and get what the global setup compiled of them: it is compiled once for all workers, loads
 * in a quarter of the time, and is what processes and threads of the program run too.
 */
const compiledSources: Plugin = {
  name: 'compiled sources',
  enforce: 'pre',
  resolveId (source, importer) {
    if (importer === undefined || !source.startsWith('.')) return undefined
    const name = compiledName(relative(import.meta.dirname, resolve(dirname(importer), source)))
    return name === undefined ? undefined : join(buildFolder, name)
  }
}

// V8 of Node 24 has no such flag, and Node does not start with one that it does not know.
const laterOptimisation = Number(process.versions.node.split('.')[0]) < 24 ? ['--interrupt-budget=700000'] : []

export default defineConfig({
  test: {
    // Here alone: a project that inherits it runs it again.
    globalSetup: ['test/support/global-setup.ts'],
    tags: [{
      name: 'slow',
      description: 'Takes more than half a second of a core: left out by `npm test`, run by `npm run test:slow`.'
    }],
    // What runs in processes and threads of its own is not counted.
    coverage: { include: ['src/**/*.ts', 'sii-simulator/**/*.ts'], exclude: ['src/generated/**'], reporter: ['text', 'json-summary'] },
    reporters: ['default', createFlakyReporter()],
    // More than there are cores: programs wait for their database, their children and their clocks.
    maxWorkers: availableParallelism() * 2,
    // A worker that still draws may need longer to end than the usual ten seconds.
    teardownTimeout: 600_000,
    projects: [
      // Each statement of the service is held against the rules of a database that is spread by tenant.
      project('suite', {
        include: ['test/**/*.test.ts', 'sii-simulator/test/**/*.test.ts'], exclude: [...chaos, ...engine, ...citus], setupFiles: ['test/support/statement-check.ts', 'test/support/equal-bytes.ts']
      }),
      project('chaos', { include: chaos }),
      project('engine', { include: engine }),
      project('citus', { include: [...citus, ...alsoOnCitus] })
    ]
  }
})

type Files = { include: string[], exclude?: string[], setupFiles?: string[] }

function project (name: string, files: Files): TestProjectInlineConfiguration {
  return {
    plugins: needsSources ? [] : [compiledSources],
    test: {
      ...files,
      name,
      pool: 'forks',
      // Most code runs a few times only: compiled at once and simply, a file costs a sixth less than interpreted first.
      // Most of what tests make is garbage soon: with room for it, and without threads to help that the other workers
      // need, collecting costs a tenth less of everything.
      execArgv: ['--always-sparkplug', '--max-semi-space-size=64', '--single-threaded-gc', ...laterOptimisation],
      server: { deps: { external: [new RegExp(`^${buildFolder}/`)] } },
      // Two thirds of the time would go into loading the program afresh for every file; what modules keep harms no
      // other file, but for those that count what a process holds.
      isolate: name === 'chaos',
      // Limits only end what hangs: no test may depend on how fast the machine is.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      // In CI a test that fails may try once more, as the console's may: the summary names it, so that it is looked at.
      retry: process.env['CI'] === undefined ? 0 : 1,
      expect: { poll: { timeout: 300_000, interval: 20 } }
    }
  }
}
