import { expect, it } from 'vitest'
import { preparePayload } from '../../support/document-cases.ts'

interface Told { documentType?: string, taxes?: object[], receiver?: object, header?: object, documentId?: object }

function advice ({ documentType = '33', receiver = {}, header = {}, documentId = {}, taxes = [] }: Told): string[] {
  const { notices, violations } = preparePayload({
    header: {
      documentId: { documentType, paymentMethod: 1, issueDate: '2026-10-20', ...documentId },
      receiver: {
        taxNumber: '77777777-7', businessName: 'Ferretería El Roble Ltda.', businessActivity: 'Ferretería',
        address: 'Teatinos 120', municipality: 'santiago', city: 'Santiago', ...receiver
      },
      ...header
    },
    details: [{ itemName: 'Sillas', quantity: 1, unitPrice: 1000, unitOfMeasure: 'UN', taxes }]
  }, { strictFormat: true })
  expect(violations).toEqual([])
  return notices.map(({ code, path }) => `${code} ${path}`)
}

it('an unknown municipality gets a notice, and is never refused', () => {
  const header = { sender: { municipality: 'Narnia' }, transport: { destinationMunicipality: 'Atlantis' } }

  expect(advice({ receiver: { municipality: 'temu', postalMunicipality: 'El Dorado' }, header })).toEqual([
    'MUNICIPALITY_UNKNOWN payload.header.sender.municipality',
    'MUNICIPALITY_UNKNOWN payload.header.receiver.municipality',
    'MUNICIPALITY_UNKNOWN payload.header.receiver.postalMunicipality',
    'MUNICIPALITY_UNKNOWN payload.header.transport.destinationMunicipality'
  ])
})

it.each(['Santiago', 'SANTIAGO', 'Viña del Mar', 'VINA DEL MAR', 'nunoa'])('"%s" is a municipality', (municipality) => {
  expect(advice({ receiver: { municipality } })).toEqual([])
})

it('addresses abroad are not checked', () => {
  const miami = { municipality: 'Miami' }

  expect(advice({
    documentType: '46', receiver: {
      taxNumber: '55555555-5', ...miami, foreign: { nationality: '225' }
    }, documentId: { paymentMethod: null }, taxes: [{ taxCode: '15', taxRate: 19, taxAmount: 190 }]
  })).toEqual([])
})
