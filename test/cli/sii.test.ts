import { beforeAll, expect, it } from 'vitest'
import { readAnonymousExchanges } from '../../src/program/compose/operator.ts'
import { checkSii } from '../../src/program/compose/sii-check.ts'
import { type Config, readConfig } from '../../src/program/config/config.ts'
import { factura } from '../support/documents.ts'
import { defined, only } from '../support/expecting.ts'
import { programSettings, type ProgramTenant } from '../support/program.ts'
import { sharedProgram } from '../support/shared.ts'

let andes: ProgramTenant
let tenantCode: string
let config: Config

const program = sharedProgram()

beforeAll(async () => {
  config = readConfig({ ...programSettings(program.database.url), SII_SIMULATOR_URL: program.simulatorUrl })
  andes = await program.tenant({ folios: [33] })
  tenantCode = andes.keys.tenantCode
  const { correlationId } = (await andes.save(factura())).body.result
  await program.comesTo('Accepted', correlationId)
})

it('timbre sii check passes for a tenant of the simulator, without sending a document', async () => {
  const { uploads } = await program.ledger()

  const findings = await checkSii(config, { tenantCode, environment: undefined })

  expect(findings.filter(({ level }) => level === 'problem')).toEqual([])
  expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining([
    'seed, documents', 'token, documents', 'query, documents', 'query, boletas', 'registry'
  ]))
  expect((await program.ledger()).uploads).toEqual(uploads)
})

it('timbre sii answers prints each exchange without data that identify the company, its people or its customers', async () => {
  const exchanges = await readAnonymousExchanges(config, { tenantCode, documentId: undefined, last: 100 })

  expect(exchanges.map(({ operation }) => operation)).toEqual(expect.arrayContaining(['upload', 'envelopeStatus']))
  const text = JSON.stringify(exchanges)
  const company = only(await program.rows<Record<'tenant_id' | 'business_name' | 'tax_number' | 'address', string>>('select * from tenants where code = $1', [tenantCode]))
  const holder = only(await program.rows<Record<'holder_name' | 'holder_tax_number', string>>('select * from certificates where tenant_id = $1', [company.tenant_id]))
  const envelope = only(await program.rows<{ track_id: string }>('select track_id from envelopes where tenant_id = $1', [company.tenant_id]))
  const { businessName, taxNumber } = defined(factura().header.receiver)
  for (const personal of [
    company.business_name, company.tax_number, company.address, holder.holder_name, holder.holder_tax_number,
    envelope.track_id, businessName, taxNumber
  ]) {
    if (personal !== null) expect(text).not.toContain(personal)
    const [number] = /^\d{7,8}(?=-)/.exec(personal ?? '') ?? []
    if (number !== undefined) expect(text).not.toContain(number)
  }
  expect(text).toContain('EPR')
})
