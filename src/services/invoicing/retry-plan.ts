import type { InvoiceRow } from '../../repositories/invoices.ts'
import type { Sentence } from '../../shared/errors.ts'
import type { Reason } from '../../model/reasons.ts'
import { explainSiiCode, type RemedyAction, remedyActions } from './sii-codes.ts'
import { statuses } from '../../model/document-states.ts'

/** What a retry does, in words for who is about to ask for it. */
export const retryWays = {
  sendAgain: {
    en: 'The same signed document goes out in a new envelope.', es: 'El mismo documento firmado sale en un envío nuevo.'
  },
  reissue: {
    en:
      'The document is made anew, from the corrected payload if one is posted, and keeps its folio if the SII confirms that it holds nothing under it; otherwise it takes a new one.',
    es:
      'El documento se hace de nuevo, con el payload corregido si se envía uno, y conserva su folio si el SII confirma que no tiene nada con él; si no, toma otro.'
  },
  issueAnew: {
    en: 'The document is made anew under a new folio; the old one stays spent.',
    es: 'El documento se hace de nuevo con otro folio; el anterior queda usado.'
  },
  waitAnew: {
    en: 'The document is looked at again and issued as soon as it can be.',
    es: 'El documento se revisa de nuevo y se emite en cuanto se pueda.'
  },
  recognise: {
    en: 'The SII is asked; if it holds this document, it becomes Accepted, otherwise it is sent again.',
    es: 'Se consulta al SII; si tiene este documento, queda aceptado; si no, se envía de nuevo.'
  }
} as const satisfies Record<string, Sentence>

export type RetryWay = keyof typeof retryWays

export interface RetryPlan { way: RetryWay, action: RemedyAction | undefined }

const wayOfAction: Record<RemedyAction, RetryWay | undefined> = {
  none: undefined,
  wait: undefined,
  resend: 'sendAgain',
  waitForReference: 'sendAgain',
  mendTenant: 'sendAgain',
  mendDataReuseFolio: 'reissue',
  replaceCaf: 'issueAnew',
  newFolio: 'issueAnew',
  reconcile: 'recognise'
}

/**
 * How a document that stopped is taken up, by the remedies of what the SII said of it. Where that tells nothing, a
 * Rejected one takes a new folio, which can harm nobody, and a Failed one goes again as it is. Undefined for documents
 * that have not stopped.
 */
export function retryPlanOf (
  { status, folio, reason }: Pick<InvoiceRow, 'status' | 'folio' | 'reason'>
): RetryPlan | undefined {
  if (status !== statuses.Rejected && status !== statuses.Failed) return undefined
  if (folio === null) return { way: 'waitAnew', action: undefined }
  const action = gravestRemedy(reason)
  const way = action && wayOfAction[action]
  return { way: way ?? (status === statuses.Rejected ? 'issueAnew' : 'sendAgain'), action }
}

/** The code under which a document stopped or waits. */
export function codeOf ({ reason }: Pick<InvoiceRow, 'reason'>): string | undefined {
  return reason?.code
}

function gravestRemedy (reason: Reason | null): RemedyAction | undefined {
  if (!reason) return undefined
  const codes = reason.reasons.length > 0 ? reason.reasons.map(({ code }) => code) : [reason.code]
  const actions = codes.flatMap((one) => explainSiiCode(one)?.remedy.action ?? [])
  return actions.sort((a, b) => remedyActions.indexOf(b) - remedyActions.indexOf(a))[0]
}
