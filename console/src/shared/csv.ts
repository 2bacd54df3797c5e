export type Cell = string | number

/**
 * A table as the spreadsheets of Chile open it: semicolons between cells, a comma before decimals, UTF-8 with its mark.
 * A text that a spreadsheet would compute is kept from being one.
 */
export function csvOf (head: readonly string[], rows: ReadonlyArray<readonly Cell[]>): Blob {
  const cellOf = (cell: Cell) => typeof cell === 'number'
    ? String(cell).replace('.', ',')
    : `"${(/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`
  const lines = [head, ...rows].map((row) => row.map(cellOf).join(';'))
  return new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' })
}
