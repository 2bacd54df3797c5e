import { expect, it } from 'vitest'
import { timbreHere } from '../support/command.ts'

it('a company that nobody knows is certified and issues its first invoice in production', async () => {
  const { code, stdout, stderr } = await timbreHere(['certify', '--rehearse', '--language', 'es'], { PATH: process.env['PATH'] ?? '' })

  expect([code, stderr]).toEqual([0, ''])
  for (const line of [
    /^SII: Declarar avance .*SET BASICO: SRH/m, /^Certification\/Progress .*SET FACTURA EXENTA: Objected/m,
    /^ {2}SET BASICO +NotApproved, Approved: 2 intentos$/m, /^ {2}SET FACTURA EXENTA +Objected, Approved: 2 intentos$/m,
    /^ {2}SET GUIA DE DESPACHO +Approved$/m, /^ {2}SET DE SIMULACION +Approved$/m,
    /primera factura en producción: Accepted$/m
  ]) expect(stdout).toMatch(line)
})
