import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Actor } from '../../../src/services/actor.ts'
import { failure } from '../../support/app.ts'
import { patience } from '../../support/patience.ts'
import { sharedApp } from '../../support/shared.ts'
import { rowsOf } from '../../support/workbooks.ts'

let auditor: Actor
const rows = 1200
const app = sharedApp()

beforeAll(async () => {
  const { world } = app
  auditor = await world.addUser(world.andes.tenantId, 'auditor@andes.example', ['AuditLogs.Read'])
  await world.rows('truncate audit_entries, audit_heads')
  const actor = { id: world.andes.admin.userId, name: '=cmd()', address: '192.0.2.10', requestId: 'r-1' }
  // 02:30 UTC on the 23rd is 23:30 of the 22nd in Chile.
  const at = new Date('2026-11-23T02:30:00Z')
  await world.store.asTenant(world.andes.tenantId, async ({ auditLog }) => auditLog.add(
    Array.from({ length: rows }, (_, index) => ({
      actor, action: index === 7 ? 'tenant.update' : 'folio.activate', entity: 'folioBlock', entityId: `b-${index + 1}`,
      details: { index }
    })), at
  ))
  await world.tenants.update(world.boreal.admin, { phone: '+56 2 2345 6789' })
})

const download = (query: string, as = auditor, headers = {}) =>
  app.call({ method: 'GET', url: `/api/AuditLogs/Export?${query}`, as, headers })
const linesOf = (bytes: Buffer): string[] => bytes.toString().split('\r\n').slice(1, -1)

describe('answers', () => {
  it('every entry of the tenant as .csv, newest first, in Chilean time and without formulas', async () => {
    const { status, headers, body } = await download('format=csv', auditor, { 'accept-language': 'es' })
    const lines = linesOf(body)

    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers['content-disposition']).toBe('attachment; filename="auditoria.csv"')
    expect(lines).toHaveLength(rows)
    expect(lines.map((line) => Number(line.split(';')[0]))).toEqual(Array.from({ length: rows }, (_, index) => rows - index))
    expect(lines[0]).toMatch(
      /^1200;22-11-2026 23:30:00;'=cmd\(\);folio\.activate;folioBlock;b-1200;"\{""index"":1199\}";192\.0\.2\.10;r-1;/
    )
  })

  it("the entries that match the list's filters, as a workbook", { tags: 'slow' }, async () => {
    const { headers, body } = await download('action=tenant.update&entityId=b-8&startDate=2026-11-22&endDate=2026-11-22')
    const read = await rowsOf(body)

    expect(headers['content-disposition']).toBe('attachment; filename="audit-log.xlsx"')
    expect(read.map(({ cells }) => cells.slice(0, 4).map(({ value }) => value))).toEqual([
      ['No.', 'Date and time (Chile)', 'User', 'Action'], [8, expect.any(Number), "'=cmd()", 'tenant.update']
    ])
    expect(linesOf((await download('format=csv&startDate=2026-11-23')).body)).toEqual([])
  })

  it('without entries of another tenant', async () => {
    const { body } = await download('format=csv', app.world.boreal.admin)

    expect(linesOf(body).map((line) => line.split(';')[3])).toEqual(['tenant.update'])
  })

  it('no faster than the client reads', async () => {
    const { world } = app
    const asked = vi.spyOn(world.store, 'asTenant')
    const { stream } = world.auditLogs.export(auditor, {}, { format: 'csv', language: 'es' })
    const { value } = await stream[Symbol.asyncIterator]().next()
    expect(value).toBeDefined()
    stream.destroy()
    await vi.waitFor(() => { expect(stream.closed).toBe(true) }, patience)

    expect(asked.mock.calls.length).toBeLessThan(4)
    asked.mockRestore()
  })
})

describe('rejects input (400)', () => {
  it.each(['format=pdf', 'startDate=ayer', 'page=1'])('refuses %s', async (query) => {
    expect(await download(query)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })
})
