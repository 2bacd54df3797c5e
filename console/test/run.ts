/** `npm run console:test`: the console's tests in Chromium. Without one they are skipped, and this says so. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { chromium } from './chromium.ts'

const project = join(import.meta.dirname, '../..')

if (chromium === undefined) {
  process.stdout.write('SKIPPED: there is no Chromium. Install it, or name it in CHROMIUM. ' +
    'Debian: apt-get install chromium chromium-headless-shell (the second is faster, and may be missing).\n')
} else {
  const chosen = process.argv.slice(2)
  // A whole run must reach every operation (map.ts).
  const env = { ...process.env, ...(chosen.length === 0 ? { CONSOLE_TEST_WHOLE: '1' } : {}) }
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { cwd: project, stdio: 'inherit', env }).status ?? 1
  const built = run(process.execPath, 'console/build-if-stale.mjs', '--required')
  process.exitCode = built || run(
    process.execPath, 'node_modules/@playwright/test/cli.js', 'test', '--config', 'console/playwright.config.ts',
    ...chosen
  )
}
