import { expect, it } from 'vitest'
import { timbreHere } from '../support/command.ts'

it('a company that nobody knows is certified and issues its first invoice in production', async () => {
  const { code, stdout, stderr } = await timbreHere(['certify', '--rehearse', '--language', 'es'], { PATH: process.env['PATH'] ?? '' })

  expect([code, stderr]).toEqual([0, ''])
  for (const line of [
    /^SII: Declarar avance .*SET BASICO: SRH/m, /^Certification\/Progress .*SET FACTURA EXENTA: Objected/m,
    /^ {2}SET BASICO +NotApproved, Approved: 2 intentos$/m, /^ {2}SET FACTURA EXENTA +Objected, Approved: 2 intentos$/m,
    /^ {2}SET LIQUIDACION FACTURA +Approved$/m, /^ {2}SET DE SIMULACION +Approved$/m,
    /^ {2}INTERCAMBIO DE INFORMACION +tres respuestas conformes$/m, /^ {2}MUESTRAS IMPRESAS +\d+ PDF conformes$/m,
    /^ {2}41 \d+ +primer documento de su tipo en producción: Accepted$/m
  ]) expect(stdout).toMatch(line)
})
