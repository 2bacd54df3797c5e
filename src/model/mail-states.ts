import { z } from 'zod'
import type { Sentence } from '../shared/errors.ts'

/** The state of a mail. */
export const mailStates = { Stored: 1, Processed: 2, Aside: 3, Failed: 4 } as const
export type MailState = (typeof mailStates)[keyof typeof mailStates]

const states: readonly number[] = Object.values(mailStates)

export function readMailState (value: number): MailState {
  if (!states.includes(value)) throw new RangeError(`${value} is not the state of a mail`)
  return value as MailState
}

/** Why a mail, a file of it or what it says of a document was put aside. Codes are stored; only sentences change. */
export const mailReasons = {
  TOO_LARGE: { en: 'The mail is larger than 10 MiB; only its beginning is stored.', es: 'El correo supera 10 MiB; sólo se guarda su comienzo.' },
  NOT_GIVEN: { en: 'The mail server did not give the mail.', es: 'El servidor de correo no entregó el correo.' },
  UNREADABLE: { en: 'The mail could not be parsed.', es: 'No se pudo interpretar el correo.' },
  NO_FILES: { en: 'The mail has no files.', es: 'El correo no trae archivos.' },
  UNKNOWN_FILE: { en: 'Timbre does not process this kind of file.', es: 'Timbre no procesa este tipo de archivo.' },
  RECEIVED_DOCUMENT: { en: 'The file has documents that others issued.', es: 'El archivo trae documentos emitidos por terceros.' },
  XML_DOCTYPE: { en: 'The XML declares a DOCTYPE or entities.', es: 'El XML declara un DOCTYPE o entidades.' },
  XML_TOO_MANY_TAGS: { en: 'The XML has more than 150,000 tags.', es: 'El XML tiene más de 150.000 etiquetas.' },
  XML_MALFORMED: { en: 'The XML is not well formed.', es: 'El XML no está bien formado.' },
  NO_DOCUMENTS: { en: 'The file has no documents.', es: 'El archivo no trae documentos.' },
  TOO_MANY_DOCUMENTS: { en: 'The file has more than 2,000 documents.', es: 'El archivo trae más de 2.000 documentos.' },
  OTHER_RECEIVER: { en: 'The file is for another company, and so are its documents.', es: 'El archivo es para otra empresa, y sus documentos también.' },
  BOLETAS: { en: 'Boletas are not exchanged by mail.', es: 'Las boletas no se intercambian por correo.' },
  CERTIFICATION_VERDICT: { en: "The SII's verdict on a set of test cases.", es: 'La revisión del SII de un set de pruebas.' },
  CERTIFICATION_ONLY: { en: 'Your company is not in certification.', es: 'Su empresa no está en certificación.' },
  CERTIFICATION_NOT_STARTED: { en: 'No certification is under way.', es: 'No hay una certificación en curso.' },
  CERTIFICATION_VERDICT_UNREADABLE: { en: 'The mail about a set says neither SOK nor SRH, or both.', es: 'El correo sobre un set no dice SOK ni SRH, o dice ambos.' },
  CERTIFICATION_ITEM_NOT_FOUND: { en: 'The mail is about a set that you did not send.', es: 'El correo trata de un set que usted no envió.' },
  BOOK_RESULT: { en: "The SII's result of a book.", es: 'El resultado del SII sobre un libro.' },
  FILE_TOO_LARGE: { en: 'The file is too large.', es: 'El archivo es demasiado grande.' },
  TOO_MANY_FILES: { en: 'There are more than 500 files: nothing of this one was taken. Send them in parts.', es: 'Son más de 500 archivos: de éste no se tomó nada. Envíelos por partes.' },
  NESTED_TOO_DEEP: { en: 'The file is nested too deep in others.', es: 'El archivo está demasiado anidado en otros.' },
  ARCHIVE_ENCRYPTED: {
    en: 'The archive is encrypted with a password. Send it without one, or its XML files by themselves.',
    es: 'El archivo comprimido está cifrado con una contraseña. Envíelo sin ella, o envíe sus XML por separado.'
  },
  ARCHIVE_DAMAGED: { en: 'The archive is damaged.', es: 'El archivo comprimido está dañado.' },
  SENDER_NOT_SII: { en: 'The mail does not come from an address of sii.cl.', es: 'El correo no viene de una dirección de sii.cl.' },
  SENDER_AMBIGUOUS: { en: 'The mail names several senders.', es: 'El correo nombra a varios remitentes.' },
  SENDER_UNPROVEN: { en: 'Your mail server does not say whether the sender is genuine: tell Timbre its name (authenticationServer), or decide yourself.', es: 'Su servidor de correo no dice si el remitente es auténtico: indique su nombre (authenticationServer), o decida usted.' },
  SENDER_FORGED: { en: 'Your mail server did not find a signature of sii.cl that holds (DKIM or DMARC).', es: 'Su servidor de correo no encontró una firma válida de sii.cl (DKIM o DMARC).' },
  RESULT_FILE_MALFORMED: { en: 'The result cannot be read.', es: 'El resultado no se puede leer.' },
  RESULT_ISSUER_MISMATCH: { en: 'The result is for another RUT.', es: 'El resultado es de otro RUT.' },
  RESULT_TRACK_ID_UNKNOWN: { en: 'No envelope of yours has this track id.', es: 'Ningún envío suyo tiene este número de atención.' },
  VERDICT_PENDING: { en: 'The documents have no verdict yet; the mail is taken up again.', es: 'Los documentos aún no tienen estado; el correo se retoma más tarde.' },
  ANSWER_MALFORMED: { en: 'The answer cannot be read.', es: 'La respuesta no se puede leer.' },
  SIGNATURE_MISPLACED: { en: 'The answer is not signed as it must be.', es: 'La respuesta no está firmada como corresponde.' },
  SIGNATURE_PROFILE: { en: 'The signature is of another kind.', es: 'La firma es de otro tipo.' },
  DIGEST_WRONG: { en: 'The answer was changed after it was signed.', es: 'La respuesta fue modificada después de firmada.' },
  SIGNATURE_WRONG: { en: 'The signature does not hold.', es: 'La firma no es válida.' },
  CERTIFICATE_MISSING: { en: 'The signature has no certificate, or one of another key.', es: 'La firma no trae certificado, o trae el de otra clave.' },
  CERTIFICATE_EXPIRED: { en: 'The certificate was not valid when the mail came.', es: 'El certificado no estaba vigente cuando llegó el correo.' },
  CERTIFICATE_NOT_TRUSTED: { en: 'The certificate is of no authority that is trusted.', es: 'El certificado no es de una autoridad de confianza.' },
  OTHER_RECIPIENT: { en: 'The answer is for another RUT.', es: 'La respuesta es para otro RUT.' },
  ENVELOPE_ONLY: { en: 'The answer names no document, only a file.', es: 'La respuesta no nombra documentos, sólo un archivo.' },
  DOCUMENT_UNKNOWN: { en: 'You did not issue this document.', es: 'Usted no emitió este documento.' },
  DOCUMENT_DIFFERS: { en: 'Receiver, date or amount are not those of the document.', es: 'El receptor, la fecha o el monto no son los del documento.' },
  RESPONDER_DIFFERS: { en: 'Who answers is not the receiver of the document.', es: 'Quien responde no es el receptor del documento.' },
  PROCESSING_FAILED: { en: 'Timbre failed to process the mail.', es: 'Timbre no pudo procesar el correo.' }
} as const satisfies Record<string, Sentence>

export type MailReason = keyof typeof mailReasons

export function isMailReason (text: string): text is MailReason {
  return Object.hasOwn(mailReasons, text)
}

/** A document that a file of a mail names. */
const namedDocument = z.object({
  documentType: z.int(), folio: z.int(), correlationId: z.string().nullable(), kind: z.string(),
  code: z.int().nullable(),
  reason: z.string().nullable()
})

/** A file of a mail and its outcome. */
const processedFile = z.object({
  name: z.string(), size: z.int(), sha256: z.string(), kind: z.string(), taken: z.boolean(),
  reason: z.string().nullable(),
  documents: z.array(namedDocument)
})

export const processedFiles = z.array(processedFile)
export type ProcessedFile = z.output<typeof processedFile>
export type NamedDocument = z.output<typeof namedDocument>
