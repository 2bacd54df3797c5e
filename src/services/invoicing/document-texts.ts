import { type Status, statuses } from '../../model/document-states.ts'
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

/** A code with its sentence. */
export function reasonText (code: string, description: string, language: keyof Sentence): string {
  const known = explainSiiCode(code) ?? (errorTable as Record<string, Sentence | undefined>)[code]
  return `${code}: ${known?.[language] ?? description}`
}
