import { closeSync, openSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { freePort } from '../../src/database/postgres-server.ts'
import { sharedSettings, startChild } from '../support/child.ts'
import { first } from '../support/expecting.ts'
import { patience } from '../support/patience.ts'
import { sharedProgram } from '../support/shared.ts'

const settings = { ...sharedSettings(), ROLE: 'api' }

const program = sharedProgram({ working: false, settings })

it('an unread log blocks neither requests nor shutdown; lines beyond a limit are dropped and counted', async () => {
  const child = await startChild(program, settings, { source: 'src/supervisor.ts' })
  child.stopReading()

  // Long parts of a path are left out of the log.
  const path = '/unknown'.repeat(250)
  for (let round = 0; round < 100; round++) {
    await Promise.all(Array.from({ length: 10 }, () => fetch(`${child.url}${path}`).then((answer) => answer.text())))
  }

  expect((await fetch(`${child.url}/health/live`)).status).toBe(200)
  const metrics = await (await fetch(`${first(child.starts).metricsUrl}/metrics`)).text()
  expect(Number(/^timbre_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0)
  expect(await child.end('SIGTERM')).toEqual({ code: 0, signal: null })
})

it('a full disk for the log stops nothing', async () => {
  const full = openSync('/dev/full', 'w')
  const child = await startChild(program, { ...settings, PORT: String(await freePort()) }, {
    source: 'src/supervisor.ts', output: full
  })
  closeSync(full)

  await vi.waitFor(async () => { expect((await fetch(`${child.url}/health/live`)).status).toBe(200) }, patience)
  expect((await fetch(`${child.url}/nowhere`)).status).toBe(404)
  expect(await child.end('SIGTERM')).toEqual({ code: 0, signal: null })
})
