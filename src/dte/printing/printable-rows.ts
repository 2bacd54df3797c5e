import { chileanPeso } from '../values/currencies.ts'

type Row = { label: string, value: string }
export type LabelledValues = [label: string, values: (string | number | undefined)[]]

/** The rows that have something to say; nothing when none has. */
export function rowsOf (labelled: LabelledValues[]): Row[] | undefined {
  const rows = labelled.map(([label, values]) => ({
    label, value: values.filter((value) => value !== undefined).join(', ')
  })).filter(({ value }) => value !== '')
  return rows.length > 0 ? rows : undefined
}

/** "21500.25" → "21.500,25" */
export function thousands (amount: string): string {
  const [whole = '', fraction] = amount.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  return fraction === undefined ? grouped : `${grouped},${fraction}`
}

/** "12.5" → "12,5 %" */
export function percent (rate: string): string {
  return `${rate.replace('.', ',')} %`
}

type Part = 'discountPercentage' | 'discountAmount' | 'surchargePercentage' | 'surchargeAmount'

/**
 * The discount and the surcharge of a line: "12,5 %: $ 1.250, + $ 300"; nothing where it has neither. Their amounts are
 * printed also where they come from a percentage [S1, B30].
 */
export function discountText (
  line: Partial<Record<Part, string | undefined>>, currency: string
): string | undefined {
  const parts = [
    partText(line.discountPercentage, line.discountAmount, currency),
    partText(line.surchargePercentage, line.surchargeAmount, currency, '+ ')
  ].filter((part) => part !== '')
  return parts.length > 0 ? parts.join(', ') : undefined
}

function partText (
  percentage: string | undefined, amount: string | undefined, currency: string, sign = ''
): string {
  const symbol = currency === chileanPeso ? '$ ' : ''
  const told = [percentage && percent(percentage), amount && symbol + thousands(amount)].filter(Boolean).join(': ')
  return told && sign + told
}
