/** @module-tag slow */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCaptured, defined, only, resultOf } from './support/expecting.ts'
import { type Program, type ProgramTenant, startProgram } from './support/program.ts'
import { startReceiver } from './support/receiver.ts'
import { hasTool } from './support/tools.ts'

// The commands of the page, as they are read; the first block signs in.
const [, section = ''] = readFileSync('docs/sii-simulator.md', 'utf8').split('## Trying what takes days')
const [, folios, certificate, received] = allCaptured(/```sh\n([\s\S]*?)```/g, section.split('\n## ')[0] ?? '')
const folder = mkdtempSync(join(tmpdir(), 'timbre-ages-'))

let program: Program
let tenant: ProgramTenant
let receiver: Awaited<ReturnType<typeof startReceiver>>
let environment: Record<string, string>

describe.skipIf(!hasTool('curl', '--version'))('the commands of "Trying what takes days"', () => {
  beforeAll(async () => {
    receiver = await startReceiver()
    program = await startProgram({ settings: { NOTIFICATIONS_ALLOW_PRIVATE: 'true' } })
    tenant = await program.tenant({ folios: [33] })
    resultOf(await tenant.api.put('Notification/Update', {
      url: `http://localhost:${receiver.port}/`, enabled: true,
      events: ['folios.low', 'certificate.expiring', 'received.deadline']
    }))
    environment = {
      PATH: process.env['PATH'] ?? '', SIMULATOR: program.simulatorUrl, RUT: tenant.taxNumber, TOKEN: tenant.token,
      TIMBRE_URL: await program.app.listen({ host: '127.0.0.1', port: 0 })
    }
  })
  afterAll(async () => {
    await program.close()
    await receiver.close()
    rmSync(folder, { recursive: true })
  })

  const run = (commands: string | undefined) =>
    promisify(execFile)('sh', ['-e', '-c', defined(commands)], { cwd: folder, env: environment })
  /** The data of so many messages of an event, once the recurring job has looked. */
  async function told (event: string, job: string, count = 1) {
    const messages = () => receiver.received.map(({ body }) => JSON.parse(body)).filter(({ type }) => type === event)
    await program.until(event, async () => {
      await program.rows(
        "update outbox_tasks set due_at = now() where topic = 'recurringJob' and subject = $1 and lease_until is null", [job])
      return messages().length >= count
    })
    return messages().map(({ data }) => data)
  }

  it('warn of folios that expire', async () => {
    await run(folios)
    expect(await told('folios.low', 'warnOfFolios')).toMatchObject([{ invoiceTypeCode: '46', daysLeft: 5, remaining: 100 }])
  })

  it('warn of a certificate that expires', async () => {
    await run(certificate)
    expect(await told('certificate.expiring', 'warnOfCertificates')).toMatchObject([{ holderName: 'Ana Rojas', daysLeft: 7 }])
  })

  it('tell of the last days to claim, let claim on the last one, and refuse after it', async () => {
    await run(received)
    const list = async () => resultOf(await tenant.api.get('Received/List', {})).data
    await program.until('asked the registry', async () => {
      await program.rows("update outbox_tasks set due_at = now() where topic in ('confirmReceived', 'watchReceived') and lease_until is null")
      const rows = await list()
      return rows.length === 3 && rows.every(({ siiReceivedAt }) => siiReceivedAt !== null)
    })
    const [seven, eight, nine] = (await list()).toSorted((one, other) => one.folio - other.folio)
    const claim = async (id: string) =>
      resultOf(await tenant.api.post('Received/Claim', { ids: [id], action: 'RCD', reason: 'No corresponde al pedido' })).results

    const warnings = await told('received.deadline', 'warnOfReceivedDeadlines', 2)
    expect(warnings.toSorted((one, other) => other.daysLeft - one.daysLeft)).toMatchObject([
      { kind: 'claim', id: defined(seven).id, daysLeft: 1 }, { kind: 'claim', id: defined(eight).id, daysLeft: 0 }
    ])
    expect(await claim(defined(nine).id)).toMatchObject([{ outcome: 'refused', reason: 'CLAIM_NOT_POSSIBLE' }])
    const { claimId } = only(await claim(defined(eight).id))
    await program.until('registered', async () =>
      resultOf(await tenant.api.get('Received/Claims', {})).data.some(({ id, stateText }) => id === claimId && stateText === 'Registered'))
  })
})
