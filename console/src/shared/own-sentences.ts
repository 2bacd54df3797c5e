import { labelOf } from '../text/labels.ts'
import { useText } from '../text/text.tsx'

/**
 * What a person does in the console, by the server's code, where the server's own sentence names operations and members
 * of the API: of a failure what is wrong, of a reason what to do.
 */
const es = {
  MAIL_UNAVAILABLE: 'Este servidor no puede enviar correos. Pida a su operador que configure el envío de correos.',
  TENANT_REQUIRED: 'Usted es usuario de varias empresas. Elija una.',
  SECOND_FACTOR_REQUIRED: 'Escriba un código de su aplicación de autenticación.',
  SECOND_FACTOR_SETUP_REQUIRED: 'Su empresa exige un segundo factor. Configúrelo en Su cuenta.',
  SECOND_FACTOR_NOT_BEGUN: 'No hay nada que confirmar. Comience de nuevo en Su cuenta.',
  SECOND_FACTOR_MISSING: 'Usted no tiene un segundo factor. Configúrelo en Su cuenta.',
  SECOND_FACTOR_COMPULSORY: 'Su empresa exige un segundo factor. Para cambiar de aplicación, configure otra en Su cuenta.',
  DUPLICATE_SUSPECTED: 'El contenido es igual al de un documento de los últimos diez minutos. Si es otra venta, indique su número de venta en Más datos.',
  EXTERNAL_ID_REUSED: 'Ese número de venta ya pertenece a un documento con otro contenido.',
  PUBLIC_PAGES_OFF: 'La empresa no publica sus documentos. Un administrador puede activar las páginas públicas en Datos y certificado.',
  DOCUMENT_NOT_IN_FORCE: 'El documento está rechazado o detenido, por lo que no es válido: no se entrega a nadie, y no hay nada que anular o corregir. Corríjalo y reintente.',
  DELIVERY_NOTE_NOT_ANNULLABLE: 'Una nota no puede anular una guía de despacho. Anúlela en el sitio del SII, o corríjala.',
  SETTLEMENT_NOT_ANNULLABLE: 'Ninguna nota por sí sola puede anular esta liquidación: su total es negativo, o tiene impuestos adicionales, que sus líneas no llevan. Emita las notas en el formulario.',
  PARTLY_CREDITED: 'Otras notas ya rebajaron una parte del documento, por lo que no se puede anular entero. Rebaje el resto con Corregir, o anule antes esas notas.',
  RESULT_FILE_MISSING: 'Elija el archivo que el SII envió por correo.',
  RESULT_FILE_MALFORMED: 'El archivo no es un resultado de envío del SII ni su correo sobre un set.',
  SIMULATOR_ONLY: 'Esto sólo es posible para una empresa que trabaja con el simulador del SII.',
  CERTIFICATION_STARTED: 'Ya hay una certificación de este tipo en curso.',
  CERTIFICATION_NOT_STARTED: 'No hay una certificación de este tipo en curso. Comience una.',
  CERTIFICATION_ITEM_NOT_FOUND: 'La certificación no tiene ese set, o ninguno que corresponda.',
  CERTIFICATION_UNDER_WAY: 'Hay un intento de este set en curso o aprobado.',
  CERTIFICATION_DOCUMENT: 'El documento pertenece a un set de la certificación, que se emite de nuevo completo.',
  FOLIO_BLOCK_STOPPED: 'El rango está detenido: el SII tiene documentos de otro programa con sus folios. Indique el primer folio que ningún programa usó.',
  FOLIO_NEXT_INVALID: 'El primer folio debe ser uno de los que quedan del rango.',
  CERTIFICATE_NOT_FOR_SIGNING: 'El certificado no sirve para firmar: su uso de clave no incluye firma digital ni no repudio. Exporte el certificado de firma.',
  ARCHIVE_TOO_LARGE: 'Son demasiados documentos para un archivo: caben 1.000 con sus PDF, o 10.000 solo en XML. Acote las fechas, o descargue solo los XML.',
  CLAIM_BLOCKED: 'Otra acción de este documento espera aprobación o la respuesta del SII. Retírela si aún no se envía y pida de nuevo: el plazo sigue corriendo.',
  MAILBOX_NOT_SET: 'No hay una casilla de correo. Configúrela primero.',
  REPORT_RANGE_INVALID: 'Un informe debe abarcar de 1 a 366 días.',
  ALLOW_LIST_OPEN_TO_ALL: 'Este rango incluye todas las direcciones. Confírmelo para permitirlo de todos modos.',
  UPLOAD_DELAYED: 'Espere. Timbre envía el mismo archivo de nuevo por sí solo.',
  UPLOAD_UNCONFIRMED: 'Espere. Timbre consulta al SII, y envía el mismo archivo de nuevo sólo si el SII no lo ha visto.',
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
  MAIL_UNAVAILABLE: 'This server cannot send emails. Ask its operator to set up mail.',
  TENANT_REQUIRED: 'You are a user of several companies. Choose one.',
  SECOND_FACTOR_REQUIRED: 'Type a code of your authenticator app.',
  SECOND_FACTOR_SETUP_REQUIRED: 'Your company requires a second factor. Set it up in Your account.',
  SECOND_FACTOR_NOT_BEGUN: 'There is nothing to confirm. Start again in Your account.',
  SECOND_FACTOR_MISSING: 'You have no second factor. Set it up in Your account.',
  SECOND_FACTOR_COMPULSORY: 'Your company requires a second factor. To change the app, set up another one in Your account.',
  DUPLICATE_SUSPECTED: 'The content equals that of a document of the last ten minutes. If it is another sale, state your number of the sale in More data.',
  EXTERNAL_ID_REUSED: 'That number of the sale belongs to a document with other content.',
  PUBLIC_PAGES_OFF: 'The company does not publish its documents. An administrator can turn public pages on in Data and certificate.',
  DOCUMENT_NOT_IN_FORCE: 'The document was rejected or stopped, so it is not valid: it is not handed to anybody, and there is nothing to annul or correct. Correct it and retry.',
  DELIVERY_NOTE_NOT_ANNULLABLE: "A note cannot annul a delivery note. Annul it on the SII's site, or correct it.",
  SETTLEMENT_NOT_ANNULLABLE: 'No single note can annul this settlement: its total is negative, or it has additional taxes, which its lines do not carry. Issue the notes in the form.',
  PARTLY_CREDITED: 'Other notes already credited a part of the document, so it cannot be annulled as a whole. Credit the rest with Correct, or annul those notes first.',
  RESULT_FILE_MISSING: 'Choose the file that the SII mailed.',
  RESULT_FILE_MALFORMED: "The file is neither the SII's result of an envelope nor its mail about a set.",
  SIMULATOR_ONLY: 'This is possible only for a company that works with the simulator of the SII.',
  CERTIFICATION_STARTED: 'A certification of this type is already in progress.',
  CERTIFICATION_NOT_STARTED: 'No certification of this type is in progress. Start one.',
  CERTIFICATION_ITEM_NOT_FOUND: 'The certification does not have that set, or none that fits.',
  CERTIFICATION_UNDER_WAY: 'An attempt at this set is in progress or approved.',
  CERTIFICATION_DOCUMENT: 'The document belongs to a set of the certification, which is issued again as a whole.',
  FOLIO_BLOCK_STOPPED: 'The block is stopped: the SII has documents of another program with its folios. State the first folio that no program used.',
  FOLIO_NEXT_INVALID: 'The first folio must be one of those that are left of the block.',
  CERTIFICATE_NOT_FOR_SIGNING: 'The certificate cannot sign: its key usage has neither digital signature nor non-repudiation. Export the signing certificate.',
  ARCHIVE_TOO_LARGE: 'These are too many documents for one archive: it holds 1,000 with their PDFs, or 10,000 as XML only. Narrow the dates, or download the XML only.',
  CLAIM_BLOCKED: "Another action on this document awaits approval or the SII's answer. Withdraw it if it was not sent yet, and ask again: the deadline keeps running.",
  MAILBOX_NOT_SET: 'There is no mailbox. Set it up first.',
  REPORT_RANGE_INVALID: 'A report covers 1 to 366 days.',
  ALLOW_LIST_OPEN_TO_ALL: 'This range includes every address. Confirm it to allow it nevertheless.',
  UPLOAD_DELAYED: 'Wait. Timbre sends the same file again by itself.',
  UPLOAD_UNCONFIRMED: 'Wait. Timbre asks the SII, and sends the same file again only if the SII has not seen it.',
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

export const ownSentences = { es, en }

/** The console's sentence for a code where it has one, or else the server's. */
export function useOwnSentence (): <Servers extends string | undefined>(code: string | null, servers: Servers) => string | Servers {
  const { language } = useText()
  return (code, servers) => labelOf(ownSentences[language], code ?? '') ?? servers
}

/** Timbre's own codes are names of their sentences; the SII's are what its help desk asks for. */
export function isOfSii (code: string): boolean {
  return !code.includes('_')
}
