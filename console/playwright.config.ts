import { defineConfig } from '@playwright/test'
import { launchOptions } from './test/chromium.ts'

/** Against a Timbre that the global setup starts on an empty folder, in the system's Chromium. */
export default defineConfig({
  testDir: 'test',
  globalSetup: './test/start-timbre.ts',
  outputDir: '../node_modules/.cache/console-test',
  fullyParallel: true,
  // The journey has a browser of its own and takes longest: begun last, it would run alone.
  projects: [{ name: 'journey', testMatch: /journey/ }, { name: 'places', testIgnore: /journey/ }],
  workers: 2,
  // Limits only end what hangs: no test may depend on how fast the machine is.
  timeout: 900_000,
  expect: { timeout: 240_000 },
  // What fails once there and then passes is listed as flaky.
  retries: process.env['CI'] ? 2 : 0,
  reporter: 'list',
  use: {
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    viewport: { width: 1440, height: 900 },
    // Recording takes pictures all the time, and these more of the processor than the tests.
    trace: process.env['CI'] ? 'on-first-retry' : 'off',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions
  }
})
