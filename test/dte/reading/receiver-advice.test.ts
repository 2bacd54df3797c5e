import { expect, it } from 'vitest'
import type { InvoicePayload } from '../../../src/dte/fields/payload.ts'
import { prepareDocument } from '../../../src/dte/reading/document-from-payload.ts'
import { factura } from '../../support/documents.ts'
import { senderFacts } from '../../support/sender-facts.ts'

const notices = (payload: InvoicePayload, listed: string[] | undefined, strictFormat = false) => {
  const { document, notices, violations } = prepareDocument(payload, {
    sender: senderFacts, today: '2026-11-20', strictFormat,
    isElectronic: listed && ((taxNumber) => listed.includes(taxNumber))
  })
  expect(violations).toEqual([])
  expect(document?.notices ?? []).toEqual(notices)
  return notices
}

it('notifies only of buyers who are not electronic taxpayers', () => {
  expect(notices(factura(), ['76192083-9'])).toEqual([{
    path: 'payload.header.receiver.taxNumber', code: 'RECEIVER_NOT_ELECTRONIC', rule: '',
    message: {
      en: "88888888-8 is not in the SII's directory of electronic taxpayers",
      es: '88888888-8 no está en el directorio de contribuyentes electrónicos del SII'
    }
  }])
  expect(notices(factura(), ['88888888-8'])).toEqual([])
  expect(notices(factura(), undefined)).toEqual([])
})

it('never refuses, even where notices cause refusals', () => {
  expect(notices(factura(), [], true)).toHaveLength(1)
})
