import type { InvoiceRow } from '../../../repositories/invoicing/documents/invoices.ts'
import type { Sentence } from '../../../shared/errors.ts'
import type { Reason } from '../../../model/reasons.ts'
import { explainSiiCode, type RemedyAction, remedyActions } from '../sii-codes.ts'
import { statuses } from '../../../model/document-states.ts'

/** What a retry does, for the user who is about to request it. */
export const retryWays = {
  sendAgain: {
    en: 'Sends the same signed document in a new envelope.', es: 'Envía el mismo documento firmado en un envío nuevo.'
  },
  reissue: {
    en:
      'Issues the document again, from the corrected payload if you post one. It keeps its folio if the SII confirms that it has no document under it; otherwise it takes a new one.',
    es:
      'Emite el documento de nuevo, con el payload corregido si usted envía uno. Conserva su folio si el SII confirma que no tiene ningún documento con él; si no, toma otro.'
  },
  issueAnew: {
    en: 'Issues the document again under a new folio; the old folio stays used.',
    es: 'Emite el documento de nuevo con otro folio; el anterior queda usado.'
  },
  waitAnew: {
    en: 'Checks the document again and issues it as soon as possible.',
    es: 'Revisa el documento de nuevo y lo emite en cuanto sea posible.'
  },
  recognise: {
    en: 'Asks the SII. If it has this document, the document becomes Accepted; otherwise it is sent again.',
    es: 'Consulta al SII. Si tiene este documento, queda aceptado; si no, se envía de nuevo.'
  }
} as const satisfies Record<string, Sentence>

export type RetryWay = keyof typeof retryWays

export interface RetryPlan { way: RetryWay, action: RemedyAction | undefined }

/** Shown before a retry is requested while the SII's reasons are unknown. */
export const reasonsUnknown: Sentence = {
  en:
    "The reasons are not known: upload the SII's result first (Webhook/UploadResult). With evenSo: true, issues the document again under a new folio; the old folio stays used.",
  es:
    'No se conocen los motivos: suba primero el resultado del SII (Webhook/UploadResult). Con evenSo: true, emite el documento de nuevo con otro folio; el anterior queda usado.'
}

/** Whether only the SII's mail has the reasons for which the document was rejected. */
export function lacksReasons ({ action }: RetryPlan): boolean {
  return action === 'uploadResult'
}

const wayOfAction: Record<RemedyAction, RetryWay | undefined> = {
  none: undefined,
  wait: undefined,
  resend: 'sendAgain',
  waitForReference: 'sendAgain',
  mendTenant: 'sendAgain',
  mendDataReuseFolio: 'reissue',
  uploadResult: 'issueAnew',
  replaceCaf: 'issueAnew',
  newFolio: 'issueAnew',
  reconcile: 'recognise'
}

/**
 * How a Rejected or Failed document is retried, by the remedies for the SII's reasons. Without a known reason, a
 * Rejected one takes a new folio, which is always safe, and a Failed one is sent again as it is. Undefined for
 * documents in other states.
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

/** The code for which a document stopped or waits. */
export function codeOf ({ reason }: Pick<InvoiceRow, 'reason'>): string | undefined {
  return reason?.code
}

function gravestRemedy (reason: Reason | null): RemedyAction | undefined {
  if (!reason) return undefined
  const codes = reason.reasons.length > 0 ? reason.reasons.map(({ code }) => code) : [reason.code]
  const actions = codes.flatMap((one) => explainSiiCode(one)?.remedy.action ?? [])
  return actions.sort((a, b) => remedyActions.indexOf(b) - remedyActions.indexOf(a))[0]
}
