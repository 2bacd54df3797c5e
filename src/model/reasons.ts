import { z } from 'zod'
import type { Sentence } from '../shared/errors.ts'

/** A code of the SII, of shared/errors.ts or of dte/errors.ts, and what was said about it. */
export interface DocumentReason {
  code: string
  description: string
  /** The particulars of Timbre's own codes, which their sentence in the table lacks. */
  explanation?: Sentence | undefined
  /** ISO 8601. Until when the document is held, if that is known. */
  until?: string | undefined
}

const sentence = z.object({ en: z.string(), es: z.string() })

const documentReason = z.object({
  code: z.string(), description: z.string(), explanation: sentence.optional(),
  until: z.string().optional()
})

const storedReason = z.object({ code: z.string(), reasons: z.array(documentReason).default([]) })
const storedVerdict = z.object({ state: z.string(), reasons: z.array(documentReason).default([]) })

/** Why a document waits, is delayed, failed, was rejected or objected to: the column `reason`. */
export type Reason = z.output<typeof storedReason>
/** As it is written; `reasons` may be left out. */
export type NewReason = z.input<typeof storedReason>
/** The SII's verdict on a document: the column `verdict`. */
export type Verdict = z.output<typeof storedVerdict>

/** Why a note waits: a document that it changes has no verdict yet. */
export const referencePending = 'REFERENCE_PENDING'

/** Null for none. Throws ZodError. */
export function readSentence (stored: unknown): Sentence | null {
  return stored === null ? null : sentence.parse(stored)
}

/** Null for no reason, which is stored as null or {}. Throws ZodError. */
export function readReason (stored: unknown): Reason | null {
  const isNone = typeof stored !== 'object' || stored === null || !('code' in stored)
  return isNone ? null : storedReason.parse(stored)
}

/** Its particulars, or else its code alone. */
export function eachReason ({ code, reasons }: Reason): DocumentReason[] {
  return reasons.length > 0 ? reasons : [{ code, description: '' }]
}

/** Null before the verdict. Throws ZodError. */
export function readVerdict (stored: unknown): Verdict | null {
  return stored === null ? null : storedVerdict.parse(stored)
}
