import { z } from 'zod'
import { invoicePayload } from '../../dte/fields/payload.ts'
import { optionDayOf } from '../workflow/option-dates.ts'
import { numberWithoutNoise } from '../../shared/numerals.ts'
import { said } from '../../shared/schema-problems.ts'
import { kind } from './kind.ts'

const { receiver, transport: postedTransport } = invoicePayload.shape.header.shape
const party = receiver.unwrap().unwrap()
const transport = postedTransport.unwrap().unwrap()
const { departureDate, arrivalDate } = transport.shape

const optionsWith = <T extends z.ZodType>(company: typeof party, journey: T) => z.strictObject({
  receivers: z.array(company).max(20).optional().meta({
    description: 'Real customers; each invoice of a set takes another one, so give as many as the largest set needs (4).'
  }),
  supplier: company.optional().meta({ description: 'Seller of the purchase invoices (46).' }),
  principal: company.optional().meta({ description: 'Principal of the settlements (43).' }),
  transport: journey.optional().meta({ description: 'How goods travel that you bring yourself.' }),
  abroad: z.strictObject({
    receiver: company.meta({ description: 'The customer abroad.' }),
    exchangeRates: z.array(z.strictObject({
      currency: z.string().max(20).meta({ description: 'By its customs\' name.', examples: ['DOLAR USA'] }),
      rate: z.number().positive().overwrite(numberWithoutNoise(4)).meta({ description: 'Pesos for one unit.', examples: [950.5] })
    })).max(20).meta({ description: 'Of each currency of the set.' }),
    passport: z.string().max(18).optional().meta({ description: 'Of the guest of a hotel.', examples: ['P1234567'] }),
    marks: z.string().max(255).optional().meta({ description: 'Marks of the packages.', examples: ['ANDES 1-10'] }),
    containerId: z.string().max(25).optional().meta({ description: 'Of a container.', examples: ['MSKU1234565'] }),
    seal: z.string().max(20).optional().meta({ description: 'Seal of the container.', examples: ['SEL-1'] }),
    sealIssuer: z.string().max(70).optional().meta({ description: 'Who sealed it.', examples: ['ANDES'] }),
    paidOn: z.iso.date().optional().meta({ description: 'When an export was paid in advance.', examples: ['2026-11-10'] })
  }).optional().meta({ description: 'What exports need.' }),
  consultUrl: z.url({ protocol: /^https?$/ }).max(100).optional().meta({
    description: 'Page where buyers look up their boletas.', examples: ['https://andes.example/boletas']
  })
})

const notADate = said({ en: 'is not a date', es: 'no es una fecha' })
/** Otherwise the set that uses it would be refused, perhaps weeks later. */
const dated = (field: typeof departureDate) =>
  field.refine((text) => !text?.trim() || optionDayOf(text) !== undefined, notADate).meta(field.meta() ?? {})

export const optionsBody = optionsWith(party, transport.extend({
  departureDate: dated(departureDate), arrivalDate: dated(arrivalDate)
})).extend({ kind })

const day = (description: string) => z.iso.date().nullish().meta({ description, examples: ['2026-11-20'] })

/** Members have the names of the request, so that an answer can be changed and sent back. */
export const shownOptions = optionsWith(
  party.meta({ id: 'CertificationParty', description: 'A company, with the members of a receiver.' }),
  transport.extend({ departureDate: day('FchSalida (extension).'), arrivalDate: day('FchLlegada (extension).') })
).meta({
  id: 'CertificationOptions',
  description: 'What was set with Options, in the form that it takes. A member that was never set is left out.'
})
