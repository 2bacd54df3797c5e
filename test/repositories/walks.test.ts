import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { sharedWorld } from '../support/shared.ts'
import { storeInvoices } from '../support/stored-invoices.ts'
import type { World } from '../support/world.ts'

const nil = '00000000-0000-0000-0000-000000000000'
// Longer than the clocks of two machines may differ.
const lagMs = 5500

const world = sharedWorld()

const walked = async () => (await world.store.asTenant(
  world.andes.tenantId, ({ invoiceLists }) => invoiceLists.walk({}, { after: nil, take: 100 })
)).rows.map(({ id }) => id)

it('does not skip a document that is committed after later ones', { tags: 'slow' }, async () => {
  const stored = new EventEmitter()
  const [hasStored, mayCommit] = [once(stored, 'done'), once(stored, 'commit')]
  const slowly: World['store']['asTenant'] = (tenantId, work) => world.store.asTenant(tenantId, async (repositories) => {
    const done = await work(repositories)
    stored.emit('done')
    await mayCommit
    return done
  })
  const [first] = await storeInvoices(world, world.andes, [{}])
  const storing = storeInvoices({ ...world, store: { ...world.store, asTenant: slowly } }, world.andes, [{}])
  await hasStored
  const [third] = await storeInvoices(world, world.andes, [{}])
  await sleep(lagMs)

  expect(await walked()).not.toContain(third)

  stored.emit('commit')
  const [second] = await storing
  await sleep(lagMs)
  expect(await walked()).toEqual([first, second, third])
})
