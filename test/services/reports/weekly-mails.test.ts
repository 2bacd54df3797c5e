import { expect, it } from 'vitest'
import { createWeeklyMails } from '../../../src/services/reports/weekly-mails.ts'
import { sharedWorld } from '../../support/shared.ts'
import { storeInvoices } from '../../support/stored-invoices.ts'

const world = sharedWorld()

// 8:00 in Chile, in summer.
const monday = new Date('2029-01-15T11:00:00Z')
const mails = () => world.rows<{ recipient: string, facts: object }>(
  "select recipient, facts from mails where kind = 'weeklySummary' order by created_at, recipient"
)

it('subscribers get the sums of Reports for the last Monday to Sunday, once, with any number of workers', async () => {
  const { andes, clock } = world
  const { mailAll } = createWeeklyMails({ store: world.store, clock })
  await world.mailChoices.set(andes.admin, { weekly: true })
  const { id } = await world.folios.upload(
    andes.admin, world.authority.caf({ taxNumber: andes.taxNumber, documentType: 39, from: 1, to: 3 })
  )
  await world.folios.activate(andes.admin, id)
  await world.rows('update tenants set folios_low_number = 5 where tenant_id = $1', [andes.tenantId])
  world.pass((monday.getTime() - clock().getTime()) / 1000 - 60)
  await storeInvoices(world, andes, [
    { issueDate: '2029-01-07' }, { issueDate: '2029-01-15' },
    { issueDate: '2029-01-08', verdict: { status: 5, afterSeconds: 1 } },
    { issueDate: '2029-01-14', verdict: { status: 7, afterSeconds: 1 } },
    { issueDate: '2029-01-10', status: 1, documentType: 39 },
    { issueDate: '2029-01-10', documentType: 110, currency: 'DOLAR USA', totalAmount: '10250.5' }
  ])
  await mailAll()
  expect(await mails()).toEqual([])

  world.pass(60)
  await Promise.all(Array.from({ length: 6 }, mailAll))
  world.pass(3600)
  await mailAll()
  const range = { startDate: '2029-01-08', endDate: '2029-01-14' }
  const { types, statuses } = await world.reports.overview(andes.admin, range)
  const inStatus = (wanted: number) => statuses.filter(({ status }) => status === wanted)
    .reduce((count, { documents }) => count + documents, 0)
  expect(await mails()).toEqual([{
    recipient: 'admin@andes.example',
    facts: expect.objectContaining({
      ...range, rejected: inStatus(7), waiting: inStatus(1),
      low: expect.arrayContaining([{ documentType: 39, remaining: 3 }]),
      types: types.map(({ documentType, currency, documents, totalAmount }) =>
        ({ documentType, currency, documents, totalAmount }))
    })
  }])
  expect(types.map(({ documentType, documents }) => [documentType, documents])).toEqual([[33, 2], [39, 1], [110, 1]])
  expect([inStatus(7), inStatus(1)]).toEqual([1, 1])
})

it('nobody gets a summary of a week without documents, nor on another day', async () => {
  const { mailAll } = createWeeklyMails({ store: world.store, clock: world.clock })
  await world.mailChoices.set(world.andes.admin, { weekly: true })
  await world.rows('delete from mails')
  world.pass(24 * 3600)
  await mailAll()
  world.pass(13 * 24 * 3600)
  await mailAll()
  expect(await mails()).toEqual([])
})
