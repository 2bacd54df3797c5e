import type { Reason } from '../judge/reasons.ts'

/** A heading, underlined, with an empty line below. */
export function headed (text: string): string[] {
  return [text, '='.repeat(text.length), '']
}

/** Lines of labels and values, with the colons below one another. */
export function labelled (rows: readonly (readonly [label: string, value: string])[]): string[] {
  const width = Math.max(...rows.map(([label]) => label.length))
  return rows.map(([label, value]) => `${label.padEnd(width)} : ${value}`)
}

/** As C writes it with `%10d`. */
export function number (digits: string, width = 10): string {
  return String(Number(digits)).padStart(width)
}

/** "(REF-3-750) Documento referenciado no recibido por el SII" */
export function reasonText ({ code, description, detail }: Reason): string {
  return `(${code}) ${description}${detail === undefined ? '' : `: ${detail}`}`
}

export function escaped (text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
}
