import fc from 'fast-check'
import type { BookCover } from '../../src/certification/books/book.ts'
import type { FolioConsumption } from '../../src/certification/books/folio-consumption.ts'
import type { GuideBook } from '../../src/certification/books/guide-book.ts'
import type { PurchaseBook, SalesBook } from '../../src/certification/books/trade-book.ts'
import type { PurchaseEntry, SalesEntry } from '../../src/certification/books/trade-columns.ts'
import type { Decimal } from '../../src/dte/values/amounts.ts'
import { bookSchemaProblems, parseXml } from '../../sii-simulator/index.ts'
import { latin1Text } from './texts.ts'

export const pesos = (amount: number) => String(amount) as Decimal
const rate = pesos(19)

export const bookCover: BookCover = {
  issuer: '99999999-9', sender: '11111111-1', period: '2026-10', resolutionDate: '2026-09-01', resolutionNumber: 0,
  notificationNumber: 4943175, signedAt: '2026-11-20T07:30:00'
}

const party = { date: '2026-10-05', taxNumber: '78885550-8' }

/** The purchases of a set of test cases, with every kind of VAT that it knows. */
export const purchases: PurchaseBook = {
  kind: 'purchases', cover: bookCover, proportionality: '0.6' as Decimal,
  entries: [
    {
      ...party, documentType: 30, folio: 234, taxRate: rate, name: 'Proveedor Ñandú & Cía.', net: pesos(60321),
      vat: pesos(11461), total: pesos(71782)
    },
    {
      ...party, documentType: 33, folio: 32, taxRate: rate, exempt: pesos(11029), net: pesos(12567), vat: pesos(2388),
      total: pesos(25984)
    },
    {
      ...party, documentType: 30, folio: 781, taxRate: rate, name: 'PROVEEDOR', net: pesos(30256), vat: pesos(0),
      commonUseVat: pesos(5749), total: pesos(36005)
    },
    {
      ...party, documentType: 60, folio: 451, taxRate: rate, name: 'PROVEEDOR', net: pesos(2974), vat: pesos(565),
      total: pesos(3539)
    },
    {
      ...party, documentType: 33, folio: 67, taxRate: rate, net: pesos(12602), vat: pesos(0),
      vatNotRecoverable: [{ code: 4, amount: pesos(2394) }], total: pesos(14996)
    },
    {
      ...party, documentType: 46, folio: 9, taxRate: rate, net: pesos(10866), vat: pesos(2065),
      otherTaxes: [{ code: 15, rate, amount: pesos(2065) }], total: pesos(10866)
    },
    {
      ...party, documentType: 60, folio: 211, taxRate: rate, name: 'PROVEEDOR', net: pesos(10068), vat: pesos(1913),
      total: pesos(11981)
    }
  ]
}

const client = { ...party, name: 'CLIENTE' }

/** The sales of a basic set of test cases. */
export const sales: SalesBook = {
  kind: 'sales', cover: bookCover,
  entries: [
    sale(33, 1, 0, 123829, 23528, 147357), sale(33, 2, 0, 301536, 57292, 358828),
    sale(33, 3, 34637, 432124, 82104, 548865), sale(33, 4, 13520, 61705, 11724, 86949),
    { ...client, documentType: 61, folio: 1, reference: { documentType: 33, folio: 1 }, total: pesos(0) },
    { ...sale(61, 2, 0, 126347, 24006, 150353), reference: { documentType: 33, folio: 2 } },
    { ...sale(61, 3, 34637, 432124, 82104, 548865), reference: { documentType: 33, folio: 3 } },
    { ...client, documentType: 56, folio: 1, reference: { documentType: 61, folio: 1 }, total: pesos(0) }
  ]
}

function sale (
  documentType: number, folio: number, exempt: number, net: number, vat: number, total: number
): SalesEntry {
  return {
    ...client, documentType, folio, taxRate: rate, ...(exempt > 0 && { exempt: pesos(exempt) }), net: pesos(net),
    vat: pesos(vat), total: pesos(total)
  }
}

export const guides: GuideBook = {
  cover: bookCover,
  guides: [
    { ...party, folio: 1, transferType: 5, taxNumber: bookCover.issuer, name: 'EMISOR', total: pesos(0) },
    {
      ...client, folio: 2, transferType: 1, net: pesos(2586065), taxRate: rate, vat: pesos(491352),
      total: pesos(3077417)
    },
    { folio: 3, isAnnulled: true }
  ]
}

export const consumption: FolioConsumption = {
  cover: {
    issuer: '99999999-9', sender: '11111111-1', resolutionDate: '2026-09-01', resolutionNumber: 0,
    from: '2026-10-05', to: '2026-10-05', sequence: 1, signedAt: '2026-11-20T07:30:00'
  },
  issued: [
    [25042, 4758, 0, 29800], [1714, 326, 0, 2040], [3445, 655, 0, 4100], [10689, 2031, 2000, 14720],
    [2941, 559, 0, 3500]
  ].map(([net = 0, vat = 0, exempt = 0, total = 0], index) => ({
    documentType: 39, folio: index + 1, net: pesos(net), vat: pesos(vat), exempt: pesos(exempt), total: pesos(total)
  }))
}

/** The values of a book's summary, by type of document: [TotDoc, TotMntExe, …]. */
export function summaryOf (xml: Buffer): Record<string, string[]> {
  return Object.fromEntries([...xml.toString('latin1').matchAll(/<TotalesPeriodo>(.*?)<\/TotalesPeriodo>/g)].map(
    ([, inner = '']) => {
      const [type = '', ...values] = [...inner.matchAll(/>([^<]+)</g)].map(([, value = '']) => value)
      return [type, values]
    }))
}

/** What the simulator's tables of the schemas say against a book. */
export function tableComplaints (xml: Buffer): string[] {
  const { root, dispose } = parseXml(xml)
  try {
    return bookSchemaProblems(root)
  } finally {
    dispose()
  }
}

const amount = fc.integer({ min: 0, max: 999_999_999_999 }).map(pesos)
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })

const common = {
  documentType: fc.constantFrom(30, 33, 34, 35, 39, 43, 45, 46, 55, 56, 60, 61, 110, 112, 914),
  date: fc.constant('2026-10-05'), taxNumber: fc.constantFrom('78885550-8', '60803000-K', '1-9'),
  name: optional(latin1Text()),
  taxRate: optional(fc.constantFrom(rate, '0' as Decimal, '10.55' as Decimal)),
  exempt: optional(amount), net: optional(amount), vat: optional(amount), total: amount
}

const salesEntry = fc.record({
  ...common, reference: optional(fc.constant({ documentType: 33, folio: 7 }))
})

const purchaseEntry = fc.record({
  ...common, commonUseVat: optional(amount),
  otherTaxes: optional(fc.array(
    fc.record({ code: fc.constantFrom(14, 15, 27, 271, 481), rate: fc.constant(rate), amount }), { maxLength: 4 })),
  vatNotRecoverable: optional(fc.array(
    fc.record({ code: fc.constantFrom(1, 2, 3, 4, 9), amount }), { maxLength: 5 }))
})

const numbered = <T>(entry: fc.Arbitrary<T>) => fc.array(entry, { minLength: 1, maxLength: 8 }).map((entries) =>
  entries.map((one, index) => ({ ...withoutGaps(one as object), folio: index + 1 })))

/** Books with every member that an entry may have, there or not. */
export const anyTradeBook: fc.Arbitrary<SalesBook | PurchaseBook> = fc.oneof(
  numbered(salesEntry).map((entries) => ({
    kind: 'sales' as const, cover: bookCover, entries: entries as SalesEntry[]
  })),
  numbered(purchaseEntry).map((entries) => ({
    kind: 'purchases' as const, cover: bookCover, proportionality: '0.6' as Decimal, entries: entries as PurchaseEntry[]
  }))
)

const guide = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      transferType: fc.integer({ min: 1, max: 7 }), date: fc.constant('2026-10-05'), taxNumber: fc.constant('1-9'),
      name: optional(latin1Text()), net: optional(amount), taxRate: fc.constant(rate), vat: optional(amount),
      total: amount
    })
  },
  { weight: 1, arbitrary: fc.record({ isAnnulled: fc.constant(true) }) }
)

export const anyGuideBook: fc.Arbitrary<GuideBook> =
  numbered<object>(guide).map((entries) => ({ cover: bookCover, guides: entries as GuideBook['guides'][number][] }))

/** Without its undefined members, also of what is inside. */
function withoutGaps (value: object): object {
  return JSON.parse(JSON.stringify(value)) as object
}
