import { beforeEach, expect, it } from 'vitest'
import { createRejectionMails, mailRejectionsLater } from '../../../src/services/invoicing/delivery/rejection-mails.ts'
import { createTaskList } from '../../../src/services/tasks/task-list.ts'
import { exactly } from '../../support/expecting.ts'
import { sharedWorld } from '../../support/shared.ts'
import { storeInvoices, type StoredInvoice } from '../../support/stored-invoices.ts'

const world = sharedWorld()
beforeEach(() => world.rows('delete from mails; delete from outbox_tasks'))

const rejected: StoredInvoice = { verdict: { status: 7, afterSeconds: 5, codes: ['DTE-3-505'] } }
const mails = () => world.rows<{ recipient: string, facts: { count: number, documents: object[] } }>(
  "select recipient, facts from mails where kind = 'documentsRejected' order by created_at, recipient"
)
const tell = (ids: string[]): Promise<void> =>
  world.store.asTenant(world.andes.tenantId, (repositories) => mailRejectionsLater(repositories, ids))

/** What so many workers do with the tasks, each of its own, that are due after these seconds. */
async function workAfter (seconds: number, workers = 1): Promise<void> {
  world.pass(seconds)
  await world.rows(`update outbox_tasks set due_at = due_at - interval '${seconds} seconds'`)
  const { lease } = createTaskList({ store: world.store, leaseSeconds: 60 })
  const { mail } = createRejectionMails({ store: world.store, clock: world.clock })
  const leased = await Promise.all(Array.from({ length: workers }, () => lease(['mailRejections'], 1)))
  await Promise.all(leased.flat().map(mail))
}

it('subscribers get one mail of all rejections within an hour, with any number of workers', async () => {
  const ids = await storeInvoices(world, world.andes, [rejected, rejected, rejected])
  await tell(ids.slice(0, 1))
  await workAfter(1800)
  expect(await mails()).toEqual([])
  await tell(ids.slice(1))
  await workAfter(1800, 3)

  const document = {
    documentType: 33, folio: expect.any(Number), receiverName: 'Ingeniería Ñandú Austral S.A.',
    receiverTaxNumber: '88888888-8', currency: 'PESO CL', totalAmount: '1190',
    reasons: [{ en: expect.any(String), es: expect.any(String) }]
  }
  const all = [{ recipient: 'admin@andes.example', facts: expect.objectContaining({ count: 3, documents: [document, document, document] }) }]
  expect(await mails()).toEqual(all)
  await workAfter(3600, 3)
  expect(await mails()).toEqual(all)
})

it('a mail reports each rejection once, and the next one an hour later reports those since', async () => {
  const [first, second, retried] = exactly(3, await storeInvoices(world, world.andes, [rejected, rejected, rejected]))
  await tell([first])
  await workAfter(3600, 2)
  await tell([second, retried])
  await world.rows('update invoices set status = 2 where id = $1', [retried])
  await workAfter(3600, 2)

  expect((await mails()).map(({ facts }) => facts.count)).toEqual([1, 1])
})

it('a worker that crashes before it commits leaves its rejections to another', async () => {
  const ids = await storeInvoices(world, world.andes, [rejected, rejected])
  await tell(ids)
  await expect(world.store.asTenant(world.andes.tenantId, async ({ tasks }) => {
    expect(await tasks.takeAll('mailRejections')).toHaveLength(2)
    throw new Error('crash')
  })).rejects.toThrow('crash')
  await workAfter(3600)

  expect((await mails()).map(({ facts }) => facts.count)).toEqual([2])
})

it('a warning without subscribers is not mailed', async () => {
  const { admin, tenantId } = world.andes
  await world.mailChoices.set(admin, { rejected: false })
  await tell(await storeInvoices(world, world.andes, [rejected]))
  await workAfter(3600)
  expect(await mails()).toEqual([])
  expect(await world.rows('select 1 from outbox_tasks where tenant_id = $1', [tenantId])).toEqual([])
})
