import { describe, expect, it } from 'vitest'
import type { Actor } from '../../../src/services/actor.ts'
import { createIpAllowList } from '../../../src/services/access/ip-allow-list.ts'
import { newId } from '../../../src/shared/ids.ts'
import { sharedWorld } from '../../support/shared.ts'

const world = sharedWorld()

const office = '198.51.100.7'
const from = (address: string): Actor => ({ ...world.andes.admin, address })
const add = (ipAddress: string, more: object = {}, actor = from(office)) =>
  world.ipAllowList.create(actor, { ipAddress, ...more })
const listed = async () => (await world.ipAllowList.list(world.andes.admin)).map(({ ipAddress }) => ipAddress)
const permits = (address: string, tenantId = world.andes.tenantId) => world.ipAllowList.permits(tenantId, address)

/** An empty list to begin with. */
async function cleared (): Promise<void> {
  await world.rows('delete from allowed_networks')
  world.ipAllowList.invalidate(world.andes.tenantId)
}

describe('an empty list', () => {
  it('allows every address, in any notation', async () => {
    expect(await Promise.all(['192.0.2.1', '2001:db8::1', 'fe80::1%eth0', ''].map((address) => permits(address))))
      .toEqual([true, true, true, true])
  })
})

describe('a list', () => {
  it('allows only its addresses, for its tenant only', async () => {
    await cleared()
    await add('198.51.100.0/24')
    await add('2001:db8:40::/48')
    await add('203.0.113.9')

    const answers = async (...addresses: string[]) => Promise.all(addresses.map((address) => permits(address)))
    expect(await answers(office, '::ffff:198.51.100.200', '203.0.113.9', '2001:db8:40:1::9', '2001:DB8:40::1%eth0'))
      .toEqual([true, true, true, true, true])
    expect(await answers('198.51.101.1', '203.0.113.10', '2001:db8:41::1', '::198.51.100.7', '64:ff9b::198.51.100.7'))
      .toEqual([false, false, false, false, false])
    expect(await answers('', 'unknown', '198.51.100.7:443', '[2001:db8:40::1]', '198.51.100.7, 1.2.3.4')).toEqual([
      false, false, false, false, false
    ])
    expect(await permits('192.0.2.1', world.boreal.tenantId)).toBe(true)
  })

  it('shows its entries in canonical form', async () => {
    await cleared()
    const entry = await add('::FFFF:198.51.100.0/120', { description: 'Oficina' })
    await add('2001:DB8:0:0::/64')

    expect(entry).toEqual({
      id: expect.any(String), ipAddress: '198.51.100.0/24', description: 'Oficina', createdAt: world.clock()
    })
    expect(await world.ipAllowList.list(world.andes.admin)).toEqual([entry, {
      id: expect.any(String), ipAddress: '2001:db8::/64', description: '', createdAt: world.clock()
    }])
    expect(await world.rows('select network::text from allowed_networks order by id')).toEqual([{
      network: '198.51.100.0/24'
    }, { network: '2001:db8::/64' }])
    expect(await world.ipAllowList.list(world.boreal.admin)).toEqual([])
  })

  it.each([
    '', 'localhost', '10.0.0.1/8', '2001:db8::1/32', 'fe80::1%eth0', '010.0.0.1', '127.1', '::ffff:0:0/95',
    '10.0.0.0/33'
  ])('takes no %j', async (ipAddress) => {
    await expect(add(ipAddress)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', problems: [{ path: 'ipAddress' }] })
  })

  it('suggests the network of an address with host bits', async () => {
    await expect(add('198.51.100.7/24')).rejects.toMatchObject({
      problems: [{ message: { en: 'has bits set beyond its prefix; 198.51.100.0/24 is the network' } }]
    })
  })

  it.each(['0.0.0.0/0', '::/0', '::ffff:0:0/96'])(
    'takes %s, everyone, only when told that it is meant',
    async (ipAddress) => {
      await cleared()
      await add(office)

      await expect(add(ipAddress)).rejects.toMatchObject({ code: 'ALLOW_LIST_OPEN_TO_ALL' })
      await expect(add(ipAddress, { confirmEveryone: false })).rejects.toMatchObject({ code: 'ALLOW_LIST_OPEN_TO_ALL' })
      await add(ipAddress, { confirmEveryone: true })
      expect(await permits(ipAddress === '::/0' ? '2001:db8::1' : '192.0.2.1')).toBe(true)
    })

  it('contains an address once, in any spelling, also for concurrent requests', async () => {
    await cleared()
    await add(office)

    const added = await Promise.allSettled(
      ['192.0.2.0/24', '::ffff:192.0.2.0/120', '192.0.2.0/24', '192.0.2.0/24'].map((ipAddress) => add(ipAddress))
    )

    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of added) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'ALLOW_LIST_ENTRY_EXISTS' })
    }
    expect(await listed()).toEqual([office, '192.0.2.0/24'])
  })

  it('is limited to a thousand entries', async () => {
    await cleared()
    await world.rows(
      "insert into allowed_networks select $1, gen_random_uuid(), ('198.51.' || n / 250 || '.' || n % 250)::inet::cidr, '', now() from generate_series(0, 998) n",
      [world.andes.tenantId]
    )
    const inside = { ...world.andes.admin, address: '198.51.0.7' }
    await add('192.0.2.1', {}, inside)

    await expect(add('192.0.2.2', {}, inside)).rejects.toMatchObject({ code: 'ALLOW_LIST_FULL' })
  })
})

describe('an update', () => {
  it('changes the given members and keeps the rest, with an audit row', async () => {
    await cleared()
    const { id } = await add(office, { description: 'Oficina' })

    await world.ipAllowList.update(from(office), { id, ipAddress: '198.51.100.0/24' })
    await world.ipAllowList.update(from(office), { id, description: 'Casa matriz' })

    expect(await world.ipAllowList.list(world.andes.admin)).toMatchObject([{
      id, ipAddress: '198.51.100.0/24', description: 'Casa matriz'
    }])
    expect(await world.rows('select action, details from audit_entries where entity_id = $1 order by sequence', [id]))
      .toEqual([
        { action: 'ipAddressWhiteList.create', details: { ipAddress: office } },
        {
          action: 'ipAddressWhiteList.update',
          details: {
            ipAddress: '198.51.100.0/24', before: { ipAddress: office }, after: { ipAddress: '198.51.100.0/24' }
          }
        },
        {
          action: 'ipAddressWhiteList.update',
          details: {
            ipAddress: '198.51.100.0/24', before: { description: 'Oficina' }, after: { description: 'Casa matriz' }
          }
        }
      ])
  })

  it('without changes writes no audit row', async () => {
    await cleared()
    const { id } = await add(office)

    await world.ipAllowList.update(from(office), { id, ipAddress: `::ffff:${office}`, description: '' })

    expect(await world.rows('select action from audit_entries where entity_id = $1', [id])).toHaveLength(1)
  })

  it('follows the same rules as a new entry', async () => {
    await cleared()
    await add(office)
    const { id } = await add('192.0.2.1')

    await expect(world.ipAllowList.update(from(office), { id, ipAddress: '192.0.2.1/24' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED'
    })
    await expect(world.ipAllowList.update(from(office), { id, ipAddress: '::/0' })).rejects.toMatchObject({
      code: 'ALLOW_LIST_OPEN_TO_ALL'
    })
    await expect(world.ipAllowList.update(from(office), { id, ipAddress: office })).rejects.toMatchObject({
      code: 'ALLOW_LIST_ENTRY_EXISTS'
    })
    await expect(world.ipAllowList.update(from(office), { id: newId(), ipAddress: '192.0.2.2' })).rejects.toMatchObject(
      { code: 'ALLOW_LIST_ENTRY_NOT_FOUND' }
    )
    await expect(world.ipAllowList.update({ ...world.boreal.admin, address: office }, { id, description: 'mine' }))
      .rejects.toMatchObject({ code: 'ALLOW_LIST_ENTRY_NOT_FOUND' })
    expect(await listed()).toEqual([office, '192.0.2.1'])
  })
})

describe('nobody can lock themselves out', () => {
  it('by a first entry, an update or a removal; the list does not change', async () => {
    await cleared()
    await expect(add('192.0.2.0/24')).rejects.toMatchObject({ code: 'ALLOW_LIST_LOCKS_OUT' })
    expect(await listed()).toEqual([])

    const own = await add(office)
    const other = await add('192.0.2.0/24')
    await expect(world.ipAllowList.update(from(office), { id: own.id, ipAddress: '198.51.100.8' })).rejects
      .toMatchObject({ code: 'ALLOW_LIST_LOCKS_OUT' })
    await expect(world.ipAllowList.delete(from(office), own.id)).rejects.toMatchObject({ code: 'ALLOW_LIST_LOCKS_OUT' })
    expect(await listed()).toEqual([office, '192.0.2.0/24'])
    expect(await permits(office)).toBe(true)

    await world.ipAllowList.delete(from(office), other.id)
    await world.ipAllowList.delete(from(`::ffff:${office}`), own.id)
    expect(await permits('203.0.113.1')).toBe(true)
  })

  it('by removing both entries with their address at the same time', async () => {
    await cleared()
    const entries = [await add(office), await add('198.51.100.0/24')]
    await add('192.0.2.0/24')

    const removals = await Promise.allSettled(entries.map(({ id }) => world.ipAllowList.delete(from(office), id)))

    expect(removals.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await permits(office)).toBe(true)
  })
})

describe('a removed address', () => {
  it('is refused at once in this instance and within five seconds elsewhere', async () => {
    await cleared()
    await add(office)
    const { id } = await add('192.0.2.0/24')
    const elsewhere = createIpAllowList({ store: world.store, clock: world.clock })
    expect(await elsewhere.permits(world.andes.tenantId, '192.0.2.1')).toBe(true)
    expect(await permits('192.0.2.1')).toBe(true)

    await world.ipAllowList.delete(from(office), id)

    expect(await permits('192.0.2.1')).toBe(false)
    world.pass(5)
    expect(await elsewhere.permits(world.andes.tenantId, '192.0.2.1')).toBe(false)
  })

  it('is refused while the database is unreachable', async () => {
    const away = createIpAllowList({
      store: {
        ...world.store,
        asTenant: async () => {
          throw new Error('away')
        }
      },
      clock: world.clock
    })

    await expect(away.permits(world.andes.tenantId, office)).rejects.toThrow('away')
  })
})
