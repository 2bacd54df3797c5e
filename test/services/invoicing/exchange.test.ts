import { expect, it } from 'vitest'
import { exchangeOf } from '../../../src/services/invoicing/documents/exchange.ts'
import { defined } from '../../support/expecting.ts'

const responder = '88888888-8'
/** An answer of the customer that was signed at an hour of 20 November, local time, and came at another. */
function answer (
  kind: string, code: number | null, [signed, came]: [string, string], more: object = {}
): Parameters<typeof exchangeOf>[0][number] {
  return {
    tenantId: '', id: came, invoiceId: '', messageId: '', fileSha256: Buffer.of(), kind, code, comment: `signed ${signed}`,
    responder, signerTaxNumber: null, signerName: '', signedAt: signed && `2026-11-20T${signed}:00`,
    receivedAt: new Date(`2026-11-20T${came}:00-03:00`), ...more
  }
}

it.each<[string, Parameters<typeof exchangeOf>[0], { reception?: string, result?: string }]>([
  ['the one signed last, also if its mail was faster', [
    answer('result', 0, ['12:00', '12:01']), answer('result', 2, ['10:00', '13:00'])
  ], { result: 'signed 12:00' }],
  ['the one that came last, of two signed in the same second', [
    answer('result', 0, ['12:00', '12:01']), answer('result', 2, ['12:00', '12:02'], { comment: 'the later' })
  ], { result: 'the later' }],
  ['by its arrival, one that does not say when it was signed', [
    answer('result', 0, ['12:00', '12:01']), answer('result', 2, ['', '11:00'])
  ], { result: 'signed 12:00' }],
  ['by its arrival, one whose clock ran ahead', [
    answer('result', 0, ['23:00', '10:00']), answer('result', 2, ['12:00', '12:01'])
  ], { result: 'signed 12:00' }],
  ['what was received, and not that it came again (4)', [
    answer('reception', 0, ['10:00', '10:01']), answer('reception', 4, ['11:00', '11:01'])
  ], { reception: 'signed 10:00' }],
  ['what was received, and not that it came again (90), whichever mail is first', [
    answer('reception', 90, ['11:00', '11:01']), answer('reception', 0, ['10:00', '12:00'])
  ], { reception: 'signed 10:00' }],
  ['that it came again, where nothing was received before', [
    answer('reception', 2, ['10:00', '10:01']), answer('reception', 4, ['11:00', '11:01'])
  ], { reception: 'signed 11:00' }],
  ['that it came again, where another received it', [
    answer('reception', 0, ['10:00', '10:01'], { responder: '77777777-7' }), answer('reception', 4, ['11:00', '11:01'])
  ], { reception: 'signed 11:00' }],
  ['a refusal after what was received', [
    answer('reception', 0, ['10:00', '10:01']), answer('reception', 99, ['11:00', '11:01'])
  ], { reception: 'signed 11:00' }]
])('of the answers of a customer counts %s', (_which, rows, counting) => {
  const { reception, result } = defined(exchangeOf(rows))

  expect({ ...reception && { reception: reception.comment }, ...result && { result: result.comment } })
    .toEqual(counting)
})
