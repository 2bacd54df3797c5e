/**
 * Cells as spreadsheets put them on the clipboard: tabs between columns, quotes around cells with line breaks.
 * Undefined for a text that is one cell.
 */
export function cellsIn (text: string): string[][] | undefined {
  const rows: string[][] = [[]]
  const whole = text.replaceAll('\r\n', '\n').replace(/\n+$/, '')
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))([\t\n]|$)/y
  for (;;) {
    const [, quoted, plain = '', separator] = cell.exec(whole) ?? []
    rows.at(-1)!.push((quoted === undefined ? plain : quoted.replaceAll('""', '"').replaceAll('\n', ' ')).trim())
    if (!separator) break
    if (separator === '\n') rows.push([])
  }
  return rows.length > 1 || rows[0]!.length > 1 ? rows : undefined
}
