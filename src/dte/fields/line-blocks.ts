import { inBoleta, inExportaciones, inLiquidacion, notInBoleta } from '../values/branches.ts'
import { field } from './blocks.ts'
import {
  agentMark, code, codeText, count, date, dateTime, decimal, pesos, priceInOtherCurrency, quantity, rut, text
} from './formats.ts'
import type { BlockOf } from './reader.ts'

/* Members of a line that need no code of their own; see blocks.ts. */

const required = { required: true } as const

export const itemCodeFields = {
  codeType: field('TpoCodigo', text(10), 'INT1 by default'),
  codeValue: field('VlrCodigo', text(35))
}
export const itemCodesMax = 5

/** Detalle, beside what lines.ts reads. */
export const lineFields = {
  settledDocumentType: field('TpoDocLiq', text(3), 'type of the documents settled by the line, or 99 for an advance', {
    branches: inLiquidacion, required: true
  }),
  showItem: field('ItemEspectaculo', code(1, 2), '1 ticket, 2 service charge', { branches: inBoleta }),
  principalTaxNumber: field('RUTMandante', rut, 'on whose behalf the line is sold', { branches: inBoleta }),
  referenceQuantity: field('QtyRef', quantity, '', { branches: notInBoleta }),
  referenceUnit: field('UnmdRef', text(4), '', { branches: notInBoleta }),
  referencePrice: field('PrcRef', quantity, '', { branches: notInBoleta }),
  madeOn: field('FchElabor', date(), '', { branches: notInBoleta }),
  expiresOn: field('FchVencim', date(), '', { branches: notInBoleta })
}

/** Detalle/InfoTicket: a show's ticket, in a boleta. */
export const ticketFields = {
  number: field('FolioTicket', count(6), '', required),
  issuedAt: field('FchGenera', dateTime, '', required),
  eventName: field('NmbEvento', text(80), '', required),
  ticketType: field('TpoTicket', text(10), '', required),
  eventCode: field('CdgEvento', text(5), '', required),
  eventAt: field('FchEvento', dateTime, '', required),
  place: field('LugarEvento', text(80), '', required),
  section: field('UbicEvento', text(20), '', required),
  row: field('FilaUbicEvento', text(3)),
  seat: field('AsntoUbicEvento', text(3))
}

/** Detalle/Retenedor: the bases of the taxes that are not on the line's amount. */
export const withholdingAgentFields = {
  isAgent: field(
    'IndAgente', agentMark, 'the sender withholds or anticipates the tax; implied by any base'
  ),
  slaughterBase: field('MntBaseFaena', pesos, 'base of tax 17'),
  margin: field('MntMargComer', pesos, 'base of taxes 14 and 50'),
  consumerPrice: field('PrcConsFinal', pesos, 'net price to the consumer')
}

/** Detalle/Subcantidad. */
export const subQuantityFields = {
  quantity: field('SubQty', quantity, '', required),
  code: field('SubCod', text(35), '', required),
  codeType: field('TipCodSubQty', text(10), '', { branches: inExportaciones })
}
export const subQuantitiesMax = 5

/** Detalle/OtrMnda: the line in another currency. */
export const lineCurrencyFields = {
  unitPrice: field('PrcOtrMon', priceInOtherCurrency, '', required),
  currency: field('Moneda', text(3), '', required),
  exchangeRate: field('FctConv', decimal(6, 4), 'factor into pesos'),
  discountAmount: field('DctoOtrMnda', decimal(14, 4)),
  surchargeAmount: field('RecargoOtrMnda', decimal(14, 4)),
  lineTotal: field('MontoItemOtrMnda', decimal(14, 4), 'computed by default')
}

/** Detalle/SubDscto and SubRecargo: what the discount or surcharge is made of. */
export const subDiscountFields = {
  valueType: field('TipoDscto', codeText('%', '$'), '', required),
  value: field('ValorDscto', decimal(16, 2), '', required)
}
export const subSurchargeFields = {
  valueType: field('TipoRecargo', codeText('%', '$'), '', required),
  value: field('ValorRecargo', decimal(16, 2), '', required)
}
export const subPartsMax = 5

export type LineBlock = BlockOf<typeof lineFields>
export type TicketBlock = BlockOf<typeof ticketFields>
export type WithholdingAgentBlock = BlockOf<typeof withholdingAgentFields>
export type SubQuantityBlock = BlockOf<typeof subQuantityFields>
export type LineCurrencyBlock = BlockOf<typeof lineCurrencyFields>
export type SubPartBlock = BlockOf<typeof subDiscountFields>
