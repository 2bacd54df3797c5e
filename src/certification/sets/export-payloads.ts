import { isContainer } from '../../dte/tables/customs-tables.ts'
import { decimalFromNumber, percentageHalfUp, toNumber } from '../../dte/values/amounts.ts'
import type { AbroadOptions, CaseContent, CaseLine, CaseOptions } from './case-content.ts'
import type { TestCase, TestRow } from './test-set.ts'
import { exportReferenceOf, exportValueOf, type ExportKey } from './words.ts'

type Header = NonNullable<CaseContent['header']>

const paidInAdvance = 32
const servicesOfCustoms = 3
const hotel = 4
const passportType = '813'

/** What an export invoice says. Throws RangeError without `abroad`, or without the rate of its currency. */
export function exportContent (one: TestCase, { abroad, issueDate }: CaseOptions): CaseContent {
  if (!abroad) throw new RangeError('An export needs a customer abroad')
  const facts = factsOf(one)
  const currency = facts('MONEDA DE LA OPERACION') ?? ''
  const exchangeRate = abroad.exchangeRates[currency]
  if (exchangeRate === undefined) throw new RangeError(`No rate of exchange for ${currency}`)
  const nationality = facts('NACIONALIDAD')
  const types = one.exportReferences.flatMap((name) => exportReferenceOf(name) ?? [])
  return {
    receiver: nationality === undefined
      ? abroad.receiver
      : { ...abroad.receiver, foreign: { nationality: String(nationality) } },
    documentId: documentIdOf(facts, { types, abroad, isHotel: nationality !== undefined }),
    header: {
      totals: { currency }, otherCurrency: { exchangeRate },
      ...(nationality === undefined && { transport: { customs: customsOf(facts, abroad) } })
    },
    details: one.rows.map((row, index) => exportLine(row, index, one)),
    globalDiscounts: surchargesOf(one, facts),
    references: [
      ...types.map((documentType) => ({ documentType, folio: '1', date: issueDate })),
      ...(nationality === undefined ? [] : [{ documentType: passportType, folio: abroad.passport ?? '1', date: issueDate }])
    ]
  }
}

type Facts = <K extends ExportKey>(key: K) => ReturnType<typeof exportValueOf<K>> | undefined

function factsOf ({ exportFacts }: TestCase): Facts {
  return (key) => {
    const word = exportFacts[key]
    return word === undefined ? undefined : exportValueOf(key, word)
  }
}

function documentIdOf (
  facts: Facts, { types, abroad, isHotel }: { types: readonly string[], abroad: AbroadOptions, isHotel: boolean }
): NonNullable<CaseContent['documentId']> {
  const exportPaymentMethod = facts('FORMA DE PAGO EXPORTACION')
  const serviceIndicator = isHotel ? hotel : types.includes('812') ? servicesOfCustoms : undefined
  return {
    exportPaymentMethod, serviceIndicator,
    ...(exportPaymentMethod === paidInAdvance && { paidOn: abroad.paidOn })
  }
}

function customsOf (
  facts: Facts, { marks, containerId, seal, sealIssuer }: AbroadOptions
): NonNullable<NonNullable<Header['transport']>['customs']> {
  const packageType = facts('TIPO DE BULTO')
  const quantity = facts('TOTAL BULTOS')
  const country = facts('PAIS RECEPTOR Y PAIS DESTINO')
  return {
    saleMode: facts('MODALIDAD DE VENTA'), saleClause: facts('CLAUSULA DE VENTA DE EXPORTACION'),
    saleClauseAmount: facts('TOTAL CLAUSULA DE VENTA'), transportMode: facts('VIA DE TRANSPORTE'),
    loadingPort: facts('PUERTO DE EMBARQUE'), unloadingPort: facts('PUERTO DE DESEMBARQUE'),
    tareUnit: facts('UNIDAD DE MEDIDA DE TARA'), grossWeightUnit: facts('UNIDAD PESO BRUTO'),
    netWeightUnit: facts('UNIDAD PESO NETO'), totalPackages: quantity,
    ...(packageType !== undefined && {
      packages: [{
        packageType, quantity, marks,
        ...(isContainer(packageType) && { containerId, seal, sealIssuer })
      }]
    }),
    freightAmount: facts('FLETE'), insuranceAmount: facts('SEGURO'),
    receiverCountry: country, destinationCountry: country
  }
}

function exportLine (row: TestRow, index: number, one: TestCase): CaseLine {
  const { name, quantity = 1, unit, price = row.total } = row
  return {
    itemName: name, quantity, unitOfMeasure: unit, unitPrice: price,
    discountPercentage: one.lineDiscounts.find((discount) => discount.row === index + 1)?.percentage,
    surchargePercentage: one.lineSurcharge
  }
}

/** Freight, insurance and commissions raise the total too. */
function surchargesOf (one: TestCase, facts: Facts): NonNullable<CaseContent['globalDiscounts']> {
  const clause = facts('TOTAL CLAUSULA DE VENTA') ?? 0
  const rows: [string, number | undefined][] = [
    ['Flete', facts('FLETE')], ['Seguro', facts('SEGURO')],
    ['Comisiones en el extranjero', one.clauseSurcharge && percentOf(clause, one.clauseSurcharge)]
  ]
  return rows.flatMap(([description, value]) => value === undefined
    ? []
    : [{ movement: 'R' as const, description, valueType: '$' as const, value }])
}

function percentOf (amount: number, percentage: number): number {
  return toNumber(percentageHalfUp(decimalFromNumber(amount), decimalFromNumber(percentage), 2))
}
