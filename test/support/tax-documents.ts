import fc from 'fast-check'
import type { Decimal } from '../../src/dte/values/amounts.ts'
import type { TaxDocument } from '../../src/dte/document.ts'
import type { DocumentType } from '../../src/dte/values/document-types.ts'
import type { Rut } from '../../src/dte/values/rut.ts'
import { prepareCase } from './document-cases.ts'
import { latin1Text } from './texts.ts'

const pesos = (amount: number) => String(amount) as Decimal
const ferreteria = '99999999-9' as Rut
const customer = '77777777-7' as Rut

const plainTypes = [33, 34, 39, 41, 56, 61] as const satisfies DocumentType[]
type PlainType = typeof plainTypes[number]

// The others are taken from the example documents.
const examples = {
  43: '043-settles-with-a-commission', 46: '046-withholds-part-of-the-vat', 52: '052-sale', 110: '110-fruit-by-sea',
  111: '111-raises-the-price', 112: '112-annuls'
} as const satisfies Partial<Record<DocumentType, string>>

export type IssuedType = PlainType | keyof typeof examples

/** The twelve types that Timbre issues. */
export const issuedTypes: readonly IssuedType[] = [...plainTypes, 43, 46, 52, 110, 111, 112]

const isExempt = (documentType: PlainType) => documentType === 34 || documentType === 41
const isBoleta = (documentType: PlainType) => documentType === 39 || documentType === 41
const isNote = (documentType: PlainType) => documentType === 56 || documentType === 61

/** A plausible document of each type, valid in the SII's schemas; of nobody real. */
export function sampleDocument (documentType: IssuedType, changes: Partial<TaxDocument> = {}): TaxDocument {
  if (documentType in examples) return exampleDocument(documentType as keyof typeof examples, changes)
  return plainDocument(documentType as PlainType, changes)
}

function exampleDocument (documentType: keyof typeof examples, changes: Partial<TaxDocument>): TaxDocument {
  const { document } = prepareCase('valid', examples[documentType])
  if (!document) throw new Error(`${examples[documentType]} is not valid`)
  return { ...document, sender: { ...document.sender, taxNumber: ferreteria }, ...changes }
}

function plainDocument (documentType: PlainType, changes: Partial<TaxDocument>): TaxDocument {
  const boleta = isBoleta(documentType)
  return {
    documentType,
    issueDate: '2026-11-20',
    linePrices: boleta ? 'gross' : 'net',
    ...(boleta ? { serviceIndicator: 3 } : {}),
    ...(!boleta && !isNote(documentType) ? { paymentMethod: 1, saleTransactionType: 1 } : {}),
    sender: {
      taxNumber: ferreteria, businessName: 'COMERCIAL LOS ÑIRES SPA',
      businessActivity: 'Venta al por menor de artículos de ferretería', activityCodes: boleta ? [] : [475201],
      address: "Av. Libertador Bernardo O'Higgins 1449", municipality: 'Santiago', city: 'Santiago'
    },
    receiver: {
      taxNumber: customer, businessName: 'Servicio de "Pruebas" & Cía', address: 'Los Aromos 120',
      municipality: 'Santiago', city: 'Santiago', ...(boleta ? {} : { businessActivity: 'Administración pública' })
    },
    lines: sampleLines(documentType),
    globalDiscounts: [],
    references: isNote(documentType)
      ? [{ lineNumber: 1, documentType: '33', folio: '41', date: '2026-11-19', code: '3', reason: 'Corrige montos' }]
      : [],
    totals: sampleTotals(documentType),
    ...changes
  }
}

function sampleLines (documentType: PlainType): TaxDocument['lines'] {
  return [
    {
      lineNumber: 1, itemName: 'Cañería de cobre ½" <tipo L> & accesorios', quantity: pesos(2), unitOfMeasure: 'UN',
      unitPrice: pesos(4500), taxCodes: [], lineTotal: pesos(9000), ...exemptLine(documentType)
    },
    {
      lineNumber: 2, itemCode: { codeType: 'INT1', codeValue: 'SKU-7' }, itemName: "Instalación O'Higgins",
      itemDescription: 'Incluye traslado', quantity: '1.5' as Decimal, unitPrice: pesos(2000), taxCodes: [],
      lineTotal: pesos(3000), ...exemptLine(documentType)
    }
  ]
}

function exemptLine (documentType: PlainType) {
  return isExempt(documentType) ? { exemptIndicator: 1 } : {}
}

function sampleTotals (documentType: PlainType): TaxDocument['totals'] {
  const none = { netAmount: pesos(0), exemptAmount: pesos(0), taxAmount: pesos(0), taxes: [] }
  if (isExempt(documentType)) return { ...none, exemptAmount: pesos(12000), totalAmount: pesos(12000) }
  if (isBoleta(documentType)) {
    return { ...none, netAmount: pesos(10084), vatRate: pesos(19), taxAmount: pesos(1916), totalAmount: pesos(12000) }
  }
  return { ...none, netAmount: pesos(12000), vatRate: pesos(19), taxAmount: pesos(2280), totalAmount: pesos(14280) }
}

/** The sample with any text in every place that takes one. */
export function anyDocument (): fc.Arbitrary<TaxDocument> {
  const text = (maxLength: number) => latin1Text({ maxLength }).map((some) => some || 'x')
  const texts = fc.record({
    names: fc.tuple(text(100), text(100)), activity: text(80), address: text(70), place: text(20),
    items: fc.array(fc.tuple(text(80), text(200)), { minLength: 1, maxLength: 8 }), reason: text(90)
  })
  return fc.tuple(fc.constantFrom(...plainTypes), texts).map(
    ([documentType, { names, activity, address, place, items, reason }]) => {
      const sample = sampleDocument(documentType)
      return {
        ...sample,
        sender: { ...sample.sender, businessName: names[0], businessActivity: activity, address, municipality: place },
        receiver: { ...sample.receiver, businessName: names[1], address, city: place },
        lines: items.map(([itemName, itemDescription], index) => ({
          lineNumber: index + 1, itemName, itemDescription, taxCodes: [], lineTotal: pesos(1000)
        })),
        references: sample.references.map((reference) => ({ ...reference, reason }))
      }
    }
  )
}
