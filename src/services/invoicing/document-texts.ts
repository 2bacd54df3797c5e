import { type CustomerState, customerStates } from '../../model/customer-states.ts'
import { type Status, statuses } from '../../model/document-states.ts'
import { type DocumentReason, eachReason, type NewReason } from '../../model/reasons.ts'
import { errorTable, type Sentence } from '../../shared/errors.ts'
import { explainSiiCode } from './sii-codes.ts'

/** The states of documents in words, as files for people show them. */
export const stateTexts: Record<Status, Sentence> = {
  [statuses.Waiting]: { en: 'Waiting', es: 'En espera' },
  [statuses.Issued]: { en: 'Issued', es: 'Emitido' },
  [statuses.Sending]: { en: 'Being sent', es: 'En envío' },
  [statuses.Sent]: { en: 'Sent', es: 'Enviado' },
  [statuses.Accepted]: { en: 'Accepted', es: 'Aceptado' },
  [statuses.AcceptedWithObjections]: { en: 'Accepted with objections', es: 'Aceptado con reparos' },
  [statuses.Rejected]: { en: 'Rejected', es: 'Rechazado' },
  [statuses.Failed]: { en: 'Stopped', es: 'Detenido' }
}

/** What customers did about documents, in words, as files for people show it. */
export const customerTexts: Record<CustomerState, Sentence> = {
  [customerStates.Pending]: { en: 'Pending', es: 'Pendiente' },
  [customerStates.Received]: { en: 'Received', es: 'Recibido' },
  [customerStates.Accepted]: { en: 'Accepted', es: 'Aceptado' },
  [customerStates.Tacit]: { en: 'Tacitly accepted', es: 'Aceptado tácitamente' },
  [customerStates.Claimed]: { en: 'Claimed', es: 'Reclamado' },
  [customerStates.NotClaimable]: { en: 'Not claimable', es: 'No reclamable' },
  [customerStates.Annulled]: { en: 'Annulled', es: 'Anulado' }
}

/** Stands for an explanation where the SII gave none and the code is unknown. */
export const unexplained: Sentence = {
  en: 'No explanation of this code is known.', es: 'No se conoce una explicación de este código.'
}

/** What a reason means: the sentence that it brings along where it has particulars, or that of its code. */
export function reasonSentence ({ code, description, explanation }: DocumentReason): Sentence {
  const known = explanation ?? explainSiiCode(code) ?? (errorTable as Record<string, Sentence | undefined>)[code] ?? (
    description === '' ? unexplained : { en: description, es: description }
  )
  return { en: known.en, es: known.es }
}

/** The reasons of a failure for its notification: at least the code, each with words. */
export function reportedReasons ({ code, reasons = [] }: NewReason): DocumentReason[] {
  return eachReason({ code, reasons }).map((reason) =>
    reason.description === '' ? { ...reason, explanation: reasonSentence(reason) } : reason
  )
}

/** A code with its sentence. */
export function reasonText (reason: DocumentReason, language: keyof Sentence): string {
  return `${reason.code}: ${reasonSentence(reason)[language]}`
}
