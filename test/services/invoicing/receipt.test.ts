import { describe, expect, it } from 'vitest'
import { prepareDocument } from '../../../src/dte/reading/document-from-payload.ts'
import { statuses } from '../../../src/model/document-states.ts'
import { receiptOf } from '../../../src/services/invoicing/issuing/receipt.ts'
import { factura } from '../../support/documents.ts'
import { defined } from '../../support/expecting.ts'
import { senderFacts } from '../../support/sender-facts.ts'

const document = defined(prepareDocument(factura(), { sender: senderFacts, today: '2026-11-20' }).document)
const correlationId = '01a1f830-589f-752f-bbf3-beba0fe87a6c'

describe('a receipt', () => {
  it('tells folio, total and time of an issued document', () => {
    const receipt = receiptOf(document, {
      correlationId, status: statuses.Issued, folio: 9_999_999_999, issuedAt: new Date('2026-11-20T13:45:12.345Z')
    })

    expect(receipt).toEqual({
      correlationId,
      status: 2,
      statusText: 'Issued',
      documentType: '33',
      invoiceTypeCode: '33',
      invoiceNumber: '9999999999',
      currency: 'PESO CL',
      totalAmount: 2368,
      issuedAt: '2026-11-20T13:45:12.345Z',
      notices: []
    })
  })

  it('has no folio and no time while the document waits, but says for what', () => {
    const receipt = receiptOf(document, {
      correlationId, status: statuses.Waiting, folio: null, issuedAt: null, waitingFor: 'FOLIOS_MISSING'
    })

    expect(receipt).toMatchObject({
      status: 1, statusText: 'Waiting', invoiceNumber: '', issuedAt: null, waitingFor: 'FOLIOS_MISSING'
    })
  })

  it('survives being kept as JSON, which is how it is replayed', () => {
    const receipt = receiptOf(document, { correlationId, status: statuses.Issued, folio: 1, issuedAt: new Date(0) })

    expect(JSON.parse(JSON.stringify(receipt))).toEqual(receipt)
  })
})
