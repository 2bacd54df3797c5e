/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkDigit } from '../../src/dte/values/rut.ts'
import { startExchange } from '../support/exchange-program.ts'
import type { ProgramTenant } from '../support/program.ts'

// A month of a company: `MONTH_SUPPLIERS=200 npx vitest run --project suite test/services/receiving-month.test.ts`.
const count = Number(process.env['MONTH_SUPPLIERS'] ?? 12)
const suppliers = Array.from({ length: count }, (_, index) => `${77_100_000 + index}-${checkDigit(String(77_100_000 + index))}`)
const days = 4
let exchange: Awaited<ReturnType<typeof startExchange>>
let buyer: ProgramTenant

beforeAll(async () => {
  exchange = await startExchange()
  buyer = await exchange.program.tenant({ folios: [] })
  for (const [index, taxNumber] of suppliers.entries()) {
    await exchange.supplier(taxNumber, `dte@supplier${index}.example`, `PROVEEDOR ${index}`)
  }
  await exchange.setMailbox(buyer.token)
})
afterAll(() => exchange.program.close())

describe('a month of suppliers', () => {
  it('receives every document once, in any kind of mail, and answers no supplier twice', { timeout: 900_000 }, async () => {
    let mails = 0
    for (let day = 0; day < days; day++) {
      for (const [index, taxNumber] of suppliers.entries()) {
        if (index % days === day) mails += await mailed(taxNumber, index)
      }
      await exchange.read(mails)
    }

    const { totalRecords } = await result('/List?pageSize=1')
    expect(totalRecords).toBe(suppliers.length)
    const keys = await exchange.program.rows('select distinct issuer, document_type, folio from received_documents')
    expect(keys).toHaveLength(suppliers.length)
    expect(await exchange.program.rows('select 1 from received_documents where failed')).toEqual([])

    const answers = await exchange.answers()
    expect(answers.filter(({ findings }) => findings.length > 0)).toEqual([])
    const first = answers.filter(({ code }) => code === '0')
    expect(new Set(first.map(({ recipient }) => recipient)).size).toBe(suppliers.length)
    expect(first).toHaveLength(suppliers.length)
    const repeated = answers.filter(({ code }) => code === '90')
    expect(repeated.map(({ recipient }) => recipient).sort())
      .toEqual(suppliers.filter((_, index) => isRepeated(index)).sort())
    expect(answers).toHaveLength(first.length + repeated.length)
  })

  it('is decided in time by rules, people and tacit acceptance, with each claim sent once, although answers of the SII are lost', { timeout: 900_000 }, async () => {
    const { program } = exchange
    await exchange.setPolicies(buyer.token, [{ maxAmount: 100_000, action: 'accept', answerSupplier: true }])
    await program.control('/faults', { operation: 'registry', fault: 'cutAnswer', times: Math.ceil(count / 8) })
    await hurried('dated', 'sii_received_at is null', 'confirmReceived', 'watchReceived')
    const large = (await buyer.api.get('Received/List', { pageSize: 100, minAmount: 100_001, registryState: 1 })).body.result.data
    const claimed = large.filter((_, index) => index % 2 === 0).map(({ id }) => id)
    const { body } = await buyer.api.post('Received/Claim', { ids: claimed, action: 'RCD', reason: 'No se pidió', answerSupplier: true })
    expect(body.result.results.filter(({ outcome }) => outcome !== 'queued')).toEqual([])
    await program.until('told', async () => {
      await program.rows("update outbox_tasks set due_at = now() where topic = 'sendClaim' and lease_until is null")
      return (await program.rows('select 1 from received_claims where settled_at is null limit 1')).length === 0
    })
    await program.until('answered', async () =>
      (await program.rows("select 1 from outbox_tasks where topic in ('sendAnswer', 'sendMail') limit 1")).length === 0)

    expect(await program.rows('select distinct state from received_claims')).toEqual([{ state: 3 }])
    for (const { registry_events: events } of await program.rows<{ registry_events: { code: string }[] }>('select registry_events from received_documents')) {
      const codes = events.map(({ code }) => code).sort()
      expect(['', 'ACD,ERM', 'RCD']).toContain(codes.join())
    }
    const small = suppliers.filter((_, index) => !isLarge(index)).length
    expect(await program.rows("select 1 from received_documents where registry_events::text like '%ERM%'")).toHaveLength(small)
    const answers = (await exchange.answers()).filter(({ kind }) => kind !== 'reception')
    expect(answers.filter(({ findings }) => findings.length > 0)).toEqual([])
    expect(answers).toHaveLength(2 * small + claimed.length)
  })
})

/** Makes tasks due until no document is as the condition says. */
async function hurried (what: string, condition: string, ...topics: string[]): Promise<void> {
  await exchange.program.until(what, async () => {
    await exchange.program.rows(
      'update outbox_tasks set due_at = now() where topic = any($1) and lease_until is null', [topics]
    )
    return (await exchange.program.rows(`select 1 from received_documents where ${condition} limit 1`)).length === 0
  })
}

/** Above what the policy accepts. */
function isLarge (index: number): boolean {
  return index % 3 === 0
}

function isRepeated (index: number): boolean {
  return index % 4 === 1
}

/** Some mail a file twice; some mail it damaged first. Gives how many mails came. */
async function mailed (taxNumber: string, index: number): Promise<number> {
  const order = { receivers: [buyer.taxNumber], net: isLarge(index) ? 500_000 : 50_000 }
  if (index % 5 !== 3) {
    const defect = isRepeated(index) ? 'repeatedFile' as const : undefined
    return (await exchange.issue(taxNumber, { ...order, ...defect && { defect } })).mails
  }
  const { file } = await exchange.issue(taxNumber, { ...order, to: undefined })
  const whole = Buffer.from(file, 'base64')
  const copies = [whole.subarray(0, whole.length / 2), whole, ...isRepeated(index) ? [whole] : []]
  for (const copy of copies) await exchange.send(taxNumber, copy.toString('base64'))
  return copies.length
}

async function result (path: string): Promise<any> {
  const { status, body } = await exchange.program.call('GET', `/Received${path}`, { token: buyer.token })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.result
}
