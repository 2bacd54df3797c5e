import { z } from 'zod'
import { envelopedList } from '../../http/envelope.ts'

const names = {
  code: z.string().meta({ description: 'The code of the SII.' }),
  name: z.string().meta({ description: 'The name in Spanish.' }),
  nameEn: z.string()
}

/** Tables whose codes are posted as numbers. */
export const numberedLookups = envelopedList('Lookup', z.object({
  id: z.int().meta({ description: 'The number to post.', examples: [1] }),
  ...names
}))

/** Tables whose codes are posted as text, for some of them have letters. */
export const documentTypeLookups = envelopedList('InvoiceTypeLookup', z.object({
  id: z.string().meta({ description: 'The text to post.', examples: ['33'] }),
  ...names
}))

export const paymentMediaLookups = envelopedList('PaymentMediaLookup', z.object({
  id: z.int().meta({ description: 'The number to post.', examples: [1] }),
  ...names,
  boletaCode: z.int().meta({ description: 'The code of the SII in boletas.' })
}))
