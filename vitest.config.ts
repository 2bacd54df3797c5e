import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // Two thirds of the time would go into loading the program afresh for every file; what modules keep harms no other
    // file.
    isolate: false,
    // One more than there are cores: programs wait for their database and their clocks.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 20_000,
    hookTimeout: 60_000
  }
})
