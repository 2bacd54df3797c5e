import type { RuleCode } from '../errors.ts'
import type { Decimal } from '../values/amounts.ts'

/** One obligation (or permission) of tax law, and what Timbre does about it. */
export interface LawRow {
  resolution: string
  /** The first issue date on which it binds, YYYY-MM-DD. */
  from: string
  /** What a document that does not meet it gets; nothing where the law permits something. */
  codes: readonly RuleCode[]
  en: string
  es: string
}

/**
 * What became compulsory when, the latest last. The issue date of the document decides, not the day on which it is
 * posted. docs/compulsory.md is made from it.
 */
export const law = {
  negativeFuelTaxes: {
    resolution: 'Ley 20.765', from: '2014-07-09', codes: [],
    en: 'The specific taxes on diesel and petrol (codes 28 and 35) may be negative: their variable part lowers them when prices rise.',
    es: 'Los impuestos específicos al diésel y a las gasolinas (códigos 28 y 35) pueden ser negativos: su componente variable los rebaja cuando suben los precios.'
  },
  lateCreditNotes: {
    resolution: 'DL 825, art. 21 N° 2 y 70 (Ley 21.398)', from: '2022-03-24', codes: ['CREDIT_NOTE_LATE'],
    en: 'Credit notes (61) lower the VAT for goods returned and services undone within six months. For later ones, set `withoutTaxReduction` (`IndNoRebaja`) unless the law gives another term.',
    es: 'Las notas de crédito (61) rebajan el débito fiscal por bienes devueltos y servicios resciliados dentro de seis meses. En las posteriores, indique `withoutTaxReduction` (`IndNoRebaja`), salvo que la ley dé otro plazo.'
  },
  itemNames: {
    resolution: 'Res. Ex. SII 36/2024', from: '2024-07-01', codes: ['ITEM_NAME_VAGUE'],
    en: 'Each line of 33, 34, 43, 46, 52, 56 and 61 names the goods or services in clear words; "Varios", "Producto" or "-" do not.',
    es: 'Cada línea de 33, 34, 43, 46, 52, 56 y 61 nombra los bienes o servicios en términos claros; «Varios», «Producto» o «-» no lo hacen.'
  },
  largeBoletas: {
    resolution: 'Ley 21.713 (Código Tributario, art. 92 ter)', from: '2024-12-31', codes: ['BOLETA_ABOVE_LIMIT'],
    en: 'Boletas (39, 41) above 135 UF name the buyer, with RUT, and the means of payment.',
    es: 'Las boletas (39, 41) de más de 135 UF indican el nombre y el RUT del comprador y el medio de pago.'
  },
  guideTransport: {
    resolution: 'Res. Ex. SII 154/2025', from: '2026-11-01', codes: ['TRANSFER_DATA_MISSING', 'FORMAT_MEMBER_EXPECTED'],
    en: 'Delivery notes (52) say who carries the goods (`dispatchType`) and, if the sender does, the journey: vehicle, driver, destination, departure; to the receiver also arrival and carrier.',
    es: 'Las guías de despacho (52) indican quién traslada los bienes (`dispatchType`) y, si es el emisor, el traslado: vehículo, chofer, destino y salida; hacia el receptor, también llegada y transportista.'
  },
  invoiceTransport: {
    resolution: 'Res. Ex. SII 154/2025', from: '2026-11-01', codes: ['FORMAT_MEMBER_EXPECTED'],
    en: 'Invoices (33, 34) that move goods (with `dispatchType` or `transport`, and no reference to a delivery note) say the same.',
    es: 'Las facturas (33, 34) que amparan el traslado de bienes (con `dispatchType` o `transport` y sin referencia a una guía) indican lo mismo.'
  }
} as const satisfies Record<string, LawRow>

/**
 * UF of 31 December, in pesos, by year: it fixes the limits of the next year. Source: [S42]. Add the new year's in
 * December.
 */
export const ufAtYearEnd: Readonly<Record<string, Decimal>> = {
  2023: '36789.36' as Decimal,
  2024: '38416.69' as Decimal,
  2025: '39727.96' as Decimal
}

/** Pesos for one UF in limits of documents issued on that date; of the latest year that is known, if not of its own. */
export function ufOfYear (issueDate: string): Decimal {
  const before = String(Number(issueDate.slice(0, 4)) - 1)
  const latest = Object.keys(ufAtYearEnd).toSorted().findLast((year) => year <= before)
  return ufAtYearEnd[latest ?? '2023'] as Decimal
}
