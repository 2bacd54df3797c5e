import { expect, it } from 'vitest'
import { prepareDocument } from '../../../src/dte/reading/document-from-payload.ts'
import { boleta, factura } from '../../support/documents.ts'
import { senderFacts, today } from '../../support/sender-facts.ts'

const rulesOf = (payload: unknown, isProduction: boolean) =>
  prepareDocument(payload as never, { sender: senderFacts, today, isProduction }).violations
    .map(({ rule, path }) => [rule, path])

it('refuses references to a test set in production, and accepts them in certification', () => {
  const invoice = { ...factura(), references: [{ documentType: 'SET', folio: '1', date: today, reason: 'CASO 1-1' }] }
  const ticket = { ...boleta(), references: [{ code: 'set', reason: 'CASO-1' }] }

  expect(rulesOf(invoice, true)).toEqual([['REFERENCE_TO_TEST_SET', 'payload.references[0].documentType']])
  expect(rulesOf(ticket, true)).toEqual([['REFERENCE_TO_TEST_SET', 'payload.references[0].code']])
  expect(rulesOf(invoice, false)).toEqual([])
  expect(rulesOf(ticket, false)).toEqual([])
})
