import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: {
    // The sources' processes and threads run what the global setup has built.
    alias: [{
      find: '../../shared/sibling-program.ts', replacement: join(import.meta.dirname, 'test/support/sibling-program.ts')
    }]
  },
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // Two thirds of the time would go into loading the program afresh for every file; what modules keep harms no other
    // file.
    isolate: false,
    // One more than there are cores: programs wait for their database and their clocks.
    maxWorkers: availableParallelism() + 1,
    // Limits only end what hangs: no test may depend on how fast the machine is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000, interval: 20 } }
  }
})
