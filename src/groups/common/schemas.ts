import { z } from 'zod'
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
