import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findAdditionalTax } from '../../../src/dte/tables/additional-taxes.ts'
import {
  amountLimits, boletaReferenceCodeLimit, foreignAmountLimits, foreignDiscountLimits, globalDiscountsMax, linesMax,
  percentageLimits, quantityLimits, referencesMax, taxCodesPerLineMax, textLimits, type TextElement
} from '../../../src/dte/tables/limits.ts'
import { paymentMedias } from '../../../src/dte/tables/lookups.ts'
import { captured, defined } from '../../support/expecting.ts'
import { enumerated, schemaElements } from '../../support/schema-tables.ts'

const domain = new URL('../../../../shared/domain/', import.meta.url)
const present = existsSync(new URL('dte-fields.txt', domain))

/** The elements below Documento of a schema's listing: path, number of occurrences and facets. */
function fieldsOf (file: string) {
  const rows = readFileSync(new URL(file, domain), 'utf8').split('\n').flatMap((row) => {
    const [, path, cardinality, facets] = /^(?:\{choice\})?\/Documento\/(\S+) \[(\S+)\] ?(.*)$/.exec(row) ?? []
    return path && cardinality ? [[path, { cardinality, facets: facets ?? '' }] as const] : []
  })
  return new Map(rows)
}

function typesOf () {
  return new Map(
    readFileSync(new URL('xsd-types.txt', domain), 'utf8').split('\n').map((row) =>
      row.split(/: (.*)/) as [string, string]
    )
  )
}

const undocumented = ['16', '40', '54', '55']

describe("limits compared with the simulator's tables of the schemas", () => {
  const elementsOf = (branch: 'Documento' | 'Exportaciones' | 'Boleta') =>
    new Map(schemaElements(branch).map((element) => [element.path, element]))
  const dte = elementsOf('Documento')
  const exported = elementsOf('Exportaciones')
  const boleta = elementsOf('Boleta')

  /** The longest text that an element takes. */
  const longest = (elements: typeof dte, path: string) => {
    const { takes } = defined(elements.get(path))
    return Array.from({ length: 2001 }, (_, length) => length).findLast((length) => takes('x'.repeat(length)))
  }

  it.each(Object.entries(textLimits))('%s has at most %i characters', (element, limit) => {
    expect(longest(dte, element)).toBe(limit)
    if (boleta.has(element)) expect(longest(boleta, element)).toBe(limit)
  })

  it("has the boleta's own names and its free CodRef", () => {
    expect(longest(boleta, 'Encabezado/Emisor/RznSocEmisor')).toBe(textLimits['Encabezado/Emisor/RznSoc'])
    expect(longest(boleta, 'Encabezado/Emisor/GiroEmisor')).toBe(textLimits['Encabezado/Emisor/GiroEmis'])
    expect(longest(boleta, 'Referencia/CodRef')).toBe(boletaReferenceCodeLimit)
  })

  it('allows as many rows as the schemas', () => {
    const most = (path: string) => [dte.get(path)?.most, boleta.get(path)?.most]

    expect(most('Detalle')).toEqual([linesMax(false), linesMax(true)])
    expect(most('Referencia')).toEqual([referencesMax, referencesMax])
    expect(most('DscRcgGlobal')).toEqual([globalDiscountsMax, globalDiscountsMax])
    expect(most('Detalle/CodImpAdic')[0]).toBe(taxCodesPerLineMax)
  })

  it.each([
    ['Detalle/QtyItem', quantityLimits.maximum, '1000000000000'],
    ['Detalle/QtyItem', '0.000001', '0.0000001'],
    ['Detalle/DescuentoPct', percentageLimits.maximum, '1000'],
    ['Detalle/DescuentoPct', '0.01', '0.001'],
    ['Encabezado/OtraMoneda/MntTotOtrMnda', foreignAmountLimits.maximum, '100000000000000']
  ])('%s takes %s and not %s', (path, largest, larger) => {
    expect(defined(dte.get(path)).takes(largest)).toBe(true)
    expect(defined(dte.get(path)).takes(larger)).toBe(false)
  })

  it('keeps amounts in pesos to 15 digits, fewer than the schemas allow', () => {
    expect(amountLimits.maximum).toMatch(/^9{15}$/)
    expect(defined(dte.get('Encabezado/Totales/MntTotal')).takes(amountLimits.maximum)).toBe(true)
  })

  it.each([
    ['Encabezado/Totales/MntTotal', foreignAmountLimits.maximum, '100000000000000'],
    ['Encabezado/OtraMoneda/MntTotOtrMnda', foreignAmountLimits.maximum, '100000000000000'],
    ['Encabezado/Transporte/Aduana/MntFlete', foreignAmountLimits.maximum, '100000000000000'],
    ['Detalle/MontoItem', foreignAmountLimits.maximum, '0.00001'],
    ['Detalle/OtrMnda/PrcOtrMon', foreignAmountLimits.maximum, '0.00001'],
    ['DscRcgGlobal/ValorDR', foreignDiscountLimits.maximum, '0.001']
  ])('of an export, %s takes %s and not %s', (path, largest, other) => {
    expect(defined(exported.get(path)).takes(largest)).toBe(true)
    expect(defined(exported.get(path)).takes(other)).toBe(false)
  })

  it('names only taxes and payment methods of the schema', () => {
    expect(enumerated('ImpAdicDTEType').filter((code) => !findAdditionalTax(code))).toEqual(undocumented)
    expect(paymentMedias.map(({ code }) => code).sort()).toEqual(enumerated('MedioPagoType').sort())
  })
})

describe.skipIf(!present)('limits compared with the schemas', () => {
  const dte = present ? fieldsOf('dte-fields.txt') : new Map<string, { cardinality: string, facets: string }>()
  const boleta = present ? fieldsOf('boleta-fields.txt') : dte
  const types = present ? typesOf() : new Map<string, string>()

  const maxLength = (facets: string) => {
    const own = /maxLength=(\d+)/.exec(facets) ?? /maxLength=(\d+)/.exec(types.get(facets.split(' ')[0] ?? '') ?? '')
    return own?.[1] === undefined ? undefined : Number(own[1])
  }

  it.each(Object.entries(textLimits))('%s has at most %i characters', (element, limit) => {
    expect(maxLength(defined(dte.get(element)).facets)).toBe(limit)
  })

  it.each(Object.keys(textLimits).filter((element) => boleta.has(element)) as TextElement[])(
    '%s has the same limit in a boleta',
    (element) => {
      expect(maxLength(defined(boleta.get(element)).facets)).toBe(textLimits[element])
    }
  )

  it("has the boleta's own names and its free CodRef", () => {
    expect(maxLength(defined(boleta.get('Encabezado/Emisor/RznSocEmisor')).facets)).toBe(textLimits['Encabezado/Emisor/RznSoc'])
    expect(maxLength(defined(boleta.get('Encabezado/Emisor/GiroEmisor')).facets)).toBe(textLimits['Encabezado/Emisor/GiroEmis'])
    expect(maxLength(defined(boleta.get('Referencia/CodRef')).facets)).toBe(boletaReferenceCodeLimit)
  })

  it('allows as many rows as the schemas', () => {
    const most = (fields: typeof dte, path: string) => Number(defined(fields.get(path)).cardinality.split('..')[1])

    expect(most(dte, 'Detalle')).toBe(linesMax(false))
    expect(most(boleta, 'Detalle')).toBe(linesMax(true))
    expect([most(dte, 'Referencia'), most(boleta, 'Referencia')]).toEqual([referencesMax, referencesMax])
    expect([most(dte, 'DscRcgGlobal'), most(boleta, 'DscRcgGlobal')]).toEqual([globalDiscountsMax, globalDiscountsMax])
    expect(most(dte, 'Detalle/CodImpAdic')).toBe(taxCodesPerLineMax)
  })

  it('bounds numbers as the schemas do, pesos more tightly', () => {
    expect(types.get('Dec12_6Type')).toContain(`fractionDigits=${quantityLimits.decimals} `)
    expect(types.get('Dec12_6Type')).toContain(`maxInclusive=${quantityLimits.maximum}`)
    expect(types.get('PctType')).toContain(`fractionDigits=${percentageLimits.decimals} `)
    expect(types.get('PctType')).toContain(`maxInclusive=${percentageLimits.maximum}`)
    expect(types.get('MontoType')).toContain('totalDigits=18')
    expect(amountLimits.maximum).toMatch(/^9{15}$/)
    expect(types.get('Dec14_4Type')).toContain(`maxInclusive=${foreignAmountLimits.maximum}`)
    expect(types.get('Dec16_2Type')).toContain(`maxInclusive=${foreignDiscountLimits.maximum}`)
  })

  it('names only taxes and payment methods of the schema', () => {
    const enumeration = (name: string) => captured(/enum\[(.*)\]/, defined(types.get(name))).split(',')
    expect(enumeration('ImpAdicDTEType').filter((code) => findAdditionalTax(code) === undefined)).toEqual(undocumented)
    expect(paymentMedias.map(({ code }) => code).sort()).toEqual(enumeration('MedioPagoType').sort())
  })
})
