import { describe, expect, it } from 'vitest'
import { divideHalfUp, parseExact, show } from '../../judge/exact.ts'
import { readFacts } from '../../judge/facts.ts'
import { judgeTotals } from '../../judge/totals.ts'
import { child, parseXml } from '../../judge/xml.ts'
import { sheet, write, type Node, type Order } from '../support/documents.ts'
import { defined } from '../../../test/support/expecting.ts'

/** Codes of the objections that the amounts of the document meet. */
function objections (order: Omit<Order, 'folio'>): string[] {
  const { root, body } = sheet({ folio: 1, ...order })
  const xml = parseXml(
    Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?><DTE><${root}>${write(body)}</${root}></DTE>`, 'latin1')
  )
  try {
    const signed = defined(child(xml.root, root))
    const facts = readFacts(xml.root, signed)
    return judgeTotals({ dte: xml.root, body: signed, facts, bytes: Buffer.alloc(0), stampText: '' }).map(({ code }) =>
      code
    )
  } finally {
    xml.dispose()
  }
}

const line = (fields: Node, number = 1): Node => ({ NroLinDet: number, NmbItem: 'Cosa', ...fields })
const goodLine = line({ QtyItem: 1, PrcItem: 1000, MontoItem: 1000 })

describe('lines', () => {
  it.each<[string, Node]>([
    ['quantity times price', { QtyItem: '3', PrcItem: '1000', MontoItem: 3000 }],
    ['half a peso goes up', { QtyItem: '0.5', PrcItem: '1001', MontoItem: 501 }],
    ['what a float gets wrong: 1.005 times 1000', { QtyItem: '1.005', PrcItem: '100', MontoItem: 101 }],
    ['six decimals on both sides', { QtyItem: '0.333333', PrcItem: '2999.999999', MontoItem: 1000 }],
    ['a percentage with its amount', {
      QtyItem: 1, PrcItem: 999, DescuentoPct: '10', DescuentoMonto: 100, MontoItem: 899
    }],
    ['a discount without percentage', { QtyItem: 1, PrcItem: 999, DescuentoMonto: 9, MontoItem: 990 }],
    ['a surcharge', { QtyItem: 2, PrcItem: 500, RecargoPct: '5.5', RecargoMonto: 55, MontoItem: 1055 }],
    ['an amount alone', { MontoItem: 777 }],
  ])('agree: %s', (_name, fields) => {
    const amount = Number(fields['MontoItem'])
    const vat = Number((BigInt(amount) * 19n * 2n + 100n) / 200n)
    expect(
      objections({ lines: [line(fields)], totals: { MntNeto: amount, TasaIVA: 19, IVA: vat, MntTotal: amount + vat } })
    ).toEqual([])
  })

  it('DET-2-300: an amount one peso off', () => {
    const lines = [line({ QtyItem: '0.5', PrcItem: '1001', MontoItem: 500 })]
    expect(objections({ lines, totals: { MntNeto: 500, TasaIVA: 19, IVA: 95, MntTotal: 595 } })).toEqual(['DET-2-300'])
  })

  it('DET-2-301: a percentage that does not give the discount beside it', () => {
    const lines = [line({ QtyItem: 1, PrcItem: 1000, DescuentoPct: '10', DescuentoMonto: 99, MontoItem: 901 })]
    expect(objections({ lines, totals: { MntNeto: 901, TasaIVA: 19, IVA: 171, MntTotal: 1072 } })).toEqual([
      'DET-2-301'
    ])
  })
})

describe('totals of an invoice', () => {
  const good = { MntNeto: 1000, TasaIVA: 19, IVA: 190, MntTotal: 1190 }

  it.each([
    ['HED-2-261', { ...good, MntNeto: 999 }],
    ['HED-2-263', { ...good, IVA: 191 }],
    ['HED-2-260', { ...good, MntTotal: 1191 }],
    ['HED-2-262', { MntNeto: 1000, MntExe: 5, TasaIVA: 19, IVA: 190, MntTotal: 1190 }],
    ['HED-2-265', { ...good, MontoNF: 10 }],
  ])('%s when one of them is wrong', (code, totals) => {
    expect(objections({ lines: [goodLine], totals })).toEqual([code])
  })

  it('exempt and unbilled lines have their own totals', () => {
    const lines = [
      goodLine, line({ IndExe: 1, MontoItem: 300 }, 2), line({ IndExe: 2, MontoItem: 70 }, 3),
      line({ IndExe: 6, MontoItem: 20 }, 4)
    ]
    const totals = {
      MntNeto: 1000, MntExe: 300, TasaIVA: 19, IVA: 190, MntTotal: 1490, MontoNF: 50, MontoPeriodo: 1540
    }
    expect(objections({ lines, totals })).toEqual([])
    expect(objections({ lines, totals: { ...totals, MontoPeriodo: 1541 } })).toEqual(['HED-2-265'])
  })

  it('a global discount applies to the family that it names', () => {
    const lines = [goodLine, line({ IndExe: 1, MontoItem: 300 }, 2)]
    const extra = {
      DscRcgGlobal: [{ NroLinDR: 1, TpoMov: 'D', TpoValor: '%', ValorDR: '12.5' }, {
        NroLinDR: 2, TpoMov: 'R', TpoValor: '$', ValorDR: 40, IndExeDR: 1
      }]
    }
    const totals = { MntNeto: 875, MntExe: 340, TasaIVA: 19, IVA: 166, MntTotal: 1381 }
    expect(objections({ lines, extra, totals })).toEqual([])
  })

  it('gross lines are split so that net and VAT add up', () => {
    expect(
      objections({
        header: { MntBruto: 1 }, lines: [goodLine], totals: { MntNeto: 840, TasaIVA: 19, IVA: 160, MntTotal: 1000 }
      })
    ).toEqual([])
  })

  it('additional taxes raise the total and withheld ones lower it', () => {
    const taxed = [line({ QtyItem: 1, PrcItem: 1000, CodImpAdic: 27, MontoItem: 1000 })]
    const added = {
      MntNeto: 1000, TasaIVA: 19, IVA: 190, ImptoReten: [{ TipoImp: '27', TasaImp: 10, MontoImp: 100 }], MntTotal: 1290
    }
    expect(objections({ lines: taxed, totals: added })).toEqual([])
    expect(
      objections({
        lines: taxed, totals: { ...added, ImptoReten: [{ TipoImp: '27', TasaImp: 10, MontoImp: 101 }], MntTotal: 1291 }
      })
    ).toEqual(['HED-2-264'])

    const withheld = [line({ QtyItem: 1, PrcItem: 1000, CodImpAdic: 15, MontoItem: 1000 })]
    const lowered = {
      MntNeto: 1000, TasaIVA: 19, IVA: 190, ImptoReten: [{ TipoImp: '15', TasaImp: 19, MontoImp: 190 }], MntTotal: 1000
    }
    expect(objections({ type: 46, lines: withheld, totals: lowered })).toEqual([])
  })

  it('a note that corrects texts has no amounts', () => {
    expect(objections({ type: 61, lines: [line({ MontoItem: 0 })], totals: { MntTotal: 0 } })).toEqual([])
  })

  it('a guide that is not a sale may leave its totals at zero', () => {
    expect(objections({ type: 52, lines: [line({ QtyItem: 5, MontoItem: 0 })], totals: { MntTotal: 0 } })).toEqual([])
    expect(objections({ type: 52, lines: [goodLine], totals: { MntTotal: 0 } })).toEqual([])
  })

  it('an exempt invoice has exempt lines, marked or not', () => {
    expect(objections({ type: 34, lines: [goodLine], totals: { MntExe: 1000, MntTotal: 1000 } })).toEqual([])
    expect(objections({ type: 34, lines: [goodLine], totals: { MntExe: 999, MntTotal: 999 } })).toEqual([
      'HED-2-262', 'HED-2-260'
    ])
  })
})

describe('totals of a boleta', () => {
  it('lines are gross; net and VAT may be omitted but not wrong', () => {
    expect(objections({ type: 39, lines: [goodLine], totals: { MntTotal: 1000 } })).toEqual([])
    expect(objections({ type: 39, lines: [goodLine], totals: { MntNeto: 840, IVA: 160, MntTotal: 1000 } })).toEqual([])
    expect(objections({ type: 39, lines: [goodLine], totals: { MntNeto: 841, IVA: 159, MntTotal: 1000 } })).toEqual([
      'HED-2-261', 'HED-2-263'
    ])
    expect(objections({ type: 39, lines: [goodLine], totals: { MntTotal: 1001 } })).toEqual(['HED-2-260'])
  })

  it('IndMntNeto 2 says that lines are net', () => {
    expect(
      objections({
        type: 39, header: { IndMntNeto: 2 }, lines: [goodLine], totals: { MntNeto: 1000, IVA: 190, MntTotal: 1190 }
      })
    ).toEqual([])
  })
})

describe('totals of an export', () => {
  it('decimals are rounded to the displayed ones', () => {
    const lines = [
      line({ QtyItem: '3', PrcItem: '33.3333', MontoItem: '100' }),
      line({ QtyItem: '1', PrcItem: '0.125', MontoItem: '0.125' }, 2)
    ]
    expect(objections({ type: 110, lines, totals: { TpoMoneda: 'DOLAR USA', MntExe: '100.125', MntTotal: '100.125' } }))
      .toEqual([])
    expect(objections({ type: 110, lines, totals: { TpoMoneda: 'DOLAR USA', MntExe: '100.126', MntTotal: '100.126' } }))
      .toEqual(['HED-2-262'])
  })

  it('nothing is owed when there is no payment', () => {
    expect(
      objections({
        type: 110, header: { FmaPagExp: 21 }, lines: [goodLine], totals: { TpoMoneda: 'EURO', MntExe: 0, MntTotal: 0 }
      })
    ).toEqual([])
  })
})

it('a settlement deducts its commissions', () => {
  const totals = {
    MntNeto: 1000, TasaIVA: 19, IVA: 190, Comisiones: { ValComNeto: 100, ValComExe: 0, ValComIVA: 19 }, MntTotal: 1071
  }
  expect(objections({ type: 43, lines: [goodLine], totals })).toEqual([])
  expect(objections({ type: 43, lines: [goodLine], totals: { ...totals, MntTotal: 1190 } })).toEqual(['HED-2-260'])
})

describe('exact numbers', () => {
  it('halves go away from zero', () => {
    expect([15n, -15n, 14n, -14n].map((value) => divideHalfUp(value, 10n))).toEqual([2n, -2n, 1n, -1n])
  })

  it('are read and shown without loss', () => {
    for (const text of ['0', '-12.5', '0.000001', '999999999999999999.999999', '7']) {
      expect(show(defined(parseExact(text)))).toBe(text)
    }
    expect(parseExact('')).toBeUndefined()
    expect(parseExact('1,5')).toBeUndefined()
  })
})
