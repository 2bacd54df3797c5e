/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkDigit } from '../../src/dte/values/rut.ts'
import { startExchange } from '../support/exchange-program.ts'
import type { ProgramTenant } from '../support/program.ts'

const suppliers = Array.from({ length: 40 }, (_, index) => `${77_100_000 + index}-${checkDigit(String(77_100_000 + index))}`)
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
  it('brings every document once, however its mail came, and no supplier is answered twice', async () => {
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
})

function isRepeated (index: number): boolean {
  return index % 4 === 1
}

/** Some mail a file twice; some mail it damaged first. Gives how many mails came. */
async function mailed (taxNumber: string, index: number): Promise<number> {
  const receivers = [buyer.taxNumber]
  if (index % 5 !== 3) {
    const defect = isRepeated(index) ? 'repeatedFile' as const : undefined
    return (await exchange.issue(taxNumber, { receivers, ...defect && { defect } })).mails
  }
  const { file } = await exchange.issue(taxNumber, { receivers, to: undefined })
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
