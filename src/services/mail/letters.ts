import { dayMonthYear, santiagoDate, santiagoDateTime } from '../../dte/values/calendar.ts'
import type { MailLanguage } from '../../model/mails.ts'
import { type Letter, linkTo } from './letter.ts'
import { companyName, mailName } from './names.ts'

/** The tenant; mails that were stored before have no RUT. */
interface Company { businessName: string, taxNumber?: string | undefined }

export type InLanguages = Record<MailLanguage, Letter>

export const footers: Record<MailLanguage, string> = {
  es: 'Timbre, facturación electrónica. Este correo se envió de forma automática.',
  en: 'Timbre, electronic invoicing. This mail was sent automatically.'
}

/** Leaves out a name that a mail must not show. */
const greetings: Record<MailLanguage, (fullName: string) => string> = {
  es: (fullName) => mailName(fullName) === undefined ? 'Hola:' : `Hola, ${mailName(fullName)}:`,
  en: (fullName) => mailName(fullName) === undefined ? 'Hello,' : `Hello ${mailName(fullName)},`
}

/** `link` is where the user sets the new password; it holds the token. */
export function passwordResetLetter (
  { fullName, minutes, link }: { fullName: string, minutes: number, link: string }
): InLanguages {
  return {
    es: {
      subject: 'Cambie su contraseña de Timbre',
      paragraphs: [
        greetings.es(fullName),
        `Alguien pidió cambiar la contraseña de su cuenta. Si fue usted, elija una nueva con el enlace de abajo. El enlace sirve una sola vez y vence en ${minutes} minutos.`,
        'Si no fue usted, ignore este correo: su contraseña no ha cambiado.'
      ],
      link: { label: 'Elegir una contraseña nueva', address: link },
      footer: footers.es
    },
    en: {
      subject: 'Change your Timbre password',
      paragraphs: [
        greetings.en(fullName),
        `Somebody asked to change the password of your account. If it was you, choose a new one with the link below. The link works once and expires in ${minutes} minutes.`,
        'If it was not you, ignore this mail: your password has not changed.'
      ],
      link: { label: 'Choose a new password', address: link },
      footer: footers.en
    }
  }
}

/**
 * `link` holds the token; the user accepts there with a first password or the existing one. The letter is the same for
 * both, so that a forwarded mail does not show which.
 */
export function invitationLetter (
  { fullName, hours, link, tenantCode, ...named }:
  Company & { fullName: string, hours: number, link: string, tenantCode?: string | undefined }
): InLanguages {
  const company = companyName(named)
  const orSignIn = tenantCode === undefined
    ? { es: '', en: '' }
    : {
        es: `, o inicie sesión con ella y el código de empresa ${tenantCode}`,
        en: `, or sign in with it and the tenant code ${tenantCode}`
      }
  return {
    es: {
      subject: `Su cuenta de Timbre en ${company.es}`,
      paragraphs: [
        greetings.es(fullName),
        `En ${company.es} le crearon una cuenta de Timbre. Elija su contraseña con el enlace de abajo. El enlace sirve una sola vez y vence en ${hours} horas.`,
        `Si ya usa Timbre con este correo, acepte ahí con la contraseña que tiene${orSignIn.es}.`,
        'Si el enlace venció, pida otro en la misma página. Si no esperaba este correo, ignórelo.'
      ],
      link: { label: 'Elegir mi contraseña', address: link },
      footer: footers.es
    },
    en: {
      subject: `Your Timbre account at ${company.en}`,
      paragraphs: [
        greetings.en(fullName),
        `Somebody at ${company.en} created a Timbre account for you. Choose your password with the link below. The link works once and expires in ${hours} hours.`,
        `If you already use Timbre with this email, accept there with the password you have${orSignIn.en}.`,
        'If the link has expired, request another one on the same page. If you did not expect this mail, ignore it.'
      ],
      link: { label: 'Choose my password', address: link },
      footer: footers.en
    }
  }
}

/** `link` is where the user asks for another password. */
export function passwordChangedLetter (
  { fullName, at, link }: { fullName: string, at: Date, link: string }
): InLanguages {
  const when = santiagoDateTime(at).slice(0, 16).replace('T', ' ')
  return {
    es: {
      subject: 'Su contraseña de Timbre cambió',
      paragraphs: [
        greetings.es(fullName),
        `La contraseña de su cuenta cambió el ${when} (hora de Chile). Todas las sesiones abiertas se cerraron.`,
        'Si no fue usted, pida de inmediato una contraseña nueva y avise al administrador de Timbre en su empresa.'
      ],
      link: { label: 'Pedir una contraseña nueva', address: link },
      footer: footers.es
    },
    en: {
      subject: 'Your Timbre password was changed',
      paragraphs: [
        greetings.en(fullName),
        `The password of your account was changed on ${when} (Chilean time). All open sessions were closed.`,
        'If it was not you, request a new password at once and inform the administrator of Timbre in your company.'
      ],
      link: { label: 'Ask for a new password', address: link },
      footer: footers.en
    }
  }
}

/** `link` is where the user asks for another password. */
export function secondFactorChangedLetter (
  { fullName, active, at, link, ...named }: Company & { fullName: string, active: boolean, at: Date, link: string }
): InLanguages {
  const company = companyName(named)
  const when = santiagoDateTime(at).slice(0, 16).replace('T', ' ')
  return {
    es: {
      subject: active ? 'Su segundo factor de Timbre está activo' : 'Su segundo factor de Timbre fue quitado',
      paragraphs: [
        greetings.es(fullName),
        active
          ? `Desde el ${when} (hora de Chile), su cuenta en ${company.es} pide un código de su aplicación al iniciar sesión.`
          : `El ${when} (hora de Chile) se quitó el segundo factor de su cuenta en ${company.es}: ya no se pide un código al iniciar sesión.`,
        'Si no fue usted, ni lo pidió, elija de inmediato una contraseña nueva y avise al administrador de Timbre en su empresa.'
      ],
      link: { label: 'Pedir una contraseña nueva', address: link },
      footer: footers.es
    },
    en: {
      subject: active ? 'Your Timbre second factor is active' : 'Your Timbre second factor was removed',
      paragraphs: [
        greetings.en(fullName),
        active
          ? `Since ${when} (Chilean time), your account at ${company.en} asks for a code of your app when you sign in.`
          : `On ${when} (Chilean time) the second factor of your account at ${company.en} was removed: no code is asked for when you sign in.`,
        'If it was not you, and you did not ask for it, choose a new password at once and inform the administrator of Timbre in your company.'
      ],
      link: { label: 'Ask for a new password', address: link },
      footer: footers.en
    }
  }
}

export function certificateExpiringLetter (
  { holderName, notAfter, days, link, ...named }:
  Company & { holderName: string, notAfter: Date, days: number, link?: string | undefined }
): InLanguages {
  const company = companyName(named)
  const holder = mailName(holderName)
  const end = dayMonthYear(santiagoDate(notAfter))
  const place = link === undefined
    ? { es: '(Tenant/Certificate)', en: '(Tenant/Certificate)' }
    : { es: 'en la página Datos y certificado', en: 'on the page Details and certificate' }
  return {
    es: {
      subject: `El certificado digital de ${company.es} vence en ${days} ${days === 1 ? 'día' : 'días'}`,
      paragraphs: [
        `El certificado digital con que ${company.es} firma sus documentos${
          holder === undefined ? '' : `, a nombre de ${holder},`
        } vence el ${end}.`,
        `Desde ese momento no se podrán emitir ni enviar documentos. Suba antes el certificado nuevo ${place.es}: reemplaza al actual de inmediato.`
      ],
      ...linkTo(link, 'Cambiar el certificado'),
      footer: footers.es
    },
    en: {
      subject: `The certificate of ${company.en} expires in ${days} ${days === 1 ? 'day' : 'days'}`,
      paragraphs: [
        `The certificate with which ${company.en} signs its documents${
          holder === undefined ? '' : `, issued to ${holder},`
        } expires on ${end}.`,
        `After that, no documents can be issued or sent. Upload the next certificate before then ${place.en}: it replaces the current one at once.`
      ],
      ...linkTo(link, 'Change the certificate'),
      footer: footers.en
    }
  }
}
