import type { DocumentReason } from '../../model/reasons.ts'
import { presentable } from './answer-text.ts'

/**
 * "RCH - DTE Rechazado" gives RCH, and so does "DTE Rechazado": some answers say the code and some only what it means.
 */
export function stateIn (text: string): string {
  const code = /^[A-Z]{3}(?![A-Z])/.exec(text.trim())?.[0]
  if (code !== undefined && code !== 'DTE') return code
  if (/rechaz/i.test(text)) return 'RCH'
  if (/leve/i.test(text)) return 'RLV'
  return /reparo/i.test(text) ? 'RPR' : presentable(text)
}

/** "(REF-3-750) DTE referenciado no recibido"; the number of a line may stand inside: "REF L[2]-3-758". */
export function reasonIn (text: string, state: string): DocumentReason {
  const [code = state] = /\b[A-Z]{3}(?:\s*L(?:\[\d+\]|\d+))?-\d-\d{1,5}\b|\b[A-Z]{3}-\d{5}\b/.exec(text) ?? []
  return { code, description: presentable(text) }
}

export function withoutZeros (trackId: string): string {
  return trackId.replace(/^0+(?=\d)/, '')
}

/** Of a book: "LBR-3 Línea 4: …", "(LRH) …", or words alone. */
export function bookReasonIn (text: string): DocumentReason {
  return { code: /\b(?:L[A-Z]{2}(?:-\d){0,2}|[A-Z]{3}-\d-\d{1,4})\b/.exec(text)?.[0] ?? '', description: presentable(text) }
}
