/** @module-tag slow */
import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/program/config/config.ts'
import { createLogger } from '../../../src/http/plugins/request-log.ts'
import { sealedColumns } from '../../../src/repositories/tenants/sealed-columns.ts'
import { createStore } from '../../../src/repositories/store.ts'
import { createResealing } from '../../../src/services/secrets/resealing.ts'
import { createSealing } from '../../../src/services/secrets/sealing.ts'
import { startTimbre } from '../../../src/program/startup/start.ts'
import { runCommand } from '../../support/built-program.ts'
import { sharedSettings, startChild } from '../../support/child.ts'
import { factura } from '../../support/documents.ts'
import { defined } from '../../support/expecting.ts'
import { throwawayFolder } from '../../support/memory-folder.ts'
import { programSettings, startProgram } from '../../support/program.ts'
import { sharedProgram } from '../../support/shared.ts'

const keyNamed = (id: string) => ({ id, key: randomBytes(32) })
const [first, second, third, fourth, fifth] = [
  keyNamed('k1'), keyNamed('k2-2026'), keyNamed('k3'), keyNamed('k4'), keyNamed('k5')
]
let store: ReturnType<typeof createStore>
const program = sharedProgram({ settings: { MASTER_KEY: `k1:${first.key.toString('base64')}` } })

beforeAll(async () => { store = createStore({ databaseUrl: program.database.url, pepper: undefined, poolSize: 2 }) })
afterAll(async () => { await store.close() })

const keyIds = (): Promise<{ id: string }[]> => program.rows(
  sealedColumns.map(({ table, column }) =>
      `select convert_from(substring(${column} from 3 for get_byte(${column}, 1)), 'latin1') as id from ${table} where ${column} is not null`
  ).join(' union all ')
)
const resealing = (masterKeys: [typeof first, ...(typeof first)[]], batchSize = 2) =>
  createResealing({ store, sealing: createSealing({ masterKeys }), newestKeyId: masterKeys[0].id, batchSize })

describe('the rotation of the master key', () => {
  it('covers every column with an encrypted secret', async () => {
    const columns = await program.rows(
      "select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' and column_name like 'sealed%'"
    )

    expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
      columns.map(({ table, column }) => `${table}.${column}`).sort()
    )
  })

  it('re-encrypts everything in batches, beside a running instance, and the older key is no longer needed', async () => {
    const tenants = [await program.tenant(), await program.tenant({ folios: [33] })] as const
    const told = { url: 'https://example.com/hook', enabled: true }
    expect((await program.call('PUT', '/Notification/Update', { token: tenants[0].token, body: told })).status).toBe(
      200
    )
    expect((await program.call('POST', '/NotificationEndpoint/Create', { token: tenants[0].token, body: told })).status)
      .toBe(200)
    // It has the older key alone: what it has opened stays open.
    expect((await tenants[1].save(factura())).status).toBe(200)
    const before = await keyIds()
    const saves = Promise.all(Array.from({ length: 20 }, () => tenants[1].save(factura())))

    const outcome = await resealing([second, first]).renewAll()

    expect((await saves).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(before.length).toBeGreaterThan(8)
    expect(before.every(({ id }) => id === 'k1')).toBe(true)
    expect(await keyIds()).toEqual(before.map(() => ({ id: 'k2-2026' })))
    expect(outcome.reduce((sum, { renewed }) => sum + renewed, 0)).toBe(before.length)
    const alone = createSealing({ masterKeys: [second] })
    for (
      const row of await program.rows<{ tenant_id: string, id: string, sealed_key: Buffer }>(
        'select tenant_id, id, sealed_key from certificates'
      )
    ) {
      expect(alone.open(row.sealed_key, { tenantId: row.tenant_id, kind: 'certificateKey', rowId: row.id }).length)
        .toBeGreaterThan(500)
    }
    expect((await resealing([second]).renewAll()).map(({ renewed }) => renewed)).toEqual(sealedColumns.map(() => 0))
  })

  it('continues where it was stopped, and changes nothing that it cannot decrypt', async () => {
    const [{ count }] = await program.rows('select count(*)::int as count from folio_blocks')

    const stuck = await resealing([third]).renewAll()
    expect(stuck.map(({ renewed }) => renewed)).toEqual(sealedColumns.map(() => 0))
    expect(defined(stuck.find(({ table }) => table === 'folio_blocks')).unreadable).toHaveLength(count)
    expect(defined(stuck.find(({ table }) => table === 'certificates')).unreadable[0]).toMatch(
      /in certificates of the row .* of the tenant .* sealed under the master key "k2-2026", does not open/
    )
    expect((await keyIds()).every(({ id }) => id === 'k2-2026')).toBe(true)

    await program.rows(
      "create function stop_half_way() returns trigger language plpgsql as $$ begin if (select count(*) from folio_blocks where get_byte(sealed_key, 1) = 2) >= 3 then raise exception 'stopped'; end if; return new; end $$"
    )
    await program.rows(
      'create trigger stop before update on folio_blocks for each row execute function stop_half_way()'
    )
    await expect(resealing([third, second], 1).renewAll()).rejects.toThrow('stopped')
    await program.rows('drop trigger stop on folio_blocks')
    const left = defined((await resealing([third, second], 1).renewAll()).find(({ table }) => table === 'folio_blocks')).renewed

    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(count)
    expect((await keyIds()).every(({ id }) => id === 'k3')).toBe(true)
  })
})

describe('a secret that is damaged', () => {
  it('is named, and does not prevent re-encrypting others', async () => {
    const [{ tenant_id: tenantId, id, sealed_key: sealed }] = await program.rows(
      'select tenant_id, id, sealed_key from certificates order by tenant_id limit 1'
    )
    await program.rows(
      'update certificates set sealed_key = set_byte(sealed_key, 70, get_byte(sealed_key, 70) # 1) where tenant_id = $1 and id = $2',
      [tenantId, id]
    )

    const outcome = await resealing([fourth, third], 1).renewAll()

    expect(outcome.flatMap(({ unreadable }) => unreadable)).toEqual([
      expect.stringContaining(`in certificates of the row ${id} of the tenant ${tenantId}`)
    ])
    expect((await keyIds()).filter(({ id: keyId }) => keyId !== 'k4')).toEqual([{ id: 'k3' }])
    await program.rows('update certificates set sealed_key = $3 where tenant_id = $1 and id = $2', [
      tenantId, id, sealed
    ])
  })
})

describe('timbre keys rotate', () => {
  it('re-encrypts everything with the settings of the environment, and says how much', async () => {
    const ring = [fifth, fourth, third, second, first].map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',')
    const settings = { ...programSettings(program.database.url), MASTER_KEY: ring }

    const { output } = await runCommand(['keys', 'rotate'], settings)

    const [{ count }] = await program.rows('select count(*)::int as count from folio_blocks')
    expect(output).toContain(`folio_blocks.sealed_key: ${count} re-encrypted`)
    expect(output).toContain('Every secret is encrypted under k5.')
    expect((await keyIds()).every(({ id }) => id === 'k5')).toBe(true)
    for (const { key } of [fifth, fourth]) expect(output).not.toContain(key.toString('base64'))
  })
})

describe('after timbre keys rotate', () => {
  const keys = { older: keyNamed('k1'), newer: keyNamed('k2') }
  const text = (...ring: (keyof typeof keys)[]): string =>
    ring.map((name) => `${keys[name].id}:${keys[name].key.toString('base64')}`).join(',')

  it.each(['stopped', 'running'])('the older key can be removed, with Timbre %s meanwhile', async (state) => {
    const settings = { ...sharedSettings(), MASTER_KEY: text('older') }
    const other = await startProgram({ settings, working: false })
    await other.tenant({ folios: [39] })
    const older = await startChild(other, settings)
    if (state === 'stopped') await older.end('SIGTERM')

    const { code, output } = await runCommand(['keys', 'rotate'], {
      ...programSettings(other.database.url), ...settings, MASTER_KEY: text('newer', 'older')
    })
    if (state === 'running') await older.end('SIGTERM')
    const newer = await startChild(other, { ...settings, MASTER_KEY: text('newer') })

    expect(output).toContain('Every secret is encrypted under k2.')
    expect([code, await newer.end('SIGTERM')]).toEqual([0, { code: 0, signal: null }])
    await other.close()
  })

  it('the older key can be removed with the embedded database, which rotates while Timbre is stopped', async () => {
    const folder = throwawayFolder('timbre-rotation-')
    chmodSync(folder, 0o755)
    const settings = { DATA_DIR: folder, PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'silent' }
    const start = () => startTimbre(readConfig(settings), createLogger({ level: 'silent' }))
    const ringIs = (ring: string): void => {
      const file = join(folder, 'secrets.json')
      const others = JSON.parse(readFileSync(file, 'utf8')) as object
      writeFileSync(file, JSON.stringify({ ...others, MASTER_KEY: ring }))
    }
    readConfig(settings)
    ringIs(text('older'))
    const older = await start()
    const whileRunning = await runCommand(['keys', 'rotate'], settings)
    await older.close()

    ringIs(text('newer', 'older'))
    const rotated = await runCommand(['keys', 'rotate'], settings)
    ringIs(text('newer'))
    const newer = await start()
    await newer.close()

    expect(whileRunning).toMatchObject({ code: 1, output: expect.stringContaining('Timbre is already running') })
    expect(rotated).toMatchObject({ code: 0, output: expect.stringContaining('Every secret is encrypted under k2.') })
    rmSync(folder, { recursive: true })
  })
})
