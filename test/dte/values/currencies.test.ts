import { describe, expect, it } from 'vitest'
import { currencies, findCurrency } from '../../../src/dte/values/currencies.ts'
import { captured, defined } from '../../support/expecting.ts'
import { enumerated } from '../../support/schema-tables.ts'
import { hasSchemaListings, listedElements } from '../../support/schema-listing.ts'

describe('currencies', () => {
  it("are exactly those of the simulator's table of the schema", () => {
    expect(currencies.map(({ name }) => name)).toEqual(enumerated('TipMonType'))
  })

  it.skipIf(!hasSchemaListings)('are exactly those of the schema', () => {
    const { facets } = defined(listedElements('Exportaciones').find(({ path }) => path === 'Encabezado/Totales/TpoMoneda'))

    expect(currencies.map(({ name }) => name)).toEqual(captured(/enum\[(.*?)\]/, facets).split(','))
  })

  it.each([['USD', 'DOLAR USA'], ['usd', 'DOLAR USA'], [' Euro ', 'EURO'], ['CLP', 'PESO CL'], ['PESO CL', 'PESO CL']])(
    '%s is %s',
    (posted, name) => {
      expect(findCurrency(posted)?.name).toBe(name)
    }
  )

  it('are distinguished by their codes', () => {
    const codes = currencies.flatMap(({ iso }) => iso ?? [])

    expect(new Set(codes).size).toBe(codes.length)
    expect(findCurrency('XXX')).toBeUndefined()
  })
})
