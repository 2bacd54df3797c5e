import { sign, verify, createPublicKey } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFolios, isForTenant } from '../../../src/services/tenants/folios.ts'
import { newId } from '../../../src/shared/ids.ts'
import { type CafRequest, createAuthority } from '../../support/authority.ts'
import type { Environment, TaxAuthority } from '../../../src/model/tax-authorities.ts'
import { defined, groupsOf, only } from '../../support/expecting.ts'
import { sharedWorld } from '../../support/shared.ts'
import { rut, type World, type WorldTenant } from '../../support/world.ts'

const world = sharedWorld()
beforeEach(() => world.rows('delete from folio_blocks'))

const caf = (tenant: WorldTenant, request: CafRequest = {}) =>
  world.authority.caf({ taxNumber: tenant.taxNumber, ...request })
const upload = (tenant: WorldTenant, request: CafRequest = {}) =>
  world.folios.upload(tenant.admin, caf(tenant, request))

describe('uploading a CAF', () => {
  it('stores the block until it is activated', async () => {
    const { id } = await upload(world.andes, { documentType: 33, from: 101, to: 160 })

    expect(await world.folios.list(world.andes.admin)).toEqual([{
      id,
      documentType: 33,
      typeName: 'Factura Electrónica',
      environment: 'certification',
      rangeFrom: 101,
      rangeTo: 160,
      next: 101,
      remaining: 60,
      // 180 days from 2 November end on 30 April; the last day is part of them ([S19], the earlier of both rules).
      authorisedOn: '2026-11-02',
      expiresOn: '2027-04-30',
      state: 1,
      stateText: 'Uploaded',
      position: null,
      daysLeft: 162,
      typeDaysLeft: 0,
      uploadedAt: world.clock(),
      activatedAt: null,
      stoppedAt: null,
      usedElsewhere: []
    }])
  })

  it('returns the same id for the same file', async () => {
    const file = caf(world.andes)

    const ids = await Promise.all([1, 2, 3].map(() => world.folios.upload(world.andes.admin, file)))

    expect(new Set(ids.map(({ id }) => id)).size).toBe(1)
    expect(await world.rows('select 1 from folio_blocks')).toHaveLength(1)
  })

  it('returns the same id for the same CAF in any file notation', async () => {
    const file = caf(world.andes)
    const again = Buffer.from(`\uFEFF${file.toString('latin1').replaceAll('\n', '\r\n')}`)

    const { id } = await world.folios.upload(world.andes.admin, file)

    expect(await world.folios.upload(world.andes.admin, again)).toEqual({ id })
    expect(await world.rows('select 1 from folio_blocks')).toHaveLength(1)
  })

  it('stores the key encrypted', async () => {
    const file = caf(world.andes)
    await world.folios.upload(world.andes.admin, file)

    const row = only(await world.rows<{ caf_xml: string, text: string, details: string }>(
      "select caf_xml, encode(sealed_key, 'escape') as text, (select json_agg(a)::text from audit_entries a) as details from folio_blocks"
    ))
    const key = groupsOf(file.toString('latin1'), /KEY-----\n([^-]+)\n-----END/)[0].slice(0, 60)
    expect(JSON.stringify(row)).not.toContain('RSASK')
    expect(JSON.stringify(row)).not.toContain(key)
    expect(row.caf_xml).toMatch(/^<CAF version="1\.0"><DA><RE>77123456-/)
  })

  it.each<[string, string, CafRequest]>([
    ['of another company', 'FOLIO_ISSUER_MISMATCH', { taxNumber: rut(78654321) }],
    ['of a type that is not issued', 'FOLIO_TYPE_UNSUPPORTED', { documentType: 99 }],
    ['with a range that makes no sense', 'FOLIO_RANGE_INVALID', { from: 10, to: 9 }],
    ['of tomorrow', 'FOLIO_DATE_INVALID', { authorisedOn: '2026-11-21' }],
    ['that says it was signed by a key of the SII', 'FOLIO_SIGNATURE_INVALID', { keyId: 100 }]
  ])('refuses one %s', async (_, code, request) => {
    await expect(upload(world.andes, request)).rejects.toMatchObject({ name: 'ServiceError', code })
  })

  it('refuses a CAF with another signature, and other files', async () => {
    const forged = createAuthority().caf({ taxNumber: world.andes.taxNumber })

    await expect(world.folios.upload(world.andes.admin, forged)).rejects.toMatchObject({
      code: 'FOLIO_SIGNATURE_INVALID'
    })
    await expect(world.folios.upload(world.andes.admin, Buffer.from('<AUTORIZACION/>'))).rejects.toMatchObject({
      code: 'FOLIO_FILE_MALFORMED'
    })
    await expect(world.folios.upload(world.andes.admin, Buffer.from('<!DOCTYPE a><AUTORIZACION/>'))).rejects
      .toMatchObject({ code: 'FOLIO_FILE_DOCTYPE' })
  })

  it("trusts the simulator's key only for tenants of the simulator", async () => {
    await world.rows('update tenants set tax_authority = 1 where code = $1', ['andes'])

    await expect(upload(world.andes)).rejects.toMatchObject({ code: 'FOLIO_ENVIRONMENT_MISMATCH' })

    await world.rows('update tenants set tax_authority = 2 where code = $1', ['andes'])
  })

  // Nobody but the SII can sign a CAF of its keys, so their rule is tried without a file.
  it.each<[keyId: number, taxAuthority: TaxAuthority, environment: Environment, expected: boolean]>([
    [100, 1, 'certification', true],
    [100, 1, 'production', false],
    [300, 1, 'production', true],
    [300, 1, 'certification', false],
    [100, 2, 'certification', false],
    [300, 2, 'production', false],
    [999, 2, 'certification', true],
    [999, 1, 'certification', false]
  ])('of key %i for authority %i in %s is right: %s', (keyId, taxAuthority, environment, expected) => {
    expect(isForTenant({ keyId }, { taxAuthority, environment })).toBe(expected)
  })

  it.each([[1, 100], [100, 200], [1, 1000], [120, 130], [150, 150]])(
    'refuses %i to %i next to 100 to 150',
    async (from, to) => {
      await upload(world.andes, { from: 100, to: 150 })

      await expect(upload(world.andes, { from, to })).rejects.toMatchObject({ code: 'FOLIO_BLOCK_OVERLAPS' })
    })

  it('accepts adjacent ranges and the same numbers of another type', async () => {
    await upload(world.andes, { from: 100, to: 150 })

    await upload(world.andes, { from: 151, to: 200 })
    await upload(world.andes, { from: 1, to: 99 })
    await upload(world.andes, { documentType: 39, from: 100, to: 150 })

    expect(await world.folios.list(world.andes.admin)).toHaveLength(4)
  })

  it('refuses numbers of another tenant of the same company, also in concurrent uploads', async () => {
    await world.rows("update tenants set tax_number = $1 where code = 'boreal'", [world.andes.taxNumber])
    const both = [world.andes, world.boreal].map((tenant, index) =>
      world.folios.upload(tenant.admin, caf(world.andes, { from: 1 + index * 50, to: 100 + index * 50 }))
    )

    const outcomes = await Promise.allSettled(both)

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'FOLIO_BLOCK_OVERLAPS' }
    })
    await world.rows("update tenants set tax_number = $1 where code = 'boreal'", [world.boreal.taxNumber])
  })
})

describe('activating', () => {
  it('queues blocks of a type in order of activation, resumes waiting documents and writes audit rows', async () => {
    const [first, second] = [
      await upload(world.andes, { from: 1, to: 10 }), await upload(world.andes, { from: 11, to: 20 })
    ]
    const asked = world.work.asked

    await world.folios.activate(world.andes.admin, second.id)
    await world.folios.activate(world.andes.admin, first.id)

    const blocks = await world.folios.list(world.andes.admin)
    expect(blocks.map(({ rangeFrom, state, position, activatedAt }) => ({ rangeFrom, state, position, activatedAt })))
      .toEqual([
        { rangeFrom: 1, state: 2, position: 2, activatedAt: world.clock() },
        { rangeFrom: 11, state: 2, position: 1, activatedAt: world.clock() }
      ])
    expect(world.work.asked).toBe(asked + 2)
    expect(
      await world.rows("select subject from outbox_tasks where topic = 'issueWaiting' and tenant_id = $1", [
        world.andes.tenantId
      ])
    ).toEqual([{ subject: '33' }])
    expect(
      await world.rows("select details from audit_entries where action = 'folio.activate' and entity_id = $1", [
        first.id
      ])
    )
      .toEqual([{ details: { documentType: 33, rangeFrom: 1, rangeTo: 10 } }])
  })

  it('gives each of many concurrent activations its own position', async () => {
    const ids: string[] = []
    for (let index = 0; index < 4; index += 1) {
      ids.push((await upload(world.andes, { from: index * 10 + 1, to: index * 10 + 10 })).id)
    }

    const outcomes = await Promise.allSettled(
      [...ids, ...ids].map((id) => world.folios.activate(world.andes.admin, id))
    )

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    expect((await world.folios.list(world.andes.admin)).map(({ position }) => position).sort()).toEqual([1, 2, 3, 4])
  })

  it('refuses an active block, an expired block, and one of another tenant', async () => {
    const block = await upload(world.andes)
    const old = await upload(world.andes, { from: 2001, to: 2010, authorisedOn: '2026-05-20' })
    await world.folios.activate(world.andes.admin, block.id)

    await expect(world.folios.activate(world.andes.admin, block.id)).rejects.toMatchObject({
      code: 'FOLIO_BLOCK_STATE'
    })
    await expect(world.folios.activate(world.andes.admin, old.id)).rejects.toMatchObject({
      code: 'FOLIO_BLOCK_EXPIRED'
    })
    await expect(world.folios.activate(world.boreal.admin, block.id)).rejects.toMatchObject({
      code: 'FOLIO_BLOCK_NOT_FOUND'
    })
    await expect(world.folios.activate(world.andes.admin, newId())).rejects.toMatchObject({
      code: 'FOLIO_BLOCK_NOT_FOUND'
    })
  })

  it('treats the 180th day after the authorisation as too late, and the day before as valid', async () => {
    const [late, good] = [
      await upload(world.andes, { from: 1, to: 10, authorisedOn: '2026-05-24' }),
      await upload(world.andes, { from: 11, to: 20, authorisedOn: '2026-05-25' })
    ]

    await expect(world.folios.activate(world.andes.admin, late.id)).rejects.toMatchObject({
      code: 'FOLIO_BLOCK_EXPIRED'
    })
    await expect(world.folios.activate(world.andes.admin, good.id)).resolves.toBeUndefined()
    expect((await world.folios.list(world.andes.admin)).map(({ state, daysLeft }) => [state, daysLeft])).toEqual([[
      4, 0
    ], [2, 1]])
  })
})

describe('the list', () => {
  it('shows the remaining folios and how long they last', async () => {
    const { id } = await upload(world.andes, { documentType: 39, from: 1, to: 100 })
    await world.folios.activate(world.andes.admin, id)
    await world.store.asTenant(
      world.andes.tenantId,
      ({ folioBlocks }) => folioBlocks.take({ environment: 'certification', documentType: 39 }, 20, {
        today: '2026-11-20',
        issueDate: '2026-11-20'
      })
    )
    await issue(world, 39, 20)
    world.pass(86_400)

    // The tenant is a day old, and its pace is that of a week all the same: twenty documents in seven days.
    expect(await world.folios.list(world.andes.admin)).toMatchObject([{
      next: 21, remaining: 80, expiresOn: null, daysLeft: 28, state: 2
    }])
  })

  it('numbers the blocks of a type in queue order, with a sum for the type', async () => {
    const [second, first] = [
      await upload(world.andes, { documentType: 34, from: 1, to: 100 }),
      await upload(world.andes, { documentType: 34, from: 101, to: 140 })
    ]
    await world.folios.activate(world.andes.admin, first.id)
    await world.folios.activate(world.andes.admin, second.id)
    await upload(world.andes, { documentType: 34, from: 201, to: 260 })
    world.pass(8 * 86_400)
    await issue(world, 34, 140)

    // Twenty a day in the last week: 40 folios until day 2, then 100 more until day 7; the third block is in no queue.
    expect((await world.folios.list(world.andes.admin)).map(({ daysLeft, typeDaysLeft }) => [daysLeft, typeDaysLeft]))
      .toEqual([[7, 7], [2, 7], [3, 7]])
  })

  it('shows Exhausted when the last folio is used, and no pace without documents', async () => {
    const used = await upload(world.andes, { documentType: 41, from: 1, to: 5 })
    await upload(world.andes, { documentType: 41, from: 6, to: 9 })
    await world.rows('update folio_blocks set next = range_to + 1 where id = $1', [used.id])

    expect(await world.folios.list(world.andes.admin)).toMatchObject([
      { next: null, remaining: 0, state: 3, stateText: 'Exhausted', daysLeft: 0 },
      { next: 6, remaining: 4, state: 1, daysLeft: null }
    ])
  })

  it('shows nothing of other tenants', async () => {
    await upload(world.boreal)

    expect(await world.folios.list(world.andes.admin)).toEqual([])
  })
})

describe('deleting', () => {
  it('removes an unused block, which can then be uploaded again', async () => {
    const file = caf(world.andes)
    const { id } = await world.folios.upload(world.andes.admin, file)
    await world.folios.activate(world.andes.admin, id)

    await world.folios.delete(world.andes.admin, id)

    expect(await world.folios.list(world.andes.admin)).toEqual([])
    expect((await world.folios.upload(world.andes.admin, file)).id).not.toBe(id)
  })

  it('refuses a block with a used folio, and one of another tenant', async () => {
    const { id } = await upload(world.andes)
    await expect(world.folios.delete(world.boreal.admin, id)).rejects.toMatchObject({ code: 'FOLIO_BLOCK_NOT_FOUND' })
    await world.rows('update folio_blocks set next = next + 1')

    await expect(world.folios.delete(world.andes.admin, id)).rejects.toMatchObject({ code: 'FOLIO_BLOCK_IN_USE' })
  })
})

describe('the CAF of a block', () => {
  it('stamps with the key of the file, parsed once', async () => {
    const { id } = await upload(world.andes)
    const block = defined(await world.store.asTenant(world.andes.tenantId, ({ folioBlocks }) => folioBlocks.find(id)))

    const caf = world.folios.openCaf(block)

    const [M, E] = groupsOf(caf.xml, /<M>([^<]+)<\/M><E>([^<]+)<\/E>/, 2)
    const base64url = (text: string) => Buffer.from(text, 'base64').toString('base64url')
    const publicKey = createPublicKey({ key: { kty: 'RSA', n: base64url(M), e: base64url(E) }, format: 'jwk' })
    expect(verify('sha1', Buffer.from('DD'), publicKey, sign('sha1', Buffer.from('DD'), caf.privateKey))).toBe(true)
    expect(caf).toMatchObject({
      issuer: world.andes.taxNumber, documentType: 33, from: 1, to: 1000, authorisedOn: '2026-11-02'
    })
    expect(world.folios.openCaf(block)).toBe(caf)
  })

  it('cannot be decrypted with the key of another block', async () => {
    const [one, other] = [
      await upload(world.andes, { from: 1, to: 10 }), await upload(world.andes, { from: 11, to: 20 })
    ]
    await world.rows(
      'update folio_blocks set sealed_key = (select sealed_key from folio_blocks where id = $1) where id = $2',
      [one.id, other.id]
    )
    const { andes: { tenantId }, store, sealing, clock } = world
    const block = defined(await store.asTenant(tenantId, ({ folioBlocks }) => folioBlocks.find(other.id)))

    const folios = createFolios({ store, sealing, clock, trustedCafKeys: async () => [], onWork: () => {} })
    expect(() => folios.openCaf(block)).toThrow('tampered')
  })
})

describe('a block whose key can no longer be decrypted', () => {
  it('gets its key back when its file is uploaded again, with an audit row, and is otherwise unchanged', async () => {
    const file = caf(world.andes, { from: 501, to: 510 })
    const { id } = await world.folios.upload(world.andes.admin, file)
    const block = async () =>
      defined(await world.store.asTenant(world.andes.tenantId, ({ folioBlocks }) => folioBlocks.find(id)))
    const before = (await block()).sealedKey
    expect(await world.folios.upload(world.andes.admin, file)).toEqual({ id })
    expect((await block()).sealedKey).toEqual(before)

    await world.rows("update folio_blocks set sealed_key = '\\x01' where id = $1", [id])
    expect(await world.folios.upload(world.andes.admin, file)).toEqual({ id })

    expect(world.folios.openCaf(await block())).toMatchObject({ from: 501, to: 510 })
    expect(await world.rows("select 1 from audit_entries where entity_id = $1 and action = 'folio.renewKey'", [id]))
      .toHaveLength(1)
  })
})

/** Rows of documents that were issued now, for the pace. */
async function issue ({ rows, andes, clock }: World, documentType: number, count: number): Promise<void> {
  await rows(
    `insert into invoices (tenant_id, id, environment, channel_type, status, document_type, folio, issuer_tax_number, receiver_tax_number,
      receiver_name, issue_date, net_amount, exempt_amount, tax_amount, total_amount, created_at, issued_at, updated_at)
    select $1, gen_random_uuid(), 'certification', 1, 2, $2, n, '1-9', '1-9', 'x', $3::timestamptz, 0, 0, 0, 0, $3::timestamptz, $3::timestamptz, $3::timestamptz from generate_series(1, $4::int) n`,
    [andes.tenantId, documentType, clock(), count])
}
