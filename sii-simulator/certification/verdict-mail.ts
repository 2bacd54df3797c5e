import type { FormOf } from '../answer-forms.ts'
import { headed, labelled, number } from '../mail/result-words.ts'
import type { Review } from './review.ts'

export interface Declared {
  /** The company, as RUT. */
  company: string
  /** As the page names it. */
  setName: string
  attentionNumber: number
  trackId: string
  /** DD-MM-AAAA */
  date: string
}

/** A mail about a set: its text, and the file that has it where the mail has none. */
export interface SetMail { subject: string, text: string, file?: { name: string, text: string } }

const states = { SOK: 'SOK - SET DE PRUEBA CORRECTO', SRH: 'SRH - SET DE PRUEBA RECHAZADO' }

/** The mail "Resultado de Revision del Set de Prueba", with the reasons of each document. */
export function verdictMail (declared: Declared, review: Review, form: FormOf<'setMail'>): SetMail {
  const reasons = review.reasons.map((reason) =>
    reason.case === 0
      ? `  ${reason.text}`
      : `  CASO ${declared.attentionNumber}-${reason.case} TIPO ${reason.documentType} FOLIO ${reason.folio}: ${reason.text}`)
  const mark = `SETMAIL${String(declared.attentionNumber).padStart(10, '0')}`
  const subject = `${mark} Resultado de Revision del Set de Prueba`
  const heading = form === 'tidyText' ? tidyHeading(declared, review) : headingOf(declared, review)
  const text = [...heading, ...reasons, ''].join('\r\n')
  return form === 'textFile' ? { subject, text: '', file: { name: `${mark}.txt`, text } } : { subject, text }
}

function headingOf ({ company, setName, attentionNumber, trackId }: Declared, { state }: Review): string[] {
  return [
    ...headed('Resultado de Revision del Set de Prueba de Certificacion'),
    ...labelled([
      ['Rut de Empresa Emisora', company], ['Identificador del Set', number(String(attentionNumber))],
      ['Tipo de Set', `${setName} - Version 1`], ['Identificador de Envio', number(trackId)],
      ['Estado del Set', states[state]]
    ])
  ]
}

function tidyHeading ({ company, attentionNumber, trackId, date }: Declared, { state }: Review): string[] {
  return [
    `RUT EMPRESA: ${company}`, `NUMERO DE ATENCION: ${attentionNumber}`, `IDENTIFICADOR DE ENVIO: ${trackId}`,
    `FECHA DE ENVIO: ${date}`, `ESTADO: ${states[state]}`
  ]
}
