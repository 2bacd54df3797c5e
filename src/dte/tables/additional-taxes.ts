import type { Decimal } from '../values/amounts.ts'
import type { DocumentType } from '../values/document-types.ts'

/** VAT in percent (DL 825 [S16], art. 14). */
export const vatRate = '19' as Decimal

/** How a client names VAT itself in a list of taxes. */
export const vatCode = 'IVA'

/**
 * `rate`: a part of the lines that carry it. `amount`: a specific tax in UTM by volume, whose amount is posted.
 * `margin` and `slaughter`: on a base that the line states separately. `withheld`: kept back by the buyer, in 46 and
 * the notes about it; `gold` in sales as well, and so is `income`, which is not VAT.
 */
export type TaxKind = 'rate' | 'amount' | 'margin' | 'slaughter' | 'withheld' | 'gold' | 'income'

interface AdditionalTax {
  kind: TaxKind
  /** In percent. */
  rate?: Decimal
  name: string
}

const byRate = (rate: string, name: string): AdditionalTax => ({ kind: 'rate', rate: rate as Decimal, name })
const byAmount = (name: string): AdditionalTax => ({ kind: 'amount', name })
const onMargin = (rate: string, name: string): AdditionalTax => ({ kind: 'margin', rate: rate as Decimal, name })
const onSlaughter = (rate: string, name: string): AdditionalTax => ({ kind: 'slaughter', rate: rate as Decimal, name })
const withheld = (rate: string, name: string): AdditionalTax => ({ kind: 'withheld', rate: rate as Decimal, name })

/**
 * TipoImp and CodImpAdic [S1, section 4]. DTE_v10 [S5] admits 16, 40, 54 and 55 too: the first two were
 * withdrawn, the others are not documented.
 */
const additionalTaxes = new Map<string, AdditionalTax>(Object.entries({
  14: onMargin('19', 'IVA de margen de comercialización'),
  15: withheld('19', 'IVA retenido total'),
  17: onSlaughter('5', 'IVA anticipado faenamiento carne'),
  18: byRate('5', 'IVA anticipado carne'),
  19: byRate('12', 'IVA anticipado harina'),
  23: byRate('15', 'Impuesto adicional art. 37 letras a), b), c)'),
  24: byRate('31.5', 'Licores, piscos, whisky, destilados art. 42 b)'),
  25: byRate('20.5', 'Vinos art. 42 c)'),
  26: byRate('20.5', 'Cervezas y bebidas alcohólicas art. 42 c)'),
  27: byRate('10', 'Bebidas analcohólicas y minerales art. 42 a)'),
  271: byRate('18', 'Bebidas analcohólicas con alto azúcar art. 42 a) inc. 2'),
  28: byAmount('Impuesto específico diésel'),
  30: withheld('10', 'IVA retenido legumbres'),
  301: withheld('19', 'IVA retenido legumbres total'),
  31: withheld('19', 'IVA retenido productos silvestres'),
  32: withheld('8', 'IVA retenido ganado'),
  321: withheld('19', 'IVA retenido ganado total'),
  33: withheld('8', 'IVA retenido madera'),
  331: withheld('19', 'IVA retenido madera total'),
  34: withheld('4', 'IVA retenido trigo'),
  341: withheld('19', 'IVA retenido trigo total'),
  35: byAmount('Impuesto específico gasolina'),
  36: withheld('10', 'IVA retenido arroz'),
  361: withheld('19', 'IVA retenido arroz total'),
  37: withheld('10', 'IVA retenido hidrobiológicas'),
  371: withheld('19', 'IVA retenido hidrobiológicas total'),
  38: withheld('19', 'IVA retenido chatarra'),
  39: withheld('19', 'IVA retenido PPA'),
  41: withheld('19', 'IVA retenido construcción'),
  44: byRate('15', 'Impuesto adicional art. 37 letras e), h), i), l)'),
  45: byRate('50', 'Impuesto adicional art. 37 letra j) pirotecnia'),
  46: { kind: 'gold', rate: '19' as Decimal, name: 'IVA retenido oro' },
  47: withheld('19', 'IVA retenido cartones'),
  48: withheld('14', 'IVA retenido frambuesas y pasas'),
  481: withheld('19', 'IVA retenido frambuesas y pasas total'),
  49: withheld('0', 'Factura de compra sin retención (Bolsa de Productos)'),
  50: onMargin('19', 'IVA de margen de comercialización instrumentos de prepago'),
  51: byAmount('Impuesto gas natural comprimido'),
  52: byAmount('Impuesto gas licuado'),
  53: { kind: 'income', rate: '0.5' as Decimal, name: 'Impuesto retenido suplementeros' }
}))

/** Every tax with its code. */
export const additionalTaxList: readonly (AdditionalTax & { code: string })[] =
  Array.from(additionalTaxes, ([code, tax]) => ({ code, ...tax }))

export function findAdditionalTax (code: string): AdditionalTax | undefined {
  return additionalTaxes.get(code)
}

/** As printed in the totals: "Vinos art. 42 c) 20.5 %". */
export function additionalTaxName (code: string): string {
  return additionalTaxes.get(code)?.name ?? `Impuesto ${code}`
}

const added: readonly TaxKind[] = ['rate', 'amount', 'margin', 'slaughter']
const inSalesToo: readonly TaxKind[] = ['gold', 'income']
const keptBack: readonly TaxKind[] = ['withheld', ...inSalesToo]

/**
 * The kinds of taxes that the lines of a document may carry [S1, section 4]: those that add to the total, and those on
 * gold and newspapers, in sales and the notes about them; those withheld in purchases and the notes about those.
 */
export function taxKindsOf (type: DocumentType, { aboutPurchase }: { aboutPurchase: boolean }): readonly TaxKind[] {
  if (type === 46) return keptBack
  if (type === 56 || type === 61) return aboutPurchase ? keptBack : [...added, ...inSalesToo]
  if (type === 33) return [...added, ...inSalesToo]
  return type === 52 ? added : []
}

/** Whether the buyer keeps the tax back, so that it lowers the total. */
export function isWithheld (code: string): boolean {
  const kind = findAdditionalTax(code)?.kind
  return kind !== undefined && keptBack.includes(kind)
}

/** Whether the tax is VAT that the buyer keeps back. */
export function isWithheldVat (code: string): boolean {
  const kind = findAdditionalTax(code)?.kind
  return kind === 'withheld' || kind === 'gold'
}

/** Whether the tax is on a base that its lines say apart, which global discounts do not change. */
export function hasOwnBase (code: string): boolean {
  const kind = findAdditionalTax(code)?.kind
  return kind === 'margin' || kind === 'slaughter'
}

/** What a tax of a line is on: its total, or a base that the line says apart; nothing when it does not. */
export function taxBaseOf (
  code: string,
  { lineTotal, withholdingAgent }: {
    lineTotal: Decimal, withholdingAgent?: { margin?: Decimal, slaughterBase?: Decimal }
  }
): Decimal | undefined {
  const kind = findAdditionalTax(code)?.kind
  if (kind === 'margin') return withholdingAgent?.margin
  return kind === 'slaughter' ? withholdingAgent?.slaughterBase : lineTotal
}
