import { footers, type InLanguages } from './letters.ts'

// Strangers can have these sent to anybody, so they quote no free text of a stranger, such as names.

/**
 * `link` is where the registration is confirmed; it holds the token. `hasAccount`: the company joins the others of the
 * person, whose password confirms it.
 */
export function registrationLetter (
  { taxNumber, hours, link, hasAccount }: { taxNumber: string, hours: number, link: string, hasAccount: boolean }
): InLanguages {
  const password = hasAccount
    ? { es: 'la contraseña de su cuenta, que ya existe', en: 'the password of your account, which exists already' }
    : { es: 'la contraseña que eligió', en: 'the password that you chose' }
  return {
    es: {
      subject: 'Confirme su registro en Timbre',
      paragraphs: [
        'Hola:',
        `Alguien registró en Timbre, con este correo, la empresa de RUT ${taxNumber}. Si fue usted, confírmelo con el enlace de abajo y ${password.es}. El enlace sirve una sola vez y vence en ${hours} horas.`,
        'Si no fue usted, ignore este correo: la empresa no quedará registrada.'
      ],
      link: { label: 'Confirmar el registro', address: link },
      footer: footers.es
    },
    en: {
      subject: 'Confirm your registration in Timbre',
      paragraphs: [
        'Hello,',
        `Somebody registered the company with RUT ${taxNumber} in Timbre with this email address. If it was you, confirm it with the link below and ${password.en}. The link works once and expires in ${hours} hours.`,
        'If it was not you, ignore this mail: the company will not be registered.'
      ],
      link: { label: 'Confirm the registration', address: link },
      footer: footers.en
    }
  }
}

export function keysEndedLetter (): InLanguages {
  return {
    es: {
      subject: 'Se anularon las claves de su empresa en Timbre',
      paragraphs: [
        'Hola:',
        'Con el cambio de contraseña, este correo quedó confirmado por primera vez. Quien registró la empresa pudo ser otra persona; por eso se anularon las claves que había hasta ahora y sus sistemas ya no pueden emitir con ellas.',
        'Cree claves nuevas (Tenant/CreateKey), entréguelas a sus sistemas y revise quiénes son usuarios de la empresa.'
      ],
      footer: footers.es
    },
    en: {
      subject: 'The keys of your company in Timbre were revoked',
      paragraphs: [
        'Hello,',
        'Your new password confirmed this email for the first time. Somebody else may have registered the company, so the keys that it had were revoked, and your systems can no longer issue documents with them.',
        'Create new keys (Tenant/CreateKey), give them to your systems, and check who the users of the company are.'
      ],
      footer: footers.en
    }
  }
}
