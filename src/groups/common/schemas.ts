import { z } from 'zod'
import type { TaxKind } from '../../dte/tables/additional-taxes.ts'
import { listedMembers } from '../../dte/tables/payload-codes.ts'
import { envelopedList } from '../../http/envelope.ts'

/** A code of the SII and its names, shown with one of the table's rows. */
const names = ({ code, name, nameEn }: Record<'code' | 'name' | 'nameEn', string>) => ({
  code: z.string().meta({ description: 'SII code.', examples: [code] }),
  name: z.string().meta({ description: 'Name in Spanish.', examples: [name] }),
  nameEn: z.string().meta({ examples: [nameEn] })
})

/** Tables whose codes are posted as numbers. */
export const numberedLookups = envelopedList('Lookup', z.object({
  id: z.int().meta({ description: 'Number to send.', examples: [1] }),
  ...names({ code: '1', name: 'Contado', nameEn: 'Cash' })
}))

/** Tables whose codes are posted as text, for some of them have letters. */
export const documentTypeLookups = envelopedList('InvoiceTypeLookup', z.object({
  id: z.string().meta({ description: 'Text to send.', examples: ['33'] }),
  ...names({ code: '33', name: 'Factura electrónica', nameEn: 'Electronic invoice' })
}))

export const paymentMediaLookups = envelopedList('PaymentMediaLookup', z.object({
  id: z.int().meta({ description: 'Number to send.', examples: [1] }),
  ...names({ code: 'EF', name: 'Efectivo', nameEn: 'Cash' }),
  boletaCode: z.int().meta({ description: 'SII code for boletas.', examples: [1] })
}))

const taxKinds = {
  rate: 'a percentage of the lines that carry it',
  amount: 'a specific tax whose amount you send',
  margin: 'a percentage of the margin that the line tells (`withholdingAgent.margin`)',
  slaughter: 'a percentage of the base that the line tells (`withholdingAgent.slaughterBase`)',
  withheld: 'VAT that the buyer keeps back, in 46 and the notes about it',
  gold: 'VAT on gold that the buyer keeps back',
  income: 'kept back from news vendors'
} as const satisfies Record<TaxKind, string>

/** A code of the SII with its name in Spanish alone. */
const code = (name: string, example: string) => ({
  id: z.string().meta({ description: 'Text to send.', examples: [example] }),
  code: z.string().meta({ description: 'SII code.', examples: [example] }),
  name: z.string().meta({ description: 'Name in Spanish.', examples: [name] })
})

export const additionalTaxes = envelopedList('AdditionalTaxLookup', z.object({
  ...code('Bebidas analcohólicas y minerales art. 42 a)', '27'),
  kind: z.enum(Object.keys(taxKinds) as TaxKind[]).meta({
    description: `${Object.entries(taxKinds).map(([kind, text]) => `\`${kind}\`: ${text}`).join('; ')}.`, examples: ['rate']
  }),
  rate: z.number().nullable().meta({ description: 'Percentage; null for a specific tax.', examples: [10] })
}))

export const codesQuery = z.object({
  member: z.enum(listedMembers).meta({ description: 'The path of the member.', examples: ['header.documentId.transferType'] })
})

export const codes = envelopedList('CodeLookup', z.object(code('Ventas por efectuar', '2')))
