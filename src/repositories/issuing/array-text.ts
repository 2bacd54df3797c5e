/** PostgreSQL's text of an array [8.15.6 of its manual]: many values of a column in one parameter. */
export function arrayText (values: readonly (string | number | null)[]): string {
  let text = '{'
  for (const value of values) {
    if (text.length > 1) text += ','
    text += typeof value === 'string' ? quoted(value) : String(value ?? 'NULL')
  }
  return `${text}}`
}

const special = /["\\]/

function quoted (value: string): string {
  return special.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`
}

/** PostgreSQL's text of bytes, as an element of an array. */
export function bytesText (bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`
}
