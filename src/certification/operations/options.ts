import type { z } from 'zod'
import type { JourneyOptions } from '../../model/certification.ts'
import { optionDayOf } from '../workflow/option-dates.ts'
import type { optionsBody, shownOptions } from './options-schemas.ts'

type PostedOptions = Omit<z.output<typeof optionsBody>, 'kind'>
type ShownOptions = z.output<typeof shownOptions>

/** What was posted, without members that were left out. */
export function optionsOf ({ abroad, ...posted }: PostedOptions): JourneyOptions {
  const rates = abroad?.exchangeRates.map(({ currency, rate }) => [currency, rate] as const) ?? []
  return JSON.parse(JSON.stringify({
    ...posted, ...(abroad && { abroad: { ...abroad, exchangeRates: Object.fromEntries(rates) } })
  })) as JourneyOptions
}

/** What is stored, in the form in which it was posted; dates as days, whatever form they came in. */
export function shownOptionsOf ({ abroad, transport, ...stored }: JourneyOptions): ShownOptions {
  return {
    ...stored,
    ...(transport && {
      transport: {
        ...transport, departureDate: optionDayOf(transport.departureDate),
        arrivalDate: optionDayOf(transport.arrivalDate)
      }
    }),
    ...(abroad && {
      abroad: {
        ...abroad,
        exchangeRates: Object.entries(abroad.exchangeRates).map(([currency, rate]) => ({ currency, rate }))
          .toSorted((one, other) => one.currency.localeCompare(other.currency))
      }
    })
  }
}
