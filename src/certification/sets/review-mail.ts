import { plainOf } from './lines.ts'

/** What the SII's mail "Resultado de Revision del Set de Prueba" says [S25]. */
export interface SetReview {
  /** Null where the mail names none. */
  attentionNumber: number | null
  /** Of the reviewed envelope, without leading zeros; null where the mail names none. */
  trackId: string | null
  outcome: 'approved' | 'notApproved'
  reasons: ReviewedCase[]
}

export interface ReviewedCase { case: number | null, documentType: number | null, folio: number | null, text: string }

const attentionShapes = [/\bSETMAIL0*(\d{1,10})\b/, /(?:NUMERO DE ATENCION|IDENTIFICADOR DEL SET) ?:? ?0*(\d{1,10})\b/]
const trackShape = /(?:TRACK ?ID|(?:NUMERO|IDENTIFICADOR) DE ENVIO|ENVIO N[RO°º.]*) ?:? ?0*(\d{6,15})\b/
const caseShape = /\bCASO[ -]+(?:\d{1,10}-)?(\d{1,3})\b/
const documentShape = /\bTIPO(?: DOC[A-Z.]*)? ?:? ?(\d{2,3})\b.*\bFOLIO ?:? ?(\d{1,10})\b/
const faultShape = /NO CUADRAN?\b|DEBE TENER|NO CORRESPONDEN?\b|NO ESTA EN EL ENVIO|NO INFORMA|INCORRECT[AO]\b/

/** Whether subject and text are those of a mail about a set, whatever it says. */
export function isReviewMail (text: string): boolean {
  return /SETMAIL\d|Resultado de Revisi[oó]n del Set de Prueba/i.test(text.slice(0, 2500))
}

/**
 * Reads subject and text of the mail. Undefined for another mail, and for one that says neither SOK nor SRH, or both.
 */
export function readSetReview (text: string): SetReview | undefined {
  const lines = text.replace(/<[^>]{0,200}>/g, '\n').split(/\r?\n/)
    .map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line !== '')
  const plain = lines.map(plainOf).join('\n')
  const isApproved = /\bSOK\b/.test(plain)
  if (isApproved === /\bSRH\b/.test(plain)) return undefined
  const attention = attentionShapes.map((shape) => shape.exec(plain)?.[1]).find((digits) => digits !== undefined)
  return {
    attentionNumber: attention === undefined ? null : Number(attention),
    trackId: trackShape.exec(plain)?.[1] ?? null,
    outcome: isApproved ? 'approved' : 'notApproved',
    reasons: isApproved ? [] : readReasons(lines)
  }
}

/** Each fault with the case, or the document, that stands on its line or above it. */
function readReasons (lines: readonly string[]): ReviewedCase[] {
  const reasons: ReviewedCase[] = []
  let about: Omit<ReviewedCase, 'text'> = { case: null, documentType: null, folio: null }
  for (const line of lines) {
    const plain = plainOf(line)
    const [found, number] = caseShape.exec(plain) ?? []
    const [, type, folio] = documentShape.exec(plain) ?? []
    if (number !== undefined) about = { case: Number(number), documentType: null, folio: null }
    if (type !== undefined) about = { ...about, documentType: Number(type), folio: Number(folio) }
    if (!faultShape.test(plain)) continue
    const start = found === undefined ? 0 : plain.indexOf(found) + found.length
    const text = line.slice(start).replace(/^[ :.-]+/, '')
    reasons.push({ ...about, text: text === '' ? line : text })
  }
  return reasons
}
