import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MoveName, moveOf, moves, statuses } from '../../src/model/document-states.ts'
import { createSumsCheck } from '../../src/services/reports/sums-check.ts'
import { factura } from '../support/documents.ts'
import { defined, first, only } from '../support/expecting.ts'
import { sharedWorld } from '../support/shared.ts'
import { storeInvoices } from '../support/stored-invoices.ts'
import { sampleDocument } from '../support/tax-documents.ts'

const told: { tenantId: string, sums: number }[] = []
const check = () => createSumsCheck({
  store: world.store, clock: world.clock, onDifference: (tenantId, sums) => { told.push({ tenantId, sums }) }
}).checkAll()

const world = sharedWorld()

beforeAll(async () => {
  // Half past two at night in Chile.
  world.pass(14.5 * 3600)
})
beforeEach(() => { told.length = 0 })

/** What the sums of a tenant lack. */
const differences = () => world.store.asTenant(world.andes.tenantId, async ({ sumsChecks }) => [
  ...await sumsChecks.days(), ...await sumsChecks.codes(), ...await sumsChecks.receivers('', null)
])
const summed = async () => first(await world.rows<{ documents: number }>(
  'select coalesce(sum(documents), 0)::int as documents from document_days where tenant_id = $1', [world.andes.tenantId]
)).documents

const verdict = (...codes: string[]) => ({ state: 'X', reasons: codes.map((code) => ({ code, description: '' })) })
const reason = (...codes: string[]) => ({ code: 'X', reasons: verdict(...codes).reasons })
const at = new Date('2026-11-20T16:00:00Z')

/** A document in a state, brought there as the table of moves allows. */
async function documentIn (state: number): Promise<string> {
  const settled = state > 4
  const id = only(await storeInvoices(world, world.andes, [
    settled ? { verdict: { status: state as 5, afterSeconds: 5, codes: ['HED-2-260', 'DTE-3-101'] } } : { status: state as 2 }
  ]))
  return id
}

const move = (invoiceIds: string[], name: MoveName) => world.store.asTenant(world.andes.tenantId, ({ invoices }) =>
  invoices.move({ invoiceIds, move: name, at }, { verdict: verdict('A'), reason: reason('A', 'B', 'A') }))

/** Only a document that failed before it had a folio waits again. */
async function failedWaiting (): Promise<string> {
  const id = await documentIn(statuses.Waiting)
  await move([id], 'failWaiting')
  return id
}

// Moves that take or give up a folio are a few tests below.
const plainMoves = (Object.keys(moves) as MoveName[]).filter((name) => name !== 'issue' && name !== 'giveUpFolio')

describe('the sums equal the documents after', () => {
  for (const name of plainMoves) {
    it(`the transition ${name}`, async () => {
      for (const from of moveOf(name).from) {
        const make = name === 'waitAnew' ? failedWaiting : () => documentIn(from)
        await move([await make(), await make()], name)
      }

      expect(await differences()).toEqual([])
    })
  }

  it('documents released their folios', async () => {
    const ids = [await documentIn(statuses.Issued), await documentIn(statuses.Issued)]
    await world.store.asTenant(world.andes.tenantId, ({ invoices }) => invoices.giveUpFolios(ids, reason('A'), at))

    expect(await differences()).toEqual([])
    expect(await world.rows('select status, folio from invoices where id = any($1)', [ids]))
      .toEqual([{ status: 1, folio: null }, { status: 1, folio: null }])
  })

  it('a stopped document was corrected and issued again', async () => {
    const id = await documentIn(statuses.Rejected)
    const columns = {
      customerState: null, searchText: '', issuerTaxNumber: world.andes.taxNumber, receiverTaxNumber: '77777777-7', receiverName: 'Panadería', issueDate: '2026-11-19',
      currency: 'PESO CL', netAmount: '5', exemptAmount: '6', taxAmount: '7', totalAmount: '18'
    }
    const issuance = {
      id, folio: 900_001, folioBlockId: id, signatureValue: '', issueDate: '2026-11-21', payload: factura() as never,
      document: sampleDocument(33), xml: Buffer.alloc(1)
    }
    const before = await summed()

    await world.store.asTenant(world.andes.tenantId, ({ invoices }) =>
      invoices.rewrite(id, { columns, payload: factura() as never, document: sampleDocument(33), reason: 'X' }, at))
    expect([await differences(), await summed()]).toEqual([[], before])
    await world.store.asTenant(world.andes.tenantId, ({ invoices }) =>
      invoices.issue([issuance], at, statuses.Rejected))
    expect([await differences(), await summed()]).toEqual([[], before - 1])
  })

  it('the SII mailed its reasons', async () => {
    const [objected, failed] = [await documentIn(statuses.AcceptedWithObjections), await documentIn(statuses.Failed)]

    await world.store.asTenant(world.andes.tenantId, async ({ invoices }) => {
      await invoices.changeVerdict(objected, verdict('C'), reason('C'), at)
      await invoices.correctReason(failed, reason('D'), at)
    })

    expect(await differences()).toEqual([])
  })

  it('many verdicts at once, in any order', async () => {
    const ids = await Promise.all(Array.from({ length: 24 }, () => documentIn(statuses.Sent)))
    const names = ['accept', 'reject', 'acceptWithObjections', 'fail'] as const
    const [first = [], second = [], third = []] = [0, 1, 2].map((part) => ids.slice(part * 8, part * 8 + 8))

    await Promise.all([first, second, third].map((part, turn) =>
      world.store.asTenant(world.andes.tenantId, async ({ invoices }) => {
        for (const [place] of names.entries()) {
          const invoiceIds = part.slice(place * 2, place * 2 + 2)
          await invoices.move({ invoiceIds, move: defined(names[(place + turn) % 4]), at }, { verdict: verdict(), reason: reason('E') })
        }
      })))

    expect(await differences()).toEqual([])
  })
})

describe('the check', () => {
  const spoil = async () => {
    await world.rows('update document_days set documents = documents + 2, net_amount = 1 where status = 7')
    await world.rows('update document_days set first_id = last_id where status = 5')
    await world.rows("delete from document_codes where code = 'HED-2-260'")
    await world.rows("delete from receivers where tax_number = '88888888-8'")
    await world.rows(`
      insert into receivers select tenant_id, '99999999-9', 'Nobody', 'nobody', 3, tenant_id from sums_checks on conflict do nothing`)
    await world.rows("update sums_checks set checked_at = '2026-11-01'")
  }

  it('corrects and reports differences', async () => {
    await spoil()
    await check()

    expect(await differences()).toEqual([])
    expect(told.find(({ tenantId }) => tenantId === world.andes.tenantId)?.sums).toBeGreaterThan(3)
  })

  it('sums up a tenant of an earlier version, without a report', async () => {
    await spoil()
    await world.rows('delete from sums_checks')
    await check()

    expect([await differences(), told]).toEqual([[], []])
  })

  it('skips tenants checked this night, and by day all tenants that have sums', async () => {
    await world.rows('update document_days set documents = 1000 where status = 7')
    await check()
    world.pass(9 * 3600)
    await check()

    expect(await differences()).not.toEqual([])
    expect(told).toEqual([])
  })
})
