import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeInvoices } from '../../support/stored-invoices.ts'
import { createWorld, type World } from '../../support/world.ts'

const daySeconds = 86_400
let world: World
beforeAll(async () => { world = await createWorld() })
afterAll(() => world.close())

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

it('asks for what the pace needs beyond the active and the uploaded folios', async () => {
  await block(39, 1, 100)
  await block(39, 101, 150, false)
  await issue(39, 20)

  expect(await planOf(39)).toEqual({
    documentType: 39, typeName: 'Boleta Electrónica', perDay: 20, remaining: 100, inactive: 50, expiring: 0, waiting: 0,
    runsOutOn: '2026-11-27', requestBy: '2026-11-20', suggested: 20 * 90 - 150,
    certification: null
  })
  expect((await planOf(39, 7))?.suggested).toBe(0)
  expect((await planOf(39, 8))?.suggested).toBe(10)
})

it('asks for none of a type that is not issued, and says that nothing ends', async () => {
  await block(41, 1, 30)

  expect(await planOf(41)).toMatchObject({ perDay: 0, remaining: 30, runsOutOn: null, requestBy: null, suggested: 0 })
})

it('does not count on folios that expire before they are used', async () => {
  await block(33, 1, 10_000)
  await world.rows("update folio_blocks set expires_on = '2026-11-29' where document_type = 33")
  await issue(33, 30)

  expect(await planOf(33)).toMatchObject({
    remaining: 10_000, expiring: 10_000 - 300, runsOutOn: '2026-11-30', requestBy: '2026-11-23', suggested: 30 * 80
  })
})

it('goes by the month where the last week was calm', async () => {
  world.pass(10 * daySeconds)

  expect(await planOf(39)).toMatchObject({ perDay: 2, remaining: 100, runsOutOn: '2027-02-13', suggested: 30 })
})

it('adds the documents that wait for a folio', async () => {
  await storeInvoices(world, world.andes, [{ documentType: 34, status: 1 }, { documentType: 34, status: 1 }])
  await world.rows('update invoices set folio = null where document_type = 34')

  expect(await planOf(34)).toMatchObject({ remaining: 0, waiting: 2, runsOutOn: '2026-11-30' })
  expect((await planOf(34))!.suggested).toBeGreaterThanOrEqual(2)
})
