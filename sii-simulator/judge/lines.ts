import { parseExact, type Millionths } from './exact.ts'
import { child, childrenOf, textAt, type Element } from './xml.ts'

/** The total that a line belongs to: with VAT, exempt, not billed, or none. */
export type Family = 'affected' | 'exempt' | 'notBilled' | 'none'

interface Adjustment { rate: Millionths | undefined, amount: Millionths }

export interface Line {
  number: number
  /** IndExe 4 and 5: the amount is 0 at any price. */
  isUncounted: boolean
  family: Family
  quantity: Millionths | undefined
  price: Millionths | undefined
  discount: Adjustment
  surcharge: Adjustment
  /** Negative if IndExe is 6. */
  amount: Millionths
  amountText: string
  taxCodes: string[]
}

export interface Global { family: Family, isPercentage: boolean, value: Millionths, sign: 1n | -1n }
export interface Tax { code: string, rate: Millionths | undefined, amount: Millionths }

const whollyExempt = [34, 41, 110, 111, 112]

export function readLines (body: Element, documentType: number): Line[] {
  return childrenOf(body, 'Detalle').map((row) => {
    const at = (name: string) => textAt(row, name)?.trim()
    const exemption = at('IndExe') ?? ''
    const amountText = at('MontoItem') ?? ''
    const amount = parseExact(amountText) ?? 0n
    return {
      number: Number(at('NroLinDet')),
      isUncounted: exemption === '4' || exemption === '5',
      family: familyOf(exemption, documentType),
      quantity: parseExact(at('QtyItem')),
      price: parseExact(at('PrcItem')),
      discount: { rate: parseExact(at('DescuentoPct')), amount: parseExact(at('DescuentoMonto')) ?? 0n },
      surcharge: { rate: parseExact(at('RecargoPct')), amount: parseExact(at('RecargoMonto')) ?? 0n },
      amount: exemption === '6' ? -amount : amount,
      amountText,
      taxCodes: childrenOf(row, 'CodImpAdic').map(({ text }) => text.trim()),
    }
  })
}

/** By IndExe: 1 is exempt, 2 and 6 are not billed, and 3 to 5 belong to no total (deposits, no sale, deductions). */
function familyOf (exemption: string, documentType: number): Family {
  if (exemption === '2' || exemption === '6') return 'notBilled'
  if (['3', '4', '5'].includes(exemption)) return 'none'
  return exemption === '1' || whollyExempt.includes(documentType) ? 'exempt' : 'affected'
}

export function readGlobals (body: Element, documentType: number): Global[] {
  return childrenOf(body, 'DscRcgGlobal').map((row) => {
    const exemption = textAt(row, 'IndExeDR')?.trim() ?? ''
    return {
      family: exemption === '2' ? 'notBilled' : familyOf(exemption, documentType),
      isPercentage: textAt(row, 'TpoValor')?.trim() === '%',
      value: parseExact(textAt(row, 'ValorDR')) ?? 0n,
      sign: textAt(row, 'TpoMov')?.trim() === 'D' ? -1n : 1n,
    }
  })
}

export function readTaxes (body: Element): Tax[] {
  const totals = child(child(body, 'Encabezado'), 'Totales')
  return childrenOf(totals, 'ImptoReten').map((row) => ({
    code: textAt(row, 'TipoImp')?.trim() ?? '',
    rate: parseExact(textAt(row, 'TasaImp')),
    amount: parseExact(textAt(row, 'MontoImp')) ?? 0n,
  }))
}
