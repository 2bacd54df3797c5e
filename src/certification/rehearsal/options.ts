import type { RequestOf } from '../../../clients/typescript/client.ts'
import { rutOf } from './company.ts'

type Options = RequestOf<'/api/Certification/Options', 'put'>['body']

const customer = (number: number) => ({
  taxNumber: rutOf(number), businessName: `Cliente ${number} SpA`, businessActivity: 'Comercio',
  address: 'Calle Uno 1', municipality: 'Santiago', city: 'Santiago'
})

export const firstCustomer = customer(76_200_001)
export const customers = [firstCustomer, ...[76_200_002, 76_200_003, 76_200_004].map(customer)]
export const supplier = customer(76_300_001)
export const principal = customer(76_300_002)

export const abroad = {
  receiver: { businessName: 'Oak & Sons Ltd.', address: '12 Harbour Road', city: 'Bristol' },
  marks: 'ENSAYO 1-10', passport: 'P1234567', containerId: 'MSKU1234565', seal: 'S1', sealIssuer: 'ADUANA',
  exchangeRates: [
    'DOLAR USA', 'EURO', 'FRANCO SZ', 'LIBRA EST', 'YEN', 'PESO CL', 'DOLAR CAN', 'CORONA SC', 'DOLAR AUST'
  ].map((currency) => ({ currency, rate: 950.5 }))
}

const transport = {
  licensePlate: 'ABCD12', driver: { name: 'Luis Soto', taxNumber: '12345678-5' }, carrierTaxNumber: rutOf(76_200_001),
  destinationAddress: 'Calle Dos 2', destinationMunicipality: 'Santiago', departureTime: '08:00:00'
}

/** What the file leaves to the company. `paidOn`: when an export that is paid in advance was paid, YYYY-MM-DD. */
export function optionsOf (paidOn: string) {
  return {
    kind: 'DTE', receivers: customers, supplier, principal, transport, abroad: { ...abroad, paidOn }
  } satisfies Options
}

/** A mistake that the SII finds: two invoices of a set go to the same customer. */
export const repeatedCustomers: Options = {
  kind: 'DTE', receivers: customers.map((one, index) => index === 1 ? firstCustomer : one)
}
