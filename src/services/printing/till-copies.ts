import { tillStamp } from '../../dte/printing/barcode.ts'
import { errorTable, type ErrorCode, ServiceError, type Sentence } from '../../shared/errors.ts'
import { timeoutSignal } from '../../shared/timeout-signal.ts'
import type { Actor } from '../actor.ts'
import type { PdfFormat } from '../ports.ts'
import type { Printables } from './printables.ts'
import type { Printing } from './printing.ts'

export const tillMembers = ['ted', 'stamp', 'pdf'] as const
export type TillMember = typeof tillMembers[number]

export interface TillRequest {
  include: readonly TillMember[]
  /** Of the PDF. */
  format?: PdfFormat | undefined
}

/** What was asked for: the TED as text, the stamp and the PDF in base64; null for what could not be had. */
export interface TillCopies extends Partial<Record<TillMember, string | null>> {
  notIncluded?: { member: TillMember, errorCode: string, message: Sentence }[]
}

export interface TillCopiesDependencies {
  printables: Pick<Printables, 'get'>
  printing: Pick<Printing, 'getPdfIfDrawn'>
}

// The answer has to leave before the request's own 25 seconds are over, or the client would not hear of its document.
const longestWaitMs = 10_000

/** What a till prints, beside a receipt: a document that was issued is answered, whatever becomes of its copies. */
export function createTillCopies ({ printables, printing }: TillCopiesDependencies) {
  async function copyOf (
    actor: Actor, correlationId: string, member: TillMember, format: PdfFormat | undefined
  ): Promise<string> {
    if (member === 'pdf') {
      const signal = AbortSignal.any([timeoutSignal(longestWaitMs), ...actor.signal ? [actor.signal] : []])
      const file = await printing.getPdfIfDrawn({ ...actor, signal }, { correlationId, format, cedible: false })
      if (!file) throw new ServiceError('PDF_UNAVAILABLE')
      return file.bytes.toString('base64')
    }
    const { document: { ted } } = await printables.get(actor, correlationId)
    return member === 'ted' ? ted : tillStamp(ted).toString('base64')
  }

  return async function tillCopies (
    actor: Actor, correlationId: string, { include, format }: TillRequest
  ): Promise<TillCopies> {
    const copies: TillCopies = {}
    for (const member of include) {
      try {
        copies[member] = await copyOf(actor, correlationId, member, format)
      } catch (error) {
        const code = codeOf(error, member)
        copies[member] = null
        copies.notIncluded = [...copies.notIncluded ?? [], { member, errorCode: code, message: sentenceOf(code) }]
      }
    }
    return copies
  }
}

export type TillCopiesOf = ReturnType<typeof createTillCopies>

function codeOf (error: unknown, member: TillMember): ErrorCode {
  if (error instanceof ServiceError) return error.code
  return member === 'pdf' ? 'PDF_UNAVAILABLE' : 'INTERNAL'
}

function sentenceOf (code: ErrorCode): Sentence {
  const { en, es } = errorTable[code]
  return { en, es }
}
