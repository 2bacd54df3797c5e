import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startSimulator, tag } from './support/client.ts'
import { envelope, issue, issuer, sheet } from './support/documents.ts'
import { defined } from '../../test/support/expecting.ts'

let dataDir: string
beforeEach(() => { dataDir = mkdtempSync(join(tmpdir(), 'sii-simulator-')) })
afterEach(() => { rmSync(dataDir, { recursive: true }) })

it('a restart keeps keys, companies, uploads byte for byte, verdicts and the ledger', async () => {
  const first = await startSimulator({ dataDir })
  const signer = await first.client.certificate()
  const caf = await first.client.caf(33)
  const token = await first.client.token(signer)
  await first.client.post('/simulator/companies', { taxNumber: issuer.rut, activityCodes: [475201] })
  const bytes = envelope([issue(sheet({ folio: 1 }), caf, signer)], signer)
  const trackId = defined(tag(await (await first.client.upload(bytes, token)).text(), 'TRACKID'))
  await first.client.upload(bytes, token)
  const before = await first.client.ledger()
  await first.simulator.close()

  const second = await startSimulator({ dataDir })
  try {
    expect(await second.client.ledger()).toEqual(before)
    expect(before.documents).toMatchObject([{ folio: 1, outcome: 'accepted', timesSeen: 2 }])
    const kept = await second.client.get('/simulator/ledger/uploads/1')
    expect(Buffer.from(await kept.arrayBuffer()).equals(bytes)).toBe(true)

    const newToken = await second.client.token(signer)
    expect(tag(await second.client.estUp(trackId, newToken), 'ESTADO')).toBe('EPR')
    expect(tag(await second.client.estUp(trackId, token), 'ESTADO')).toBe('001')
    expect(tag(await (await second.client.upload(bytes, newToken)).text(), 'STATUS')).toBe('99')
    const next =
      await (await second.client.upload(envelope([issue(sheet({ folio: 2 }), caf, signer)], signer), newToken)).text()
    expect(trackId).toMatch(/^0\d{9}$/)
    expect(tag(next, 'TRACKID')).toBe(String(Number(trackId) + 1).padStart(10, '0'))
    const wrong = envelope([issue(sheet({ folio: 3, emisor: { Acteco: 1 } }), caf, signer)], signer)
    await second.client.upload(wrong, newToken)
    expect((await second.client.ledger('?outcome=rejected')).documents).toMatchObject([{
      folio: 3, reasons: [{ code: 'HED-3-861' }]
    }])
  } finally {
    await second.simulator.close()
  }
})

it('a line truncated by a crash is dropped, and its envelope is processed again', async () => {
  const first = await startSimulator({ dataDir })
  const signer = await first.client.certificate()
  const token = await first.client.token(signer)
  const bytes = envelope([issue(sheet({ folio: 1 }), await first.client.caf(33), signer)], signer)
  await first.client.upload(bytes, token)
  await first.client.ledger()
  await first.simulator.close()
  const journal = join(dataDir, 'journal.jsonl')
  const lines = readFileSync(journal, 'utf8').trimEnd().split('\n')
  expect(lines.at(-1)).toContain('"verdict"')
  writeFileSync(journal, `${lines.slice(0, -1).join('\n')}\n${defined(lines.at(-1)).slice(0, 40)}`)

  const second = await startSimulator({ dataDir })
  try {
    expect((await second.client.ledger()).documents).toMatchObject([{ folio: 1, outcome: 'accepted' }])
  } finally {
    await second.simulator.close()
  }
  expect(readFileSync(journal, 'utf8').trimEnd().split('\n')).toHaveLength(lines.length)
})
