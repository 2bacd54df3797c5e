import type { AnswerForms, FormOf } from '../answer-forms.ts'
import type { SetMail } from '../certification/verdict-mail.ts'
import type { EnvelopeVerdict } from '../judge/verdict.ts'
import type { Envelope } from '../ledger.ts'
import { type BookCover, bookFile, bookText } from './book-results.ts'
import { envelopeFile, envelopeText } from './envelope-results.ts'
import { writtenMail } from './written-mail.ts'

export interface MailTerms {
  to: string
  at: Date
  /** The server that found the signature of sii.cl good; null: the mail proves nothing. */
  provenBy: string | null
}

export interface MailedResult { envelope: Envelope, verdict: EnvelopeVerdict, forms: AnswerForms }

/** The mail about an envelope of documents. */
export function envelopeMail ({ envelope, verdict, forms }: MailedResult, terms: MailTerms): Buffer {
  const { trackId, company } = envelope
  const form = forms.choose('envelopeMail', trackId)
  const headed = envelopeHeadings[form](trackId, company)
  if (form === 'text' || form === 'textFile') {
    return textMail(envelopeText({ envelope, verdict, naming: forms.choose('documentNaming', trackId) }), form, headed, terms)
  }
  return fileMail(envelopeFile({ envelope, verdict, isTidy: form === 'tidyFile' }), headed, terms)
}

/** The mail about a book; `cover` is what the book says of itself. */
export function bookMail (
  { envelope, verdict, forms }: MailedResult, cover: BookCover, terms: MailTerms
): Buffer {
  const { trackId } = envelope
  const form = forms.choose('bookMail', trackId)
  const subject = `Resultado de Validacion de Envio de Libro Tributario ${trackId}`
  if (form === 'tidyFile') {
    return fileMail(bookFile({ envelope, verdict, cover }), { subject, file: `RESULTADO_LIBRO_${trackId}.xml` }, terms)
  }
  return textMail(bookText({ envelope, verdict, cover }), form, { subject, file: `${trackId}.txt` }, terms)
}

/** The mail about a set of the certification. */
export function setMail ({ subject, text, file }: SetMail, terms: MailTerms): Buffer {
  return siiMail({ subject, text, ...file && { file: { name: file.name, bytes: latin1(file.text) } } }, terms)
}

interface Heading { subject: string, file: string }

const envelopeHeadings: Record<FormOf<'envelopeMail'>, (trackId: string, company: string) => Heading> = {
  tidyFile: (trackId) =>
    ({ subject: `Resultado de Validacion de Envio de DTE ${trackId}`, file: `RESULTADO_ENVIO_${trackId}.xml` }),
  productionFile: (trackId, company) =>
    ({ subject: `Produccion - Resultado de Revision Envio ${trackId} - ${company}`, file: `DTEMAIL${trackId}.xml` }),
  file: (trackId, company) =>
    ({ subject: `Resultado de Revision Envio ${trackId} - ${company}`, file: `DTEMAIL${trackId}.xml` }),
  textFile: (trackId) => ({ subject: 'Resultado de Validacion de Envio de DTE', file: `${trackId}.txt` }),
  text: (trackId) => ({ subject: 'Resultado de Validacion de Envio de DTE', file: `${trackId}.txt` })
}

function fileMail (xml: string, { subject, file }: Heading, terms: MailTerms): Buffer {
  const text = 'Adjunto encontrara el resultado de la validacion de su envio.'
  return siiMail({ subject, text, file: { name: file, bytes: latin1(xml) } }, terms)
}

function textMail (text: string, form: 'text' | 'textFile', { subject, file }: Heading, terms: MailTerms): Buffer {
  return form === 'text'
    ? siiMail({ subject, text }, terms)
    : siiMail({ subject, text: '', file: { name: file, bytes: latin1(text) } }, terms)
}

function siiMail (
  mail: { subject: string, text: string, file?: { name: string, bytes: Buffer } }, { to, at, provenBy }: MailTerms
): Buffer {
  const headers = provenBy === null
    ? []
    : [`Authentication-Results: ${provenBy}; dkim=pass header.d=sii.cl; dmarc=pass header.from=sii.cl`]
  return writtenMail({ from: 'siidte@sii.cl', to, at, headers, ...mail })
}

function latin1 (text: string): Buffer {
  return Buffer.from(text, 'latin1')
}
