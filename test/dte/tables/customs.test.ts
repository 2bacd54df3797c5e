import { describe, expect, it } from 'vitest'
import { countries, isCountry, isPort, ports } from '../../../src/dte/tables/customs-places.ts'
import { named, packageTypes, saleClauses } from '../../../src/dte/tables/customs-tables.ts'

describe('the customs\' tables', () => {
  it('name every port, country and package, each code once', () => {
    expect([ports, countries, packageTypes].map((table) => Object.keys(table).length)).toEqual([359, 255, 71])
    for (const [code, name] of [ports, countries, packageTypes].flatMap((table) => Object.entries(table))) {
      expect(code).toMatch(/^\d{1,3}$/)
      expect(name).toMatch(/^\p{Lu}[\p{L}\p{N}' .,()-]+$/u)
    }
  })

  it.each([
    [ports, 111, 'Montreal'], [ports, 561, 'Otros puertos de España'], [ports, 900, 'Consumo de naves y aeronaves de transporte internacional'],
    [ports, 906, 'San Antonio'], [ports, 999, 'GNL Mejillones'], [countries, 101, 'Senegal'],
    [countries, 225, 'Estados Unidos de América'], [countries, 510, 'Reino Unido'], [countries, 997, 'Chile'],
    [packageTypes, 22, 'Cajas de cartón'], [packageTypes, 80, 'Pallets'], [packageTypes, 99, 'Sin embalar']
  ])('%# has the words of a code', (table, code, words) => {
    expect(named(table, code)).toBe(words)
  })

  // Where a code was given to another port, copies of the table differ: two of them have these.
  it.each([[938, 'Puerto Andino'], [945, 'Aeropuerto Carriel Sur'], [947, 'Paso Pehuenche'], [993, 'Aeródromo El Loa']])(
    'have the newer port under code %i', (code, name) => { expect(ports[code]).toBe(name) }
  )

  it('have FCA under 10, and nothing for 7, on which their copies differ', () => {
    expect([named(saleClauses, 10), named(saleClauses, 7)]).toEqual(['FCA', '7'])
  })

  it('have no other code', () => {
    expect([isPort(110), isPort(1000), isCountry(110), isCountry(1)]).toEqual([false, false, false, false])
  })
})
