import { expect, it } from 'vitest'
import { addDays } from '../../../src/dte/values/calendar.ts'
import { defined } from '../../support/expecting.ts'
import { sharedWorld } from '../../support/shared.ts'
import { storeInvoices } from '../../support/stored-invoices.ts'

const daySeconds = 86_400
const world = sharedWorld()

async function block (documentType: number, from: number, to: number, isActive = true): Promise<string> {
  const { admin, taxNumber } = world.andes
  const { id } = await world.folios.upload(admin, world.authority.caf({ taxNumber, documentType, from, to }))
  if (isActive) await world.folios.activate(admin, id)
  return id
}
const issue = (documentType: number, count: number) =>
  storeInvoices(world, world.andes, Array.from({ length: count }, () => ({ documentType })))
const plans = (days?: number) => world.folioPlans.plan(world.andes.admin, days)
const planOf = async (documentType: number, days?: number) =>
  (await plans(days)).find((plan) => plan.documentType === documentType)

it('plans nothing for a company without folios and documents', async () => {
  expect(await plans()).toEqual([])
})

it('requests what the pace needs beyond active and uploaded folios, and never more than were issued in 90 days', async () => {
  await block(39, 1, 100)
  await block(39, 101, 150, false)
  await issue(39, 140)

  expect(await planOf(39)).toEqual({
    documentType: 39, typeName: 'Boleta Electrónica', perDay: 20, remaining: 100, inactive: 50, expiring: 0, waiting: 0,
    runsOutOn: '2026-11-27', requestBy: '2026-11-20', suggested: 140,
    certification: null
  })
  expect((await planOf(39, 7))?.suggested).toBe(0)
  expect((await planOf(39, 8))?.suggested).toBe(10)
})

it('requests all that a company with a steady pace of 90 days needs', async () => {
  await block(110, 1, 150)
  const days = Array.from({ length: 90 }, (_, index) => addDays('2026-11-20', -index))
  await storeInvoices(world, world.andes, days.flatMap((issueDate) => Array(20).fill({ documentType: 110, issueDate })))

  expect(await planOf(110)).toMatchObject({ perDay: 20, runsOutOn: '2026-11-27', suggested: 20 * 90 - 150 })
})

it("treats a bulk submission of the first day as a week's need, and requests at most as many again", { tags: 'slow' }, async () => {
  const { tenantId } = world.boreal
  const { id } = await world.folios.upload(
    world.boreal.admin, world.authority.caf({ taxNumber: world.boreal.taxNumber, documentType: 33, from: 1, to: 5908 })
  )
  await world.folios.activate(world.boreal.admin, id)
  await world.store.asTenant(tenantId, ({ folioBlocks }) => folioBlocks.take(
    { environment: 'certification', documentType: 33 }, 5000, { today: '2026-11-20', issueDate: '2026-11-20' }
  ))
  await storeInvoices(world, world.boreal, Array(5000).fill({}))

  expect(await world.folioPlans.plan(world.boreal.admin)).toMatchObject([{
    perDay: 714.29, remaining: 908, runsOutOn: '2026-11-21', suggested: 5000
  }])
  expect(await world.folios.list(world.boreal.admin)).toMatchObject([{ remaining: 908, daysLeft: 1, typeDaysLeft: 1 }])
})

it('requests none of a type that is not issued, and shows no end', async () => {
  await block(41, 1, 30)

  expect(await planOf(41)).toMatchObject({ perDay: 0, remaining: 30, runsOutOn: null, requestBy: null, suggested: 0 })
})

it('does not count folios that expire before they are used', async () => {
  await block(33, 1, 10_000)
  await world.rows("update folio_blocks set expires_on = '2026-11-29' where document_type = 33")
  await issue(33, 210)

  expect(await planOf(33)).toMatchObject({
    perDay: 30, remaining: 10_000, expiring: 10_000 - 300, runsOutOn: '2026-11-30', requestBy: '2026-11-23', suggested: 210
  })
})

it("uses the month's pace if the last week was calm", async () => {
  world.pass(10 * daySeconds)

  expect(await planOf(39)).toMatchObject({ perDay: 5, remaining: 100, runsOutOn: '2026-12-30', suggested: 140 })
})

it('adds the documents that wait for folios', async () => {
  await storeInvoices(world, world.andes, [{ documentType: 34, status: 1 }, { documentType: 34, status: 1 }])
  await world.rows('update invoices set folio = null where document_type = 34')

  expect(await planOf(34)).toMatchObject({ remaining: 0, waiting: 2, runsOutOn: '2026-11-30' })
  expect(defined(await planOf(34)).suggested).toBeGreaterThanOrEqual(2)
})
