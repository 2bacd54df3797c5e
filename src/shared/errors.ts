/** One sentence in the two languages that Timbre speaks. */
export interface Sentence { en: string, es: string }

export type ErrorKind =
  'invalid' | 'unauthenticated' | 'forbidden' | 'missing' | 'methodNotAllowed' | 'conflict' | 'tooLarge' |
  'unsupported' | 'rule' | 'tooMany' | 'tooSlow' | 'headersTooLarge' | 'abandoned' | 'internal' | 'unavailable'

interface ErrorEntry extends Sentence { kind: ErrorKind }

/**
 * Every code that can leave the server in `errorCode`, besides the rules of the tax document (dte/errors.ts).
 * A code is stable for ever; its sentence may improve. The sentence says what is wrong and what to do.
 */
export const errorTable = {
  INTERNAL: {
    kind: 'internal', en: 'Something went wrong on our side. Quote the request id when you report it.',
    es: 'Algo falló de nuestro lado. Indique el identificador de la solicitud al informarlo.'
  },
  DATABASE_UNAVAILABLE: {
    kind: 'unavailable',
    en: 'The database is not reachable now. Try again shortly; repeating with the same Idempotency-Key is safe.',
    es:
      'La base de datos no está disponible. Reintente en unos instantes; repetir con la misma Idempotency-Key es seguro.'
  },
  OVERLOADED: {
    kind: 'unavailable', en: 'The server has too much to do. Try again shortly.',
    es: 'El servidor está sobrecargado. Reintente en unos instantes.'
  },
  SHUTTING_DOWN: {
    kind: 'unavailable', en: 'This instance is stopping. Try again.',
    es: 'Esta instancia se está deteniendo. Reintente.'
  },
  PDF_UNAVAILABLE: {
    kind: 'unavailable', en: 'The PDF could not be drawn now. Try again.',
    es: 'El PDF no se pudo generar ahora. Reintente.'
  },
  MAIL_UNAVAILABLE: {
    kind: 'unavailable', en: 'This server is not set up to send mail. Ask its operator to set SMTP_URL.',
    es: 'Este servidor no está configurado para enviar correo. Pida a su operador que configure SMTP_URL.'
  },
  PDF_TOO_LONG: {
    kind: 'rule', en: 'The PDF would have more than 50 pages. Ask for the other format, or for the XML.',
    es: 'El PDF tendría más de 50 páginas. Pida el otro formato o el XML.'
  },

  ROUTE_NOT_FOUND: { kind: 'missing', en: 'There is no such operation.', es: 'No existe esa operación.' },
  METHOD_NOT_ALLOWED: {
    kind: 'methodNotAllowed', en: 'This path does not take that method; see the Allow header.',
    es: 'Esta ruta no admite ese método; vea el encabezado Allow.'
  },
  VALIDATION_FAILED: {
    kind: 'invalid', en: 'The request is not well formed.', es: 'La solicitud no está bien formada.'
  },
  REQUEST_MALFORMED: {
    kind: 'invalid', en: 'The HTTP request is malformed.', es: 'La solicitud HTTP está mal formada.'
  },
  HEADERS_TOO_LARGE: {
    kind: 'headersTooLarge', en: 'The headers of the request are too large.',
    es: 'Los encabezados de la solicitud son demasiado grandes.'
  },
  REQUEST_TOO_SLOW: {
    kind: 'tooSlow', en: 'The request took too long to arrive.', es: 'La solicitud tardó demasiado en llegar.'
  },
  CLIENT_CLOSED_REQUEST: {
    kind: 'abandoned',
    en: 'The client closed the connection before it had its answer. Only logs and metrics show this.',
    es: 'El cliente cerró la conexión antes de recibir la respuesta. Sólo se ve en registros y métricas.'
  },
  SECRET_IN_QUERY: {
    kind: 'invalid', en: 'A secret never travels in a query string; send it in the body or in a header.',
    es: 'Un secreto nunca viaja en la dirección; envíelo en el cuerpo o en un encabezado.'
  },
  JSON_MALFORMED: { kind: 'invalid', en: 'The body is not valid JSON.', es: 'El cuerpo no es JSON válido.' },
  JSON_TOO_DEEP: {
    kind: 'invalid', en: 'The body is nested too deeply.', es: 'El cuerpo está anidado demasiado profundamente.'
  },
  JSON_TOO_MANY_VALUES: {
    kind: 'invalid', en: 'The body has more members or elements than any document needs.',
    es: 'El cuerpo tiene más miembros o elementos de los que necesita cualquier documento.'
  },
  JSON_DUPLICATE_MEMBER: {
    kind: 'invalid', en: 'A member appears twice in one object.', es: 'Un miembro aparece dos veces en un mismo objeto.'
  },
  JSON_FORBIDDEN_MEMBER: {
    kind: 'invalid', en: 'A member name is not allowed.', es: 'Un nombre de miembro no está permitido.'
  },
  JSON_NUMBER_INEXACT: {
    kind: 'invalid', en: 'A number has more than 15 significant digits and cannot be kept exactly.',
    es: 'Un número tiene más de 15 dígitos significativos y no se puede conservar exacto.'
  },
  BODY_NOT_UTF8: { kind: 'invalid', en: 'The body is not valid UTF-8.', es: 'El cuerpo no es UTF-8 válido.' },
  BODY_HAS_CONTROL_CHARACTERS: {
    kind: 'invalid', en: 'The body holds NUL, another control character or half a character.',
    es: 'El cuerpo contiene NUL, otro carácter de control o medio carácter.'
  },
  BODY_TOO_LARGE: {
    kind: 'tooLarge', en: 'The body is larger than this operation takes.',
    es: 'El cuerpo es más grande de lo que admite esta operación.'
  },
  MEDIA_TYPE_UNSUPPORTED: {
    kind: 'unsupported', en: 'This operation does not take that media type, charset or content encoding.',
    es: 'Esta operación no admite ese tipo de contenido, juego de caracteres o codificación.'
  },
  RATE_LIMITED: {
    kind: 'tooMany', en: 'Too many requests. Wait for the seconds in Retry-After.',
    es: 'Demasiadas solicitudes. Espere los segundos indicados en Retry-After.'
  },

  UNAUTHENTICATED: {
    kind: 'unauthenticated', en: 'Send a valid access token: Authorization: Bearer <token>.',
    es: 'Envíe un token de acceso válido: Authorization: Bearer <token>.'
  },
  CREDENTIALS_INVALID: {
    kind: 'unauthenticated', en: 'The email or the password is wrong.', es: 'El correo o la contraseña son incorrectos.'
  },
  TENANT_KEYS_INVALID: {
    kind: 'unauthenticated', en: 'The tenant code, access key or secret key is wrong.',
    es: 'El código de empresa, la clave de acceso o la clave secreta son incorrectos.'
  },
  CLAIM_MISSING: {
    kind: 'forbidden', en: 'Your roles do not allow this operation.', es: 'Sus roles no permiten esta operación.'
  },
  IP_NOT_ALLOWED: {
    kind: 'forbidden', en: "Your IP address is not on the tenant's allow list.",
    es: 'Su dirección IP no está en la lista de direcciones permitidas de la empresa.'
  },
  REGISTRATION_CLOSED: {
    kind: 'forbidden', en: 'Registration is closed on this server. Ask its operator for an account.',
    es: 'El registro está cerrado en este servidor. Pida una cuenta a su operador.'
  },
  EMAIL_NOT_PROVEN: {
    kind: 'forbidden',
    en:
      'The email of this registration is not confirmed yet. Follow the link in the mail, or register again once it has expired.',
    es:
      'El correo de este registro aún no está confirmado. Use el enlace del correo, o regístrese de nuevo si ya venció.'
  },
  EMAIL_TOKEN_INVALID: {
    kind: 'unauthenticated',
    en:
      'The token is wrong, was used already, or is older than 24 hours. Register again, or sign in if you confirmed before.',
    es:
      'El token es incorrecto, ya fue usado o tiene más de 24 horas. Regístrese de nuevo, o inicie sesión si ya confirmó.'
  },
  RESET_TOKEN_INVALID: {
    kind: 'unauthenticated',
    en: 'The token is wrong, was used already, or is older than 30 minutes. Ask for a new one with ForgotPassword.',
    es: 'El token es incorrecto, ya fue usado o tiene más de 30 minutos. Pida uno nuevo con ForgotPassword.'
  },
  CURRENT_PASSWORD_WRONG: {
    kind: 'rule', en: 'The current password is wrong.', es: 'La contraseña actual es incorrecta.'
  },
  SIGN_IN_DELAYED: {
    kind: 'tooMany', en: 'Too many failed attempts for this account. Wait for the seconds in Retry-After.',
    es: 'Demasiados intentos fallidos para esta cuenta. Espere los segundos indicados en Retry-After.'
  },

  IDEMPOTENCY_KEY_REUSED: {
    kind: 'conflict', en: 'This Idempotency-Key was used before with other content.',
    es: 'Esta Idempotency-Key ya fue usada con otro contenido.'
  },
  IDEMPOTENCY_KEY_INVALID: {
    kind: 'invalid', en: 'An Idempotency-Key has 1 to 255 printable ASCII characters.',
    es: 'Una Idempotency-Key tiene de 1 a 255 caracteres ASCII imprimibles.'
  },
  IDEMPOTENCY_IN_PROGRESS: {
    kind: 'conflict', en: 'A request with this Idempotency-Key is still being processed. Try again.',
    es: 'Una solicitud con esta Idempotency-Key aún se procesa. Reintente.'
  },

  DOCUMENT_INVALID: {
    kind: 'invalid', en: 'The document breaks several rules; each is listed.',
    es: 'El documento incumple varias reglas; cada una está en la lista.'
  },
  DOCUMENT_NOT_FOUND: { kind: 'missing', en: 'There is no such document.', es: 'No existe ese documento.' },
  DOCUMENT_NOT_ISSUED: {
    kind: 'conflict', en: 'The document has no folio yet; it has neither XML nor PDF.',
    es: 'El documento aún no tiene folio; no tiene XML ni PDF.'
  },
  DOCUMENT_NOT_RETRIABLE: {
    kind: 'conflict', en: 'Only a Failed or a Rejected document can be retried.',
    es: 'Sólo se puede reintentar un documento Fallido o Rechazado.'
  },
  DOCUMENT_TYPE_FIXED: {
    kind: 'rule', en: 'A corrected document keeps the type of the one that it takes the place of.',
    es: 'Un documento corregido conserva el tipo de aquél al que reemplaza.'
  },
  REFERENCE_PENDING: {
    kind: 'rule',
    en:
      'The tax authority has given no verdict yet on a document that this note changes. Post it once that one is accepted.',
    es:
      'La autoridad tributaria aún no se pronuncia sobre un documento que esta nota modifica. Envíela cuando aquél esté aceptado.'
  },
  SII_UNAVAILABLE: {
    kind: 'unavailable',
    en:
      'The tax authority does not answer now, and must be asked first whether it holds the document. Try again later.',
    es:
      'La autoridad tributaria no responde ahora, y antes hay que preguntarle si tiene el documento. Reintente más tarde.'
  },
  RESULT_FILE_MISSING: {
    kind: 'invalid', en: "Send the SII's result (RESULTADO_ENVIO) as one multipart part named File.",
    es: 'Envíe el resultado del SII (RESULTADO_ENVIO) como una parte multipart llamada File.'
  },
  RESULT_FILE_MALFORMED: {
    kind: 'invalid', en: 'The file is not a result of an upload of the SII (RESULTADO_ENVIO, RespSII_v10).',
    es: 'El archivo no es un resultado de envío del SII (RESULTADO_ENVIO, RespSII_v10).'
  },
  RESULT_ISSUER_MISMATCH: {
    kind: 'rule', en: 'The result is about an envelope of another RUT.', es: 'El resultado es de un envío de otro RUT.'
  },
  RESULT_TRACK_ID_UNKNOWN: {
    kind: 'missing', en: 'No envelope of the tenant has the track id of the result.',
    es: 'Ningún envío de la empresa tiene el identificador (track id) del resultado.'
  },
  SENDER_NOT_THE_TENANT: {
    kind: 'rule', en: "The sender's RUT is not the tenant's.", es: 'El RUT del emisor no es el de la empresa.'
  },
  FOLIOS_MISSING: {
    kind: 'rule', en: 'No folio is left for this type of document. Upload a CAF and activate it.',
    es: 'No quedan folios para este tipo de documento. Suba un CAF y actívelo.'
  },
  CERTIFICATE_MISSING: {
    kind: 'rule', en: 'The tenant has no valid certificate to sign with. Upload one.',
    es: 'La empresa no tiene un certificado vigente para firmar. Suba uno.'
  },
  ISSUE_DATE_BEFORE_FOLIOS: {
    kind: 'rule',
    en: 'The issue date lies before the authorisation date of every folio that is left. Post a later date.',
    es: 'La fecha de emisión es anterior a la autorización de todos los folios que quedan. Informe una fecha posterior.'
  },
  RESOLUTION_MISSING: {
    kind: 'rule', en: "The tenant's resolution number and date are not set for its environment.",
    es: 'Falta el número y la fecha de resolución de la empresa en su ambiente.'
  },
  STATE_MOVE_INVALID: {
    kind: 'conflict', en: 'The document is not in a state that allows this.',
    es: 'El documento no está en un estado que permita esto.'
  },

  FOLIO_FILE_MISSING: {
    kind: 'invalid', en: 'Send the CAF as one multipart part named File.',
    es: 'Envíe el CAF como una parte multipart llamada File.'
  },
  FOLIO_FILE_DOCTYPE: {
    kind: 'invalid', en: 'The CAF holds a DOCTYPE or an entity declaration, which is never allowed.',
    es: 'El CAF contiene un DOCTYPE o una declaración de entidad, lo que nunca se permite.'
  },
  FOLIO_FILE_MALFORMED: {
    kind: 'invalid', en: 'The file is not a CAF of the SII (AUTORIZACION, CAF version 1.0).',
    es: 'El archivo no es un CAF del SII (AUTORIZACION, CAF versión 1.0).'
  },
  FOLIO_ISSUER_MISMATCH: {
    kind: 'rule', en: 'The CAF was given to another RUT.', es: 'El CAF fue entregado a otro RUT.'
  },
  FOLIO_TYPE_UNSUPPORTED: {
    kind: 'rule', en: 'The CAF is for a type of document that Timbre does not issue.',
    es: 'El CAF es de un tipo de documento que Timbre no emite.'
  },
  FOLIO_RANGE_INVALID: {
    kind: 'rule', en: 'The range of folios of the CAF makes no sense.',
    es: 'El rango de folios del CAF no tiene sentido.'
  },
  FOLIO_DATE_INVALID: {
    kind: 'rule', en: 'The authorisation date of the CAF lies in the future.',
    es: 'La fecha de autorización del CAF está en el futuro.'
  },
  FOLIO_SIGNATURE_INVALID: {
    kind: 'rule', en: 'The signature of the SII on the CAF (FRMA) does not verify.',
    es: 'La firma del SII en el CAF (FRMA) no verifica.'
  },
  FOLIO_ENVIRONMENT_MISMATCH: {
    kind: 'rule',
    en: "The CAF is for another environment (certification, production or the simulator) than the tenant's.",
    es: 'El CAF es de otro ambiente (certificación, producción o el simulador) que el de la empresa.'
  },
  FOLIO_KEY_MISMATCH: {
    kind: 'rule', en: 'The private key of the CAF does not belong to its public key.',
    es: 'La llave privada del CAF no corresponde a su llave pública.'
  },
  FOLIO_BLOCK_OVERLAPS: {
    kind: 'conflict', en: 'Another block already holds some of these folios.',
    es: 'Otro bloque ya contiene algunos de estos folios.'
  },
  FOLIO_BLOCK_EXPIRED: {
    kind: 'conflict', en: 'The folios of this block have expired.', es: 'Los folios de este bloque están vencidos.'
  },
  FOLIO_BLOCK_NOT_FOUND: {
    kind: 'missing', en: 'There is no such block of folios.', es: 'No existe ese bloque de folios.'
  },
  FOLIO_BLOCK_IN_USE: {
    kind: 'conflict', en: 'Folios of this block were already used; it cannot be deleted.',
    es: 'Ya se usaron folios de este bloque; no se puede eliminar.'
  },
  FOLIO_BLOCK_STATE: {
    kind: 'conflict', en: 'The block is already active, exhausted or expired.',
    es: 'El bloque ya está activo, agotado o vencido.'
  },

  CERTIFICATE_FILE_MISSING: {
    kind: 'invalid', en: 'Send the certificate as one multipart part named File, with its Password.',
    es: 'Envíe el certificado como una parte multipart llamada File, con su Password.'
  },
  CERTIFICATE_FILE_MALFORMED: {
    kind: 'invalid', en: 'The file is not a PKCS#12 key store (.p12 or .pfx).',
    es: 'El archivo no es un almacén PKCS#12 (.p12 o .pfx).'
  },
  CERTIFICATE_PASSWORD_WRONG: {
    kind: 'rule', en: 'The password does not open the certificate.', es: 'La contraseña no abre el certificado.'
  },
  CERTIFICATE_KEY_MISSING: {
    kind: 'rule', en: 'The file has no private key with its certificate.',
    es: 'El archivo no tiene una llave privada con su certificado.'
  },
  CERTIFICATE_KEY_UNSUPPORTED: {
    kind: 'rule', en: 'The key is not an RSA key of 1024 to 4096 bits.', es: 'La llave no es RSA de 1024 a 4096 bits.'
  },
  CERTIFICATE_EXPIRED: {
    kind: 'rule', en: 'The certificate is not valid today.', es: 'El certificado no está vigente hoy.'
  },
  CERTIFICATE_HOLDER_UNKNOWN: {
    kind: 'rule', en: "The certificate does not tell its holder's RUT.",
    es: 'El certificado no indica el RUT de su titular.'
  },
  SEALED_KEY_UNREADABLE: {
    kind: 'unavailable',
    en:
      'A private key of the tenant cannot be opened on this server. Its operator finds in the log which one; uploading the certificate or the CAF again replaces it.',
    es:
      'Una llave privada de la empresa no se puede abrir en este servidor. Su operador encuentra en el registro cuál; al subir de nuevo el certificado o el CAF se reemplaza.'
  },
  CERTIFICATE_NOT_FOUND: {
    kind: 'missing', en: 'The tenant has no certificate.', es: 'La empresa no tiene certificado.'
  },

  BULK_NOT_FOUND: { kind: 'missing', en: 'There is no such bulk submission.', es: 'No existe ese envío masivo.' },
  BULK_FILE_MISSING: {
    kind: 'invalid', en: 'Send the documents as JSON, or a .csv or .xlsx file as one multipart part named File.',
    es: 'Envíe los documentos como JSON, o un archivo .csv o .xlsx como una parte multipart llamada File.'
  },
  BULK_FILE_UNSUPPORTED: {
    kind: 'unsupported',
    en: 'The file is neither .xlsx nor .csv. Save it as an Excel workbook (.xlsx) without a password, or as CSV UTF-8.',
    es: 'El archivo no es .xlsx ni .csv. Guárdelo como libro de Excel (.xlsx) sin contraseña, o como CSV UTF-8.'
  },
  BULK_FILE_HAS_MACROS: {
    kind: 'unsupported', en: 'The workbook holds macros. Save it as an Excel workbook without macros (.xlsx).',
    es: 'El libro contiene macros. Guárdelo como libro de Excel sin macros (.xlsx).'
  },
  BULK_FILE_MALFORMED: {
    kind: 'invalid', en: 'The file is damaged, or is not what it says it is. Save it anew.',
    es: 'El archivo está dañado o no es lo que dice ser. Guárdelo de nuevo.'
  },
  BULK_FILE_NOT_UTF8: {
    kind: 'invalid', en: 'The .csv file is not in UTF-8. Save it as "CSV UTF-8", or as .xlsx.',
    es: 'El archivo .csv no está en UTF-8. Guárdelo como "CSV UTF-8 (delimitado por comas)" o como .xlsx.'
  },
  BULK_FILE_TOO_LARGE: {
    kind: 'tooLarge',
    en: 'The file holds more than is taken at once: 100,000 rows, or 256 MiB once unpacked. Split it.',
    es:
      'El archivo contiene más de lo que se recibe de una vez: 100.000 filas o 256 MiB una vez descomprimido. Divídalo.'
  },
  BULK_SHEET_NOT_FOUND: {
    kind: 'invalid', en: 'The workbook has several sheets and none is named Documentos.',
    es: 'El libro tiene varias hojas y ninguna se llama Documentos.'
  },
  BULK_COLUMNS_INVALID: {
    kind: 'invalid', en: 'The first row does not name the columns as it should; each trouble is listed.',
    es: 'La primera fila no nombra las columnas como debe; cada problema está en la lista.'
  },
  BULK_EMPTY: { kind: 'invalid', en: 'There is no document in it.', es: 'No contiene ningún documento.' },
  BULK_TOO_MANY_DOCUMENTS: {
    kind: 'tooLarge', en: 'A bulk submission has at most 10,000 documents. Split it.',
    es: 'Un envío masivo tiene a lo más 10.000 documentos. Divídalo.'
  },
  BULK_NOTHING_TO_ISSUE: {
    kind: 'conflict',
    en: 'None of its documents is free of mistakes. Mend them and submit the file again with replacesId.',
    es: 'Ninguno de sus documentos está libre de errores. Corríjalos y envíe el archivo de nuevo con replacesId.'
  },
  BULK_NOTHING_TO_REPLACE: {
    kind: 'conflict',
    en:
      'No document of the file failed in the submission that it replaces, or a later submission took them up already.',
    es: 'Ningún documento del archivo falló en el envío que reemplaza, o un envío posterior ya los tomó.'
  },
  BULK_IS_OVER: {
    kind: 'conflict', en: 'The submission is completed or cancelled.', es: 'El envío está completado o cancelado.'
  },
  BULK_HAS_DOCUMENTS: {
    kind: 'conflict', en: 'Documents of it were issued; it cannot be deleted.',
    es: 'Ya se emitieron documentos de este envío; no se puede eliminar.'
  },
  BULK_FOLLOWERS_TOO_MANY: {
    kind: 'tooMany', en: 'Too many connections follow bulk submissions. Close some, or ask from time to time.',
    es: 'Demasiadas conexiones siguen envíos masivos. Cierre algunas o consulte de vez en cuando.'
  },

  PDF_TEMPLATE_NOT_FOUND: { kind: 'missing', en: 'There is no such PDF template.', es: 'No existe esa plantilla PDF.' },
  PDF_TEMPLATE_INVALID: { kind: 'rule', en: 'The template cannot be drawn.', es: 'La plantilla no se puede dibujar.' },
  PDF_TEMPLATE_INCOMPLETE: {
    kind: 'rule', en: 'The template leaves out what a tax document must show.',
    es: 'La plantilla omite lo que un documento tributario debe mostrar.'
  },
  PDF_TEMPLATE_TOO_COSTLY: {
    kind: 'rule', en: 'The template takes too much time or memory to draw.',
    es: 'La plantilla ocupa demasiado tiempo o memoria al dibujarse.'
  },
  PDF_TEMPLATE_NOT_FOR_DOCUMENT: {
    kind: 'rule', en: 'The template is not for this type of document or this format.',
    es: 'La plantilla no es para este tipo de documento o este formato.'
  },
  PDF_TEMPLATE_NAME_TAKEN: {
    kind: 'conflict', en: 'Another template has this name.', es: 'Otra plantilla tiene este nombre.'
  },
  PDF_TEMPLATE_DEFAULT_TAKEN: {
    kind: 'conflict',
    en: 'Another template is the default for one of these types of document in this format. Take that from it first.',
    es: 'Otra plantilla es la predeterminada para uno de estos tipos de documento en este formato. Quítele eso primero.'
  },
  PDF_TEMPLATE_CHANGED: {
    kind: 'conflict', en: 'The template was changed or deleted in the meantime. Read it again.',
    es: 'La plantilla fue modificada o eliminada entretanto. Léala de nuevo.'
  },
  PDF_TEMPLATE_LIMIT: {
    kind: 'conflict', en: 'A tenant has at most 50 PDF templates. Delete one first.',
    es: 'Una empresa tiene a lo más 50 plantillas PDF. Elimine una primero.'
  },
  PDF_TEMPLATE_BUSY: {
    kind: 'tooMany', en: 'Another template of yours is being drawn. Wait for the seconds in Retry-After.',
    es: 'Otra de sus plantillas se está dibujando. Espere los segundos indicados en Retry-After.'
  },

  NOTIFICATION_URL_INVALID: {
    kind: 'invalid', en: 'Notifications go to an https address on the public internet.',
    es: 'Las notificaciones van a una dirección https de la internet pública.'
  },
  NOTIFICATION_NOT_CONFIGURED: {
    kind: 'conflict', en: 'No address for notifications is set. Set one with Notification/Update first.',
    es: 'No hay una dirección para notificaciones. Indique una antes con Notification/Update.'
  },
  REPORT_RANGE_INVALID: {
    kind: 'invalid', en: 'A report covers 1 to 366 days, from startDate to endDate.',
    es: 'Un informe abarca de 1 a 366 días, de startDate a endDate.'
  },

  TENANT_NOT_FOUND: { kind: 'missing', en: 'There is no such tenant.', es: 'No existe esa empresa.' },
  TENANT_CODE_TAKEN: {
    kind: 'conflict', en: 'This tenant code is taken.', es: 'Este código de empresa ya está en uso.'
  },
  TENANT_SETTING_LOCKED: {
    kind: 'conflict',
    en:
      'This setting cannot change once folios were uploaded or documents came in. Delete untouched blocks of folios first.',
    es:
      'Este ajuste no se puede cambiar después de subir folios o recibir documentos. Elimine antes los rangos de folios sin uso.'
  },
  AUTHORITY_UNAVAILABLE: {
    kind: 'rule', en: 'This server is not set up for that tax authority.',
    es: 'Este servidor no está configurado para esa autoridad tributaria.'
  },
  TENANT_KEY_NOT_FOUND: { kind: 'missing', en: 'There is no such pair of keys.', es: 'No existe ese par de claves.' },
  TENANT_KEY_LIMIT: {
    kind: 'conflict', en: 'The tenant has two live pairs of keys already. Revoke the one that is not used any more.',
    es: 'La empresa ya tiene dos pares de claves vigentes. Revoque el que ya no se usa.'
  },
  TENANT_KEY_LAST: {
    kind: 'conflict', en: 'This is the last live pair of keys. Create another first.',
    es: 'Es el último par de claves vigente. Cree otro antes.'
  },
  EMAIL_TAKEN: {
    kind: 'conflict', en: 'This email already has an account. Sign in, or ask for a new password.',
    es: 'Este correo ya tiene una cuenta. Inicie sesión o pida una nueva contraseña.'
  },
  PASSWORD_TOO_WEAK: {
    kind: 'invalid', en: 'The password has fewer than 12 characters or is widely known.',
    es: 'La contraseña tiene menos de 12 caracteres o es muy conocida.'
  },

  ROLE_NOT_FOUND: { kind: 'missing', en: 'There is no such role.', es: 'No existe ese rol.' },
  ROLE_NAME_TAKEN: { kind: 'conflict', en: 'Another role has this name.', es: 'Otro rol tiene este nombre.' },
  ROLE_IS_SYSTEM: {
    kind: 'conflict', en: 'Administrator, Operator and Viewer cannot be deleted, nor lose a claim that they came with.',
    es: 'Administrator, Operator y Viewer no se pueden eliminar ni perder un permiso que traían.'
  },
  ROLE_CLAIM_NOT_FOUND: {
    kind: 'missing', en: 'The role does not have this claim.', es: 'El rol no tiene este permiso.'
  },
  RIGHTS_NOT_HELD: {
    kind: 'forbidden', en: 'You cannot give or take away rights that you do not hold yourself.',
    es: 'No puede otorgar ni quitar permisos que usted no tiene.'
  },
  LAST_ADMINISTRATOR: {
    kind: 'conflict', en: 'This is the last administrator. Make another user administrator first.',
    es: 'Es el último administrador. Designe antes a otro usuario como administrador.'
  },

  USER_NOT_FOUND: { kind: 'missing', en: 'There is no such user.', es: 'No existe ese usuario.' },
  USER_NAME_TAKEN: {
    kind: 'conflict', en: 'Another user has this user name.', es: 'Otro usuario tiene este nombre de usuario.'
  },

  ALLOW_LIST_ENTRY_NOT_FOUND: {
    kind: 'missing', en: 'There is no such entry on the IP allow list.',
    es: 'No existe esa entrada en la lista de direcciones IP permitidas.'
  },
  ALLOW_LIST_ENTRY_EXISTS: {
    kind: 'conflict', en: 'This address or range is on the IP allow list already.',
    es: 'Esta dirección o rango ya está en la lista de direcciones IP permitidas.'
  },
  ALLOW_LIST_FULL: {
    kind: 'conflict', en: 'The IP allow list holds 1,000 entries already. Use ranges.',
    es: 'La lista de direcciones IP permitidas ya tiene 1.000 entradas. Use rangos.'
  },
  ALLOW_LIST_LOCKS_OUT: {
    kind: 'conflict',
    en:
      'This change would lock you out: the list would no longer hold the address that you call from. Add that address first.',
    es:
      'Este cambio lo dejaría fuera: la lista ya no tendría la dirección desde la que usted llama. Agregue antes esa dirección.'
  },
  ALLOW_LIST_OPEN_TO_ALL: {
    kind: 'invalid', en: 'This range holds every address. Send "confirmEveryone": true if that is meant.',
    es: 'Este rango contiene todas las direcciones. Envíe "confirmEveryone": true si eso es lo que quiere.'
  }
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errorTable

/** One thing wrong with the input: where, and what. `path` is empty when the whole request is meant. */
export interface Problem { path: string, message: Sentence }

/**
 * What a service throws when it cannot do what was asked. The codes of dte/errors.ts travel in it too, so `code` is
 * text; http/plugins/error-handler.ts looks its kind up in the two tables.
 */
export class ServiceError extends Error {
  readonly code: string
  readonly problems: readonly Problem[]
  readonly retryAfterSeconds: number | undefined

  constructor (
    code: ErrorCode, options: { problems?: readonly Problem[], retryAfterSeconds?: number, cause?: unknown } = {}
  ) {
    super(errorTable[code].en, { cause: options.cause })
    this.name = 'ServiceError'
    this.code = code
    this.problems = options.problems ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** A problem at one path of the input. */
export function problemAt (path: string, message: Sentence): Problem {
  return { path, message }
}
