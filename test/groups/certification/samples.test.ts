import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { approveSet } from '../../support/approved-set.ts'
import { factura, facturaExenta } from '../../support/documents.ts'
import { type Program, type ProgramTenant, startProgram } from '../../support/program.ts'
import { filesIn } from '../../support/workbooks.ts'
import { hasPoppler, textOf } from '../../adapters/pdf/pdf-reading.ts'

let program: Program
let andes: ProgramTenant

beforeAll(async () => {
  program = await startProgram({ working: false })
  andes = await program.tenant({ folios: [33, 34, 61] })
})
afterAll(() => program.close())

const getSamples = () => program.call('GET', '/Certification/Samples', { token: andes.token })

describe('printed samples', () => {
  it('wait for a journey and for an approved set', async () => {
    expect(await getSamples()).toMatchObject(failure(409, 'CERTIFICATION_NOT_STARTED'))
    await program.call('POST', '/Certification/Start', {
      token: andes.token, body: { kind: 'DTE', documentTypes: [33, 34, 61], enrolledOn: '2026-11-02' }
    })
    expect(await getSamples()).toMatchObject(failure(422, 'CERTIFICATION_INCOMPLETE'))
  })

  it('are a file of one page for each copy, with a manifest in their order', async () => {
    const ids = []
    for (const document of [factura(), facturaExenta()]) {
      ids.push((await andes.save(document)).body.result.correlationId)
    }
    await approveSet(program, andes.code, ids)
    const { headers, body } = await getSamples()
    const files = await filesIn(body as unknown as Buffer)

    expect(headers['content-disposition']).toContain(`MUESTRAS_${andes.taxNumber}.zip`)
    expect(Object.keys(files)).toEqual([
      'MANIFIESTO.csv', '033_0001_TRIBUTARIA.pdf', '033_0001_CEDIBLE.pdf', '034_0001_TRIBUTARIA.pdf', '034_0001_CEDIBLE.pdf'
    ])
    const rows = files['MANIFIESTO.csv']!.toString().replace('\uFEFF', '').trim().split('\r\n').map((row) => row.split(';'))
    expect(rows[0]).toEqual(['Fila', 'Tipo', 'Folio', 'Copia', 'Set', 'Caso', 'Archivo', 'Páginas', 'Bytes', 'Observación'])
    expect(rows.slice(1).map(([row, type, , copy, , number, , pages]) => [row, type, copy, number, pages])).toEqual([
      ['1', '33', 'TRIBUTARIA', '1', '1'], ['2', '33', 'CEDIBLE', '1', '1'],
      ['3', '34', 'TRIBUTARIA', '2', '1'], ['4', '34', 'CEDIBLE', '2', '1']
    ])
    expect(Number(rows[1]![8])).toBe(files['033_0001_TRIBUTARIA.pdf']!.length)
  })

  it.skipIf(!hasPoppler)('say which copy they are, and not that they are tests', async () => {
    const files = await filesIn((await getSamples()).body as unknown as Buffer)
    const [tributary, cedible] = ['TRIBUTARIA', 'CEDIBLE'].map((copy) => textOf(files[`033_0001_${copy}.pdf`]!))

    expect(tributary).not.toMatch(/CEDIBLE|SIN VALOR/)
    expect(cedible).toContain('CEDIBLE')
    expect(cedible).not.toContain('SIN VALOR')
    for (const text of [tributary, cedible]) {
      expect(text).toContain('Timbre Electrónico SII')
      expect(text).toContain('Cañería de cobre')
    }
  })
})
