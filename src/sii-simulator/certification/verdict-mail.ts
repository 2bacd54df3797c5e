import type { Review } from './review.ts'

export interface Declared {
  /** The company, as RUT. */
  company: string
  attentionNumber: number
  trackId: string
  /** DD-MM-AAAA */
  date: string
}

/** The mail "Resultado de Revision del Set de Prueba", as text: subject, and the reasons of each document. */
export function verdictMail (
  { company, attentionNumber, trackId, date }: Declared, { state, reasons }: Review
): { subject: string, text: string } {
  const documents = reasons.map((reason) =>
    reason.case === 0
      ? `  ${reason.text}`
      : `  CASO ${attentionNumber}-${reason.case} TIPO ${reason.documentType} FOLIO ${reason.folio}: ${reason.text}`)
  return {
    subject: `SETMAIL${String(attentionNumber).padStart(10, '0')} Resultado de Revision del Set de Prueba`,
    text: [
      `RUT EMPRESA: ${company}`, `NUMERO DE ATENCION: ${attentionNumber}`, `IDENTIFICADOR DE ENVIO: ${trackId}`,
      `FECHA DE ENVIO: ${date}`,
      `ESTADO: ${state === 'SOK' ? 'SOK - SET DE PRUEBA CORRECTO' : 'SRH - SET DE PRUEBA RECHAZADO'}`, ...documents, ''
    ].join('\r\n')
  }
}
