/** What an address may say comes from anywhere: these tell what makes sense. */
export function isWhole (value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}

/** A calendar date: `2026-11-22`. */
export function isDate (value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString().startsWith(value)
}

/** What somebody searches for; empty for nothing. Digits alone come as a number. */
export function textOf (value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 100) : ''
}
