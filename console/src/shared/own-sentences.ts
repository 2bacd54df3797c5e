import { labelOf } from '../text/labels.ts'
import { useText } from '../text/text.tsx'

/**
 * What a person does in the console, by the server's code, where the server's own sentence names operations and members
 * of the API: of a failure what is wrong, of a reason what to do.
 */
const es = {
  CREDENTIALS_INVALID: 'El correo o la contraseña no son correctos.',
  RESET_TOKEN_INVALID: 'El enlace venció, ya se usó o está incompleto.',
  EMAIL_TOKEN_INVALID: 'El enlace venció, ya se usó o está incompleto. Si ya confirmó, inicie sesión; si no, regístrese de nuevo.',
  DATABASE_UNAVAILABLE: 'La base de datos no está disponible. Reintente en unos instantes: nada se hace dos veces.',
  IDEMPOTENCY_IN_PROGRESS: 'La misma solicitud aún está en curso. Reintente en unos instantes.',
  REASONS_NOT_KNOWN: 'El SII informó solo por correo los motivos del rechazo. Suba el archivo de resultado en la página del documento y reintente.',
  BULK_NOTHING_TO_ISSUE: 'Todos los documentos del envío tienen errores. Corríjalos en la planilla y vuelva a subirla, o corrija cada uno aquí.',
  BULK_ALREADY_PROCESSED: 'El envío ya se emitió o se anuló. Corrija el documento en la planilla y súbala como archivo corregido.',
  NOTIFICATION_TURNED_OFF: 'Las notificaciones están desactivadas. Actívelas en Notificaciones.',
  NOTIFICATION_NOT_CONFIGURED: 'No hay una dirección a la que notificar. Indíquela en Notificaciones.',
  REASONS_BY_MAIL: 'Suba el archivo de resultado que el SII envió por correo a la empresa: según sus motivos, el documento puede conservar su folio. Si el correo no está, pida su reenvío en el sitio del SII.',
  OBJECTION_UNATTRIBUTED: 'El documento es válido. Suba el archivo de resultado que el SII envió por correo para saber a qué documentos objeta.',
  OBJECTIONS_BY_MAIL: 'El documento es válido. Suba el archivo de resultado que el SII envió por correo para conocer los reparos.',
  DOCUMENT_TYPE_UNKNOWN: 'Elija un tipo de documento de la lista',
  REFERENCE_TYPE_UNKNOWN: 'Este tipo de documento no se puede referenciar aquí: elija uno de la lista'
}

const en: typeof es = {
  CREDENTIALS_INVALID: 'The email or the password is not correct.',
  RESET_TOKEN_INVALID: 'The link has expired, has been used or is incomplete.',
  EMAIL_TOKEN_INVALID: 'The link has expired, has been used or is incomplete. Sign in if you confirmed already; if not, register again.',
  DATABASE_UNAVAILABLE: 'The database is not available. Try again shortly: nothing is done twice.',
  IDEMPOTENCY_IN_PROGRESS: 'The same request is still in progress. Try again shortly.',
  REASONS_NOT_KNOWN: "The SII mailed its reasons for the rejection only. Upload the result file on the document's page, then retry.",
  BULK_NOTHING_TO_ISSUE: 'Every document of the submission has mistakes. Correct them in the spreadsheet and upload it again, or correct each here.',
  BULK_ALREADY_PROCESSED: 'The submission was issued or cancelled. Correct the document in the spreadsheet and upload that as the corrected file.',
  NOTIFICATION_TURNED_OFF: 'Notifications are turned off. Turn them on in Notifications.',
  NOTIFICATION_NOT_CONFIGURED: 'There is no address to notify. State it in Notifications.',
  REASONS_BY_MAIL: "Upload the result file that the SII mailed to the company: depending on its reasons, the document can keep its folio. If the mail is lost, ask for it again on the SII's site.",
  OBJECTION_UNATTRIBUTED: 'The document is valid. Upload the result file that the SII mailed to learn to which documents it objects.',
  OBJECTIONS_BY_MAIL: 'The document is valid. Upload the result file that the SII mailed to learn its objections.',
  DOCUMENT_TYPE_UNKNOWN: 'Choose a type of document from the list',
  REFERENCE_TYPE_UNKNOWN: 'This type of document cannot be referred to here: choose one from the list'
}

const sentences = { es, en }

/** The console's sentence for a code where it has one, or else the server's. */
export function useOwnSentence (): <Servers extends string | undefined>(code: string | null, servers: Servers) => string | Servers {
  const { language } = useText()
  return (code, servers) => labelOf(sentences[language], code ?? '') ?? servers
}

/** Timbre's own codes are names of their sentences; the SII's are what its help desk asks for. */
export function isOfSii (code: string): boolean {
  return !code.includes('_')
}
