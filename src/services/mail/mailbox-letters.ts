import type { Sentence } from '../../shared/errors.ts'
import { linkTo } from './letter.ts'
import { footers, type InLanguages } from './letters.ts'
import { companyName } from './names.ts'

export interface MailboxOff {
  businessName: string
  taxNumber?: string | undefined
  /** Of `SwitchedOffFor`. */
  reason: string
  /** The console's page of the mailbox; undefined where there is no console. */
  link?: string | undefined
}

const server: Sentence = {
  es: 'Su servidor envió mucho más de lo que envía un servidor de correo, o algo que toma demasiado tiempo leer',
  en: 'Its server sent far more than a mail server sends, or something that takes too long to read'
}
const operator: Sentence = { es: 'La apagó quien administra este servidor', en: 'The operator of this server did it' }

export function mailboxOffLetter ({ reason, link, ...named }: MailboxOff): InLanguages {
  const company = companyName(named)
  const why = reason === 'OPERATOR' ? operator : server
  const place = link === undefined
    ? { es: '(Mailbox/Set)', en: '(Mailbox/Set)' }
    : { es: 'en la página Casilla de intercambio', en: 'on the page Exchange mailbox' }
  return {
    es: {
      subject: `Timbre ya no lee la casilla de ${company.es}`,
      paragraphs: [
        `La casilla de intercambio de ${company.es} quedó apagada. ${why.es} (${reason}).`,
        'Los resultados del SII y las respuestas de clientes que lleguen a ella no aparecerán en sus documentos.',
        `Revise el servidor y vuelva a encenderla ${place.es}: los correos que lleguen entretanto se leerán entonces.`
      ],
      ...linkTo(link, 'Ver la casilla'),
      footer: footers.es
    },
    en: {
      subject: `Timbre no longer reads the mailbox of ${company.en}`,
      paragraphs: [
        `The exchange mailbox of ${company.en} was switched off. ${why.en} (${reason}).`,
        'Results of the SII and answers of customers that arrive in it will not appear at your documents.',
        `Check the server and switch it on again ${place.en}: mails that arrive meanwhile are read then.`
      ],
      ...linkTo(link, 'See the mailbox'),
      footer: footers.en
    }
  }
}
