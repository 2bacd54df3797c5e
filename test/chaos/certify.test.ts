import { expect, it } from 'vitest'
import { timbreHere } from '../support/command.ts'

it('a new company is certified and issues its first invoice in production', async () => {
  const { code, stdout, stderr } = await timbreHere(['certify', '--rehearse', '--language', 'es'], { PATH: process.env['PATH'] ?? '' })

  expect([code, stderr]).toEqual([0, ''])
  for (const line of [/^SII: Declarar avance .*SET BASICO: SRH/m, /^Certification\/Progress .*SET FACTURA EXENTA: Objected/m]) {
    expect(stdout).toMatch(line)
  }
  const table = Array.from(stdout.matchAll(/^ {2}(\S.*?) {2,}(\S.*)$/gm), ([, part = '', outcome]) => [part, outcome] as const)
  expect(Object.fromEntries(table.filter(([part]) => !/^\d/.test(part)))).toEqual({
    'SET BASICO': 'NotApproved, Approved: 2 intentos', 'SET FACTURA EXENTA': 'Objected, Approved: 2 intentos',
    'SET GUIA DE DESPACHO': 'Approved', 'SET DOCUMENTOS DE EXPORTACION': 'Approved',
    'SET DOCUMENTOS DE EXPORTACION (2)': 'Approved', 'SET CASO GENERAL FACTURA COMPRA': 'Approved',
    'SET LIQUIDACION FACTURA': 'Approved', 'LIBRO DE GUIAS': 'Approved', 'LIBRO DE VENTAS': 'Approved',
    'LIBRO DE COMPRAS': 'Approved', 'SET DE SIMULACION': 'Approved', 'SET DE BOLETAS': 'Approved', RCOF: 'RPR',
    'INTERCAMBIO DE INFORMACION': 'tres respuestas conformes', 'MUESTRAS IMPRESAS': '61 PDF conformes'
  })
  expect(table.filter(([part]) => /^\d/.test(part)).map(([part, outcome]) => [part.slice(0, 2), outcome])).toEqual(
    ['33', '39', '41'].map((type) => [type, 'primer documento de su tipo en producción: Accepted']))
})
