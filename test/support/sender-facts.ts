import type { SenderFacts } from '../../src/dte/document.ts'

/** The tenant who sends the documents of test/dte, and the day on which it does. Nobody real. */
export const senderFacts: SenderFacts = {
  taxNumber: '99999999-9',
  businessName: 'Comercial Los Ñires SpA',
  businessActivity: 'Venta al por menor de artículos de ferretería',
  activityCodes: [475201, 466302],
  address: 'Av. Matta 1449',
  municipality: 'Santiago',
  city: 'Santiago'
}

export const today = '2026-11-20'
