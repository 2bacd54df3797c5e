import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/program/config/config.ts'
import { boleta } from '../../support/documents.ts'
import { programSettings } from '../../support/program.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'

const program = sharedProgram({ working: false, settings: { UF_VALUE: '39485.65' } })
const andes = sharedTenant(program, { folios: [39] })

// 135 × 39,485.65 = 5,330,562.75
describe('a boleta on a server with its own UF value', () => {
  it('of up to 135 UF needs no receiver', { tags: 'slow' }, async () => {
    const { result } = (await andes.save(boleta(5_330_562))).body

    expect(result).toMatchObject({ statusText: 'Issued' })
    expect(result?.notices ?? []).toEqual([])
  })

  it('of more is issued with a notice about the missing receiver', async () => {
    const { result } = (await andes.save(boleta(5_330_563))).body

    expect(result).toMatchObject({ statusText: 'Issued' })
    expect(result?.notices).toContainEqual(expect.objectContaining({
      code: 'BOLETA_ABOVE_LIMIT', path: 'payload.header.receiver.taxNumber',
      message: expect.objectContaining({ en: expect.stringContaining('5330563 pesos') })
    }))
  })

  it('of more is refused for a tenant with the strict format', async () => {
    const strict = await program.tenant({ folios: [39], update: { strictFormat: true } })
    const { status, body } = await strict.save(boleta(5_330_563))

    expect(status).toBe(422)
    expect(body.errorCode).toBe('BOLETA_ABOVE_LIMIT')
    expect(body.errors).toContainEqual(expect.stringMatching(/^payload\.header\.receiver\.taxNumber: .*5330563 pesos/))
  })
})

it.each(['39.485,65', '0', '-1', 'UF', '39485.655'])('UF_VALUE=%s stops the start with its name', (value) => {
  expect(() => readConfig({ ...programSettings('postgresql://localhost/x'), UF_VALUE: value })).toThrow(/^UF_VALUE: /)
})
