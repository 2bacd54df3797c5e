import { z } from 'zod'

const exampleTotals = {
  currency: 'PESO CL', netAmount: 43_910, exemptAmount: 0, vatRate: 19, taxAmount: 8343, taxes: [], totalAmount: 52_253
}

const tax = z.object({ taxCode: z.string(), taxRate: z.number().nullable(), taxAmount: z.number() })

export const currency = z.string().meta({
  description: 'Currency of the amounts, as named by Chilean customs; only exports use a currency other than pesos.',
  examples: ['PESO CL']
})
const amount = (description: string) => z.number().optional().meta({ description })

const otherCurrency = z.object({
  currency: z.string().meta({ examples: ['PESO CL'] }),
  exchangeRate: z.number().meta({ description: 'Pesos per unit of the foreign currency.', examples: [945.32] }),
  netAmount: amount('MntNetoOtrMnda'),
  exemptAmount: amount('MntExeOtrMnda'),
  slaughterBase: amount('MntFaeCarneOtrMnda'),
  margin: amount('MntMargComOtrMnda'),
  taxAmount: amount('IVAOtrMnda'),
  taxes: z.array(tax).meta({ description: 'Additional taxes.' }),
  unwithheldTaxAmount: amount('IVANoRetOtrMnda'),
  totalAmount: z.number().meta({ description: 'MntTotOtrMnda', examples: [9_690_000] })
}).meta({ id: 'OtherCurrencyTotals' })

export const totals = z.object({
  currency,
  netAmount: z.number(),
  exemptAmount: z.number(),
  vatRate: amount('VAT rate in percent, if any line is subject to VAT.'),
  taxAmount: z.number().meta({ description: 'VAT only.' }),
  taxes: z.array(tax).meta({ description: 'Additional taxes.' }),
  slaughterBase: amount('MntBase: base of tax 17.'),
  margin: amount('MntMargenCom: base for taxes 14 and 50.'),
  ownTaxAmount: amount('IVAProp: the sender\'s part of VAT.'),
  thirdPartyTaxAmount: amount('IVATerc: its principal\'s part of VAT.'),
  unwithheldTaxAmount: amount('IVANoRet: VAT that the buyer pays to the seller.'),
  constructionCredit: amount('CredEC: lowers the total.'),
  depositAmount: amount('GrntDep: deposits on containers, part of the total.'),
  commissions: z.object({ netAmount: z.number(), exemptAmount: z.number(), taxAmount: z.number() }).optional()
    .meta({ description: 'Sums of the commissions, which are deducted from the total.' }),
  totalAmount: z.number(),
  nonBillableAmount: amount('MontoNF: non-billable amount; may be negative.'),
  periodAmount: amount('MontoPeriodo: total plus the non-billable amount.'),
  previousBalance: amount('SaldoAnterior'),
  amountToPay: amount('VlrPagar'),
  otherCurrency: otherCurrency.optional().meta({
    description: 'The totals in another currency; for exports, in pesos.'
  })
}).meta({ id: 'DocumentTotals', description: 'Members without a value are omitted.', examples: [exampleTotals] })
