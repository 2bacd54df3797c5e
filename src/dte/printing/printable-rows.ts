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
