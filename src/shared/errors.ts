/** One sentence in the two languages that Timbre speaks. */
export interface Sentence { en: string, es: string }

export type ErrorKind =
  'invalid' | 'unauthenticated' | 'forbidden' | 'missing' | 'methodNotAllowed' | 'conflict' | 'tooLarge' |
  'unsupported' | 'rule' | 'tooMany' | 'tooSlow' | 'headersTooLarge' | 'abandoned' | 'internal' | 'unavailable'

interface ErrorEntry extends Sentence { kind: ErrorKind }

/**
 * Every code that can appear in `errorCode`, except the rules of the tax document (dte/errors.ts).
 * A code never changes; its sentence may improve. The sentence says what is wrong and what to do.
 */
export const errorTable = {
  INTERNAL: {
    kind: 'internal', en: 'An internal error occurred. Quote the request id when you report it.',
    es: 'Ocurrió un error interno. Indique el identificador de la solicitud al informarlo.'
  },
  DATABASE_UNAVAILABLE: {
    kind: 'unavailable',
    en: 'The database is not available. Try again shortly; repeating with the same Idempotency-Key is safe.',
    es:
      'La base de datos no está disponible. Reintente en unos instantes; repetir con la misma Idempotency-Key es seguro.'
  },
  OVERLOADED: {
    kind: 'unavailable', en: 'The server is overloaded. Try again shortly.',
    es: 'El servidor está sobrecargado. Reintente en unos instantes.'
  },
  SHUTTING_DOWN: {
    kind: 'unavailable', en: 'This instance is shutting down. Try again.',
    es: 'Esta instancia se está deteniendo. Reintente.'
  },
  PDF_UNAVAILABLE: {
    kind: 'unavailable', en: 'The PDF could not be generated. Try again.',
    es: 'No se pudo generar el PDF. Reintente.'
  },
  MAIL_UNAVAILABLE: {
    kind: 'unavailable', en: 'This server cannot send email. Ask its operator to set SMTP_URL.',
    es: 'Este servidor no puede enviar correos. Pida a su operador que configure SMTP_URL.'
  },
  PDF_TOO_LONG: {
    kind: 'rule', en: 'The PDF would exceed 50 pages. Request another format or the XML.',
    es: 'El PDF tendría más de 50 páginas. Pida otro formato o el XML.'
  },

  ROUTE_NOT_FOUND: { kind: 'missing', en: 'This operation does not exist.', es: 'Esta operación no existe.' },
  METHOD_NOT_ALLOWED: {
    kind: 'methodNotAllowed', en: 'This path does not support that method. See the Allow header.',
    es: 'Esta ruta no admite ese método. Vea el encabezado Allow.'
  },
  VALIDATION_FAILED: { kind: 'invalid', en: 'The request is invalid.', es: 'La solicitud no es válida.' },
  REQUEST_MALFORMED: {
    kind: 'invalid', en: 'The HTTP request is malformed.',
    es: 'La solicitud HTTP está mal formada.'
  },
  HEADERS_TOO_LARGE: {
    kind: 'headersTooLarge', en: 'The request headers are too large.',
    es: 'Los encabezados de la solicitud son demasiado grandes.'
  },
  REQUEST_TOO_SLOW: {
    kind: 'tooSlow', en: 'The request took too long to arrive.',
    es: 'La solicitud tardó demasiado en llegar.'
  },
  CLIENT_CLOSED_REQUEST: {
    kind: 'abandoned', en: 'The client closed the connection before it was answered. Appears only in logs and metrics.',
    es: 'El cliente cerró la conexión antes de recibir la respuesta. Aparece sólo en registros y métricas.'
  },
  SECRET_IN_QUERY: {
    kind: 'invalid', en: 'Secrets are not accepted in the query string. Send them in the body or in a header.',
    es: 'No se aceptan secretos en la dirección. Envíelos en el cuerpo o en un encabezado.'
  },
  JSON_MALFORMED: { kind: 'invalid', en: 'The body is not valid JSON.', es: 'El cuerpo no es JSON válido.' },
  JSON_TOO_DEEP: {
    kind: 'invalid', en: 'The JSON is nested too deeply.',
    es: 'El JSON tiene demasiados niveles de anidación.'
  },
  JSON_TOO_MANY_VALUES: {
    kind: 'invalid', en: 'The JSON has too many members or elements.',
    es: 'El JSON tiene demasiados miembros o elementos.'
  },
  JSON_DUPLICATE_MEMBER: {
    kind: 'invalid', en: 'An object has two members of the same name.',
    es: 'Un objeto tiene dos miembros con el mismo nombre.'
  },
  JSON_FORBIDDEN_MEMBER: {
    kind: 'invalid', en: 'A member name is not allowed.',
    es: 'Un nombre de miembro no está permitido.'
  },
  JSON_NUMBER_INEXACT: {
    kind: 'invalid',
    en: 'A number has more than the 15 digits that a JSON number holds exactly. Post fewer digits, or omit values that Timbre computes.',
    es: 'Un número tiene más dígitos que los que un número JSON guarda con exactitud, que son 15. Envíe menos, u omita lo que Timbre calcula.'
  },
  BODY_NOT_UTF8: {
    kind: 'invalid',
    en: 'The body is not valid UTF-8. Declare the charset of JSON in ISO-8859-1: Content-Type: application/json; charset=ISO-8859-1.',
    es: 'El cuerpo no es UTF-8 válido. Declare el juego de caracteres de un JSON en ISO-8859-1: Content-Type: application/json; charset=ISO-8859-1.'
  },
  BODY_HAS_CONTROL_CHARACTERS: {
    kind: 'invalid', en: 'The body contains control characters or unpaired surrogates.',
    es: 'El cuerpo contiene caracteres de control o caracteres incompletos.'
  },
  BODY_TOO_LARGE: {
    kind: 'tooLarge', en: 'The body exceeds the size limit of this operation.',
    es: 'El cuerpo supera el tamaño máximo de esta operación.'
  },
  MEDIA_TYPE_UNSUPPORTED: {
    kind: 'unsupported', en: 'This operation does not support that media type, charset or content encoding.',
    es: 'Esta operación no admite ese tipo de contenido, juego de caracteres o codificación.'
  },
  RATE_LIMITED: {
    kind: 'tooMany', en: 'Too many requests. Wait the number of seconds in Retry-After.',
    es: 'Demasiadas solicitudes. Espere los segundos indicados en Retry-After.'
  },

  UNAUTHENTICATED: {
    kind: 'unauthenticated', en: 'Send a valid access token: Authorization: Bearer <token>.',
    es: 'Envíe un token de acceso válido: Authorization: Bearer <token>.'
  },
  CREDENTIALS_INVALID: {
    kind: 'unauthenticated', en: 'The email, the password or the tenant code is wrong.',
    es: 'El correo, la contraseña o el código de empresa son incorrectos.'
  },
  TENANT_REQUIRED: {
    kind: 'conflict', en: 'You are a user of several tenants. Send the tenantCode of one of them.',
    es: 'Usted es usuario de varias empresas. Envíe el tenantCode de una de ellas.'
  },
  TENANT_KEYS_INVALID: {
    kind: 'unauthenticated', en: 'The tenant code, access key or secret key is wrong.',
    es: 'El código de empresa, la clave de acceso o la clave secreta son incorrectos.'
  },
  CLAIM_MISSING: {
    kind: 'forbidden', en: 'Your roles do not allow this operation.',
    es: 'Sus roles no permiten esta operación.'
  },
  IP_NOT_ALLOWED: {
    kind: 'forbidden', en: "Your IP address is not on the tenant's allow list.",
    es: 'Su dirección IP no está en la lista de direcciones permitidas de la empresa.'
  },
  ORIGIN_NOT_ALLOWED: {
    kind: 'forbidden',
    en: 'Pages of this Origin may not call this address. The operator can allow it with CORS_ORIGINS; a program outside a browser sends no Origin.',
    es: 'Las páginas de este Origin no pueden llamar a esta dirección. El operador puede permitirlo con CORS_ORIGINS; un programa fuera de un navegador no envía Origin.'
  },
  REGISTRATION_CLOSED: {
    kind: 'forbidden', en: 'Registration is closed on this server. Ask its operator for an account.',
    es: 'El registro está cerrado en este servidor. Pida una cuenta a su operador.'
  },
  EMAIL_NOT_PROVEN: {
    kind: 'forbidden',
    en:
      'The email address of this registration is not confirmed. Follow the link in the email, or register again if it has expired.',
    es:
      'El correo de este registro no está confirmado. Use el enlace que recibió por correo o, si venció, regístrese de nuevo.'
  },
  EMAIL_TOKEN_INVALID: {
    kind: 'unauthenticated',
    en:
      'The token is wrong, has been used, or has expired (24 hours). Register again, or sign in if you have already confirmed.',
    es: 'El token es incorrecto, ya se usó o venció (24 horas). Regístrese de nuevo o, si ya confirmó, inicie sesión.'
  },
  RESET_TOKEN_INVALID: {
    kind: 'unauthenticated',
    en:
      'The token is wrong, has been used, or has expired (30 minutes; 24 hours for an invitation). Request a new one with ForgotPassword.',
    es:
      'El token es incorrecto, ya se usó o venció (30 minutos; 24 horas si es una invitación). Pida uno nuevo con ForgotPassword.'
  },
  CURRENT_PASSWORD_WRONG: {
    kind: 'rule', en: 'The current password is wrong.',
    es: 'La contraseña actual es incorrecta.'
  },
  SECOND_FACTOR_REQUIRED: {
    kind: 'forbidden',
    en: 'Send a code of your second factor: in `code` when you sign in, otherwise in the header X-Second-Factor.',
    es: 'Indique un código de su segundo factor: en `code` al iniciar sesión, en el encabezado X-Second-Factor en lo demás.'
  },
  SECOND_FACTOR_WRONG: {
    kind: 'forbidden',
    en: 'The code is wrong or was already used. Wait for the next code of your app, or use a recovery code.',
    es: 'El código es incorrecto o ya se usó. Espere el siguiente de su aplicación, o use un código de recuperación.'
  },
  SECOND_FACTOR_SETUP_REQUIRED: {
    kind: 'forbidden',
    en: 'Your company requires a second factor. Set one up with Auth/BeginSecondFactor and Auth/ConfirmSecondFactor.',
    es: 'Su empresa exige un segundo factor. Configúrelo con Auth/BeginSecondFactor y Auth/ConfirmSecondFactor.'
  },
  SECOND_FACTOR_NOT_BEGUN: {
    kind: 'conflict', en: 'There is nothing to confirm. Call Auth/BeginSecondFactor first.',
    es: 'No hay nada que confirmar. Llame primero a Auth/BeginSecondFactor.'
  },
  SECOND_FACTOR_MISSING: {
    kind: 'conflict', en: 'You have no second factor. Set one up with Auth/BeginSecondFactor.',
    es: 'Usted no tiene un segundo factor. Configúrelo con Auth/BeginSecondFactor.'
  },
  SECOND_FACTOR_COMPULSORY: {
    kind: 'conflict',
    en: 'Your company requires a second factor. To change the app, set up another one with Auth/BeginSecondFactor.',
    es: 'Su empresa exige un segundo factor. Para cambiar de aplicación, configure otra con Auth/BeginSecondFactor.'
  },
  SIGN_IN_DELAYED: {
    kind: 'tooMany', en: 'Too many failed attempts for this account. Wait the number of seconds in Retry-After.',
    es: 'Demasiados intentos fallidos para esta cuenta. Espere los segundos indicados en Retry-After.'
  },

  IDEMPOTENCY_KEY_REUSED: {
    kind: 'conflict', en: 'This Idempotency-Key was already used for a different request.',
    es: 'Esta Idempotency-Key ya se usó en una solicitud distinta.'
  },
  DUPLICATE_SUSPECTED: {
    kind: 'conflict',
    en: 'The content equals that of a document of the last ten minutes. If it is another sale, post it with its own `header.documentId.externalId`.',
    es: 'El contenido es igual al de un documento de los últimos diez minutos. Si es otra venta, envíela con su propio `header.documentId.externalId`.'
  },
  EXTERNAL_ID_REUSED: {
    kind: 'conflict', en: 'This externalId already belongs to a document with other content.',
    es: 'Este externalId ya pertenece a un documento con otro contenido.'
  },
  IDEMPOTENCY_KEY_INVALID: {
    kind: 'invalid', en: 'An Idempotency-Key must have 1 to 255 printable ASCII characters.',
    es: 'Una Idempotency-Key debe tener de 1 a 255 caracteres ASCII imprimibles.'
  },
  IDEMPOTENCY_IN_PROGRESS: {
    kind: 'conflict', en: 'A request with this Idempotency-Key is still in progress. Try again shortly.',
    es: 'Una solicitud con esta Idempotency-Key aún está en curso. Reintente en unos instantes.'
  },

  DOCUMENT_INVALID: {
    kind: 'invalid', en: 'The document breaks several rules; each is listed.',
    es: 'El documento incumple varias reglas; se indica cada una.'
  },
  DOCUMENT_NOT_FOUND: { kind: 'missing', en: 'This document does not exist.', es: 'Este documento no existe.' },
  DOCUMENT_NOT_ISSUED: {
    kind: 'conflict',
    en:
      'The document is Waiting: it has no folio yet, so it has no XML or PDF, and there is nothing to annul or correct.',
    es:
      'El documento está En espera: aún no tiene folio, por lo que no tiene XML ni PDF, y no hay nada que anular o corregir.'
  },
  PUBLIC_PAGES_OFF: {
    kind: 'conflict', en: 'Your documents have no public pages. Turn them on first with publicPages of Tenant/Update.',
    es: 'Sus documentos no tienen páginas públicas. Actívelas antes: publicPages de Tenant/Update.'
  },
  DOCUMENT_NOT_RETRIABLE: {
    kind: 'conflict', en: 'Only Failed and Rejected documents can be retried.',
    es: 'Sólo se pueden reintentar los documentos Fallidos y Rechazados.'
  },
  REASONS_NOT_KNOWN: {
    kind: 'conflict',
    en:
      'The SII gave its reasons for rejecting this document by mail only. Upload its result with Webhook/UploadResult, then retry. To take a new folio without knowing the reasons, send evenSo: true.',
    es:
      'El SII informó sólo por correo los motivos del rechazo de este documento. Suba su resultado con Webhook/UploadResult y reintente. Para tomar otro folio sin conocer los motivos, envíe evenSo: true.'
  },
  RESULT_NOT_MAILED: {
    kind: 'conflict',
    en: 'The SII mails no result for this document: it is a boleta, or the SII has not received its envelope.',
    es: 'El SII no envía por correo un resultado de este documento: es una boleta o el SII no ha recibido su envío.'
  },
  DOCUMENT_TYPE_FIXED: {
    kind: 'rule', en: 'The corrected document must have the same type as the document it replaces.',
    es: 'El documento corregido debe ser del mismo tipo que el documento al que reemplaza.'
  },
  DOCUMENT_NOT_IN_FORCE: {
    kind: 'conflict',
    en:
      'The document is Rejected or Failed, so it is not valid: nobody gets it, and there is nothing to annul or correct. Webhook/Retry issues it again, with a corrected payload.',
    es:
      'El documento está Rechazado o Fallido, por lo que no es válido: no se entrega a nadie, y no hay nada que anular o corregir. Webhook/Retry lo vuelve a emitir, con el payload corregido.'
  },
  DELIVERY_NOTE_NOT_ANNULLABLE: {
    kind: 'rule',
    en: 'A note cannot annul a delivery note (52). Annul it on the site of the SII, or correct it with Webhook/Correct.',
    es: 'Una nota no puede anular una guía de despacho (52). Anúlela en el sitio del SII, o corríjala con Webhook/Correct.'
  },
  SETTLEMENT_NOT_ANNULLABLE: {
    kind: 'rule',
    en:
      'No single note can annul this settlement (43): its total is negative, or it has additional taxes, which its lines do not carry. Post notes of your own with Webhook/Save.',
    es:
      'Ninguna nota por sí sola puede anular esta liquidación (43): su total es negativo, o tiene impuestos adicionales, que sus líneas no llevan. Emita notas propias con Webhook/Save.'
  },
  PARTLY_CREDITED: {
    kind: 'conflict',
    en:
      'Notes have already taken off a part of the document, so it cannot be annulled as a whole. Take off the rest with the lines of Webhook/Correct, or annul those notes first.',
    es:
      'Otras notas ya rebajaron una parte del documento, por lo que no se puede anular entero. Rebaje el resto con las líneas de Webhook/Correct, o anule antes esas notas.'
  },
  CORRECTION_INVALID: {
    kind: 'rule', en: 'The document cannot be corrected like this.', es: 'El documento no se puede corregir así.'
  },
  REFERENCE_PENDING: {
    kind: 'rule',
    en:
      'The SII has not yet given its verdict on a document that this note modifies. Send the note once that document is accepted.',
    es:
      'El SII aún no se pronuncia sobre un documento que esta nota modifica. Envíe la nota cuando ese documento esté aceptado.'
  },
  SII_UNAVAILABLE: {
    kind: 'unavailable',
    en: 'The SII is not responding, and Timbre must first ask whether it has received the document. Try again later.',
    es: 'El SII no responde y antes hay que consultarle si recibió el documento. Reintente más tarde.'
  },
  RESULT_FILE_MISSING: {
    kind: 'invalid', en: "Send the file from the SII's mail (RESULTADO_ENVIO or SETMAIL) as one multipart part named File.",
    es: 'Envíe lo que el SII mandó por correo (RESULTADO_ENVIO o SETMAIL) como una parte multipart llamada File.'
  },
  RESULT_FILE_MALFORMED: {
    kind: 'invalid',
    en: 'The file is neither a result of the SII (RESULTADO_ENVIO, RespSII_v10) nor its mail about a set (SETMAIL).',
    es: 'El archivo no es un resultado de envío del SII (RESULTADO_ENVIO, RespSII_v10) ni su correo sobre un set (SETMAIL).'
  },
  RESULT_ISSUER_MISMATCH: {
    kind: 'rule', en: 'The result belongs to an envelope of another RUT.',
    es: 'El resultado corresponde a un envío de otro RUT.'
  },
  RESULT_TRACK_ID_UNKNOWN: {
    kind: 'missing', en: 'The tenant has no envelope with the track id in the result.',
    es: 'La empresa no tiene ningún envío con el identificador (track id) del resultado.'
  },
  SENDER_NOT_THE_TENANT: {
    kind: 'rule', en: "The sender's RUT is not the tenant's RUT.",
    es: 'El RUT del emisor no es el RUT de la empresa.'
  },
  FOLIOS_MISSING: {
    kind: 'rule', en: 'No folios are left for this document type. Upload a CAF and activate it.',
    es: 'No quedan folios para este tipo de documento. Suba un CAF y actívelo.'
  },
  CERTIFICATE_MISSING: {
    kind: 'rule', en: 'The tenant has no valid signing certificate. Upload one.',
    es: 'La empresa no tiene un certificado vigente para firmar. Suba uno.'
  },
  ISSUE_DATE_BEFORE_FOLIOS: {
    kind: 'rule',
    en: 'The issue date is earlier than the authorisation date of all remaining folios. Use a later date.',
    es:
      'La fecha de emisión es anterior a la fecha de autorización de todos los folios disponibles. Use una fecha posterior.'
  },
  RESOLUTION_MISSING: {
    kind: 'rule', en: "The tenant's resolution number and date for its environment are missing.",
    es: 'Faltan el número y la fecha de resolución de la empresa para su ambiente.'
  },

  SIMULATOR_ONLY: {
    kind: 'conflict',
    en: 'This is only possible for a tenant whose tax authority is the simulator (taxAuthority 2).',
    es: 'Esto sólo es posible para una empresa cuya autoridad tributaria es el simulador (taxAuthority 2).'
  },
  SIMULATOR_UNAVAILABLE: {
    kind: 'unavailable',
    en: 'The simulator of the SII is not available. Try again later, or ask the operator of this server.',
    es: 'El simulador del SII no está disponible. Reintente más tarde o consulte al operador de este servidor.'
  },

  CERTIFICATION_ONLY: {
    kind: 'conflict',
    en: "This is only possible for a tenant in the SII's certification environment.",
    es: 'Esto sólo es posible para una empresa en el ambiente de certificación del SII.'
  },
  TEST_SET_FILE_MISSING: {
    kind: 'invalid', en: 'Send the file of test cases as one multipart part named File.',
    es: 'Envíe el archivo del set de pruebas como una parte multipart llamada File.'
  },
  CERTIFICATION_STARTED: {
    kind: 'conflict', en: 'A certification of this kind is in progress. See Certification/Progress.',
    es: 'Ya hay una certificación de este tipo en curso. Vea Certification/Progress.'
  },
  CERTIFICATION_NOT_STARTED: {
    kind: 'conflict', en: 'No certification of this kind is in progress. Start one with Certification/Start.',
    es: 'No hay una certificación de este tipo en curso. Comience una con Certification/Start.'
  },
  CERTIFICATION_NOT_NEEDED: {
    kind: 'conflict',
    en: 'The company is authorised for all these types: it needs no certification, whatever software it used. Go to production.',
    es: 'La empresa está autorizada para todos estos tipos: no necesita certificarse, sin importar el software que haya usado. Pase a producción.'
  },
  CERTIFICATION_SET_LOADED: {
    kind: 'conflict', en: 'A test-set file has already been uploaded. Send Replace to replace it.',
    es: 'Ya se cargó un archivo de set de pruebas. Envíe Replace para reemplazarlo.'
  },
  CERTIFICATION_INCOMPLETE: {
    kind: 'rule', en: 'This cannot be issued yet; each missing item is listed.',
    es: 'Aún no se puede emitir; la lista indica lo que falta.'
  },
  CERTIFICATION_ITEM_NOT_FOUND: {
    kind: 'missing', en: 'The certification has no set of this kind. See Certification/Progress.',
    es: 'La certificación no tiene ese set, o ninguno que corresponda. Vea Certification/Progress.'
  },
  CERTIFICATION_UNDER_WAY: {
    kind: 'conflict', en: 'An attempt at this set is in progress or approved. See Certification/Progress.',
    es: 'Hay un intento de este set en curso o aprobado. Vea Certification/Progress.'
  },
  CERTIFICATION_STEP_EARLY: {
    kind: 'conflict', en: 'An earlier step must be completed first.', es: 'Falta completar un paso anterior.'
  },
  CERTIFICATION_VERDICT_UNREADABLE: {
    kind: 'rule',
    en: 'The text is not the SII\'s mail about the review of a set: it says neither SOK nor SRH, or both.',
    es: 'El texto no es el correo del SII sobre la revisión de un set: no dice SOK ni SRH, o dice ambos.'
  },
  CERTIFICATION_DOCUMENT: {
    kind: 'conflict',
    en: 'The document belongs to a set of the certification, which can only be reissued as a whole. See Certification/Progress.',
    es: 'El documento pertenece a un set de la certificación, que se emite de nuevo completo. Vea Certification/Progress.'
  },
  BOLETA_FOLIOS_MISMATCH: {
    kind: 'rule', en: 'The set of boletas requires a CAF of exactly five unused folios.',
    es: 'El set de boletas usa un CAF de exactamente cinco folios, sin ninguno usado.'
  },
  BOLETA_DAY_OVER: {
    kind: 'conflict',
    en: 'More than 24 hours have passed since the folios were uploaded: the SII may refuse the set. Send confirm to issue it anyway.',
    es: 'Pasaron más de 24 horas desde la carga de los folios: el SII podría rechazar el set. Envíe confirm para emitirlo de todos modos.'
  },
  SIMULATION_INVALID: {
    kind: 'rule', en: "These documents do not meet the SII's requirements for the simulation; each problem is listed.",
    es: 'Estos documentos no son una simulación como la pide el SII; cada problema está en la lista.'
  },
  TEST_SET_INVALID: {
    kind: 'rule', en: 'Some lines of the file of test cases cannot be read; each is listed.',
    es: 'Algunas líneas del archivo del set de pruebas no se entienden; cada una está en la lista.'
  },
  GO_LIVE_TENANT_UNKNOWN: {
    kind: 'rule', en: 'You are not a user of the tenant with this code, or its allow list does not include your address.',
    es: 'Usted no es usuario de la empresa con este código, o su dirección no está en la lista de direcciones permitidas.'
  },
  GO_LIVE_TENANT_MISMATCH: {
    kind: 'rule', en: 'The tenant is not in production, or has another RUT.',
    es: 'La empresa no está en producción, o tiene otro RUT.'
  },
  EXCHANGE_FILE_MISSING: {
    kind: 'invalid', en: 'Send the file of the exchange (ENVIO_DTE_n.xml) as one multipart part named File.',
    es: 'Envíe el archivo del intercambio (ENVIO_DTE_n.xml) como una parte multipart llamada File.'
  },
  EXCHANGE_FILE_MALFORMED: {
    kind: 'invalid', en: 'The file is not an envelope of documents (EnvioDTE).',
    es: 'El archivo no es un envío de documentos (EnvioDTE).'
  },
  EXCHANGE_RECEIVER_MISMATCH: {
    kind: 'rule', en: 'No document of the envelope is addressed to the RUT of this company.',
    es: 'Ningún documento del envío está dirigido al RUT de esta empresa.'
  },

  FOLIO_FILE_MISSING: {
    kind: 'invalid', en: 'Send the CAF as one multipart part named File.',
    es: 'Envíe el CAF como una parte multipart llamada File.'
  },
  FOLIO_FILE_DOCTYPE: {
    kind: 'invalid', en: 'The CAF contains a DOCTYPE or an entity declaration, which is not allowed.',
    es: 'El CAF contiene un DOCTYPE o una declaración de entidad, lo que no está permitido.'
  },
  FOLIO_FILE_MALFORMED: {
    kind: 'invalid', en: 'The file is not an SII CAF (AUTORIZACION, CAF version 1.0).',
    es: 'El archivo no es un CAF del SII (AUTORIZACION, CAF versión 1.0).'
  },
  FOLIO_ISSUER_MISMATCH: {
    kind: 'rule', en: 'The CAF was issued to another RUT.',
    es: 'El CAF fue otorgado a otro RUT.'
  },
  FOLIO_TYPE_UNSUPPORTED: {
    kind: 'rule', en: 'Timbre does not issue the document type of this CAF.',
    es: 'Timbre no emite el tipo de documento de este CAF.'
  },
  FOLIO_RANGE_INVALID: {
    kind: 'rule', en: 'The folio range of the CAF is invalid.',
    es: 'El rango de folios del CAF no es válido.'
  },
  FOLIO_DATE_INVALID: {
    kind: 'rule', en: 'The authorisation date of the CAF is in the future.',
    es: 'La fecha de autorización del CAF es futura.'
  },
  FOLIO_SIGNATURE_INVALID: {
    kind: 'rule', en: "The SII's signature on the CAF (FRMA) is invalid.",
    es: 'La firma del SII en el CAF (FRMA) no es válida.'
  },
  FOLIO_ENVIRONMENT_MISMATCH: {
    kind: 'rule',
    en: "The CAF belongs to another environment (certification, production or simulator) than the tenant's.",
    es: 'El CAF es de un ambiente (certificación, producción o simulador) distinto al de la empresa.'
  },
  FOLIO_KEY_MISMATCH: {
    kind: 'rule', en: 'The private key of the CAF does not match its public key.',
    es: 'La llave privada del CAF no corresponde a su llave pública.'
  },
  FOLIO_BLOCK_OVERLAPS: {
    kind: 'conflict', en: 'Some of these folios already belong to another block.',
    es: 'Algunos de estos folios ya pertenecen a otro rango.'
  },
  FOLIO_BLOCK_EXPIRED: {
    kind: 'conflict', en: 'The folios of this block have expired.',
    es: 'Los folios de este rango están vencidos.'
  },
  FOLIO_BLOCK_NOT_FOUND: {
    kind: 'missing', en: 'This folio block does not exist.',
    es: 'Este rango de folios no existe.'
  },
  FOLIO_BLOCK_IN_USE: {
    kind: 'conflict', en: 'Folios of this block have been used, so it cannot be deleted.',
    es: 'Ya se usaron folios de este rango, por lo que no se puede eliminar.'
  },
  FOLIO_BLOCK_STOPPED: {
    kind: 'conflict',
    en: 'The block is stopped: the SII has documents of another program under its folios. Send `next`, the first unused folio.',
    es: 'El rango está detenido: el SII tiene documentos de otro programa con sus folios. Envíe `next`, el primer folio que ningún programa usó.'
  },
  FOLIO_NEXT_INVALID: {
    kind: 'rule', en: '`next` must be one of the folios of the block that are left.',
    es: '`next` debe ser uno de los folios que quedan del rango.'
  },
  FOLIO_BLOCK_STATE: { kind: 'conflict', en: 'The block has already been activated.', es: 'El rango ya fue activado.' },

  CERTIFICATE_FILE_MISSING: {
    kind: 'invalid',
    en: 'Send the certificate as one multipart part named File, and its password as a part named Password.',
    es: 'Envíe el certificado como una parte multipart llamada File y su contraseña como una parte llamada Password.'
  },
  CERTIFICATE_FILE_MALFORMED: {
    kind: 'invalid', en: 'The file is not a PKCS#12 key store (.p12 or .pfx).',
    es: 'El archivo no es un almacén de llaves PKCS#12 (.p12 o .pfx).'
  },
  CERTIFICATE_PASSWORD_WRONG: {
    kind: 'rule', en: 'The password of the certificate is wrong.',
    es: 'La contraseña del certificado es incorrecta.'
  },
  CERTIFICATE_KEY_MISSING: {
    kind: 'rule', en: 'The file contains no private key for the certificate.',
    es: 'El archivo no contiene la llave privada del certificado.'
  },
  CERTIFICATE_KEY_UNSUPPORTED: {
    kind: 'rule', en: 'The private key must be an RSA key of 1024 to 4096 bits.',
    es: 'La llave privada debe ser RSA de 1024 a 4096 bits.'
  },
  CERTIFICATE_ENCRYPTION_UNSUPPORTED: {
    kind: 'rule',
    en:
      'The file is encrypted in a way that is not supported. Import the certificate in Windows and export it again with AES-256, or use openssl pkcs12.',
    es:
      'El archivo está cifrado de una forma que no se admite. Importe el certificado en Windows y expórtelo de nuevo con AES-256, o use openssl pkcs12.'
  },
  CERTIFICATE_NOT_FOR_SIGNING: {
    kind: 'rule',
    en:
      'The keyUsage of the certificate allows neither digitalSignature nor nonRepudiation, so it cannot sign. Export the certificate for signing.',
    es:
      'El uso de clave (keyUsage) del certificado no incluye firma digital ni no repudio, por lo que no puede firmar. Exporte el certificado de firma.'
  },
  CERTIFICATE_EXPIRED: {
    kind: 'rule', en: 'The certificate is not valid today.',
    es: 'El certificado no está vigente hoy.'
  },
  CERTIFICATE_HOLDER_UNKNOWN: {
    kind: 'rule', en: "The certificate does not contain its holder's RUT.",
    es: 'El certificado no contiene el RUT de su titular.'
  },
  SEALED_KEY_UNREADABLE: {
    kind: 'unavailable',
    en:
      "This server cannot decrypt one of the tenant's private keys; its log names the key. Upload the certificate or CAF again to replace it.",
    es:
      'Este servidor no puede descifrar una de las llaves privadas de la empresa; el registro indica cuál. Suba de nuevo el certificado o el CAF para reemplazarla.'
  },
  CERTIFICATE_NOT_FOUND: {
    kind: 'missing', en: 'The tenant has no certificate.',
    es: 'La empresa no tiene certificado.'
  },

  BULK_NOT_FOUND: { kind: 'missing', en: 'This bulk submission does not exist.', es: 'Este envío masivo no existe.' },
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
    kind: 'unsupported', en: 'The workbook contains macros. Save it as an Excel workbook without macros (.xlsx).',
    es: 'El libro contiene macros. Guárdelo como libro de Excel sin macros (.xlsx).'
  },
  BULK_FILE_MALFORMED: {
    kind: 'invalid', en: 'The file is damaged or is not of the type it claims to be. Save it again.',
    es: 'El archivo está dañado o no es del tipo que indica. Guárdelo de nuevo.'
  },
  BULK_FILE_NOT_UTF8: {
    kind: 'invalid', en: 'The .csv file is in neither UTF-8 nor Windows-1252. Save it as "CSV UTF-8", or as .xlsx.',
    es: 'El archivo .csv no está en UTF-8 ni en Windows-1252. Guárdelo como "CSV UTF-8 (delimitado por comas)" o como .xlsx.'
  },
  BULK_FILE_TOO_LARGE: {
    kind: 'tooLarge', en: 'The file exceeds the limit of 100,000 rows, or 256 MiB unpacked. Split it.',
    es: 'El archivo supera el máximo de 100.000 filas, o de 256 MiB descomprimido. Divídalo.'
  },
  EXPORT_TOO_LARGE: {
    kind: 'rule', en: 'The list has more than 100,000 documents. Narrow the dates or the filters.',
    es: 'La lista tiene más de 100.000 documentos. Acote las fechas o los filtros.'
  },
  ARCHIVE_TOO_LARGE: {
    kind: 'rule',
    en: 'The archive would have more than 1,000 documents, or 10,000 with only the XML. Narrow the dates, or use include=xml.',
    es: 'El archivo tendría más de 1.000 documentos, o de 10.000 solo con los XML. Acote las fechas o pida include=xml.'
  },
  LIST_TOO_LARGE: {
    kind: 'rule',
    en: 'To sort, or to filter by amount or issuer, the other filters must leave at most 10,000 documents. Narrow the dates.',
    es: 'Para ordenar, o filtrar por monto o emisor, los demás filtros deben dejar a lo más 10.000 documentos. Acote las fechas.'
  },
  BULK_SHEET_NOT_FOUND: {
    kind: 'invalid', en: 'The workbook has several sheets, none of which is named Documentos.',
    es: 'El libro tiene varias hojas y ninguna se llama Documentos.'
  },
  BULK_COLUMNS_INVALID: {
    kind: 'invalid', en: 'The header row is invalid; each problem is listed.',
    es: 'La fila de encabezados no es válida; se indica cada problema.'
  },
  BULK_EMPTY: { kind: 'invalid', en: 'The submission contains no documents.', es: 'El envío no contiene documentos.' },
  BULK_TOO_MANY_DOCUMENTS: {
    kind: 'tooLarge', en: 'A bulk submission can have at most 10,000 documents. Split it.',
    es: 'Un envío masivo puede tener a lo más 10.000 documentos. Divídalo.'
  },
  BULK_NOTHING_TO_ISSUE: {
    kind: 'conflict',
    en: 'Every document of the submission has errors. Correct them and submit the file again with replacesId.',
    es: 'Todos los documentos del envío tienen errores. Corríjalos y envíe el archivo de nuevo con replacesId.'
  },
  BULK_NOTHING_TO_REPLACE: {
    kind: 'conflict',
    en: 'Every document of the file is already issued, or being issued, by an earlier submission.',
    es: 'Todos los documentos del archivo ya fueron emitidos, o se están emitiendo, en un envío anterior.'
  },
  BULK_NOTHING_TO_REPEAT: {
    kind: 'conflict',
    en: 'The submission has no document to repeat: every one is issued, or what was posted is no longer stored.',
    es: 'El envío no tiene documentos que repetir: todos están emitidos, o lo enviado ya no está guardado.'
  },
  BULK_NOT_OVER: {
    kind: 'conflict',
    en: 'The submission is still open. Process or cancel it first.',
    es: 'El envío sigue abierto. Procéselo o cancélelo primero.'
  },
  BULK_ROW_NOT_FOUND: {
    kind: 'missing', en: 'The submission has no document at this position.',
    es: 'El envío no tiene un documento en esta posición.'
  },
  BULK_ROW_WITHOUT_MISTAKES: {
    kind: 'conflict', en: 'Only documents with mistakes can be corrected; this one has none.',
    es: 'Solo se pueden corregir documentos con errores; este no los tiene.'
  },
  BULK_ALREADY_PROCESSED: {
    kind: 'conflict',
    en: 'The submission is processed or cancelled. Correct the document in the file and submit that with replacesId.',
    es: 'El envío ya se procesó o se canceló. Corrija el documento en el archivo y envíelo con replacesId.'
  },
  BULK_IS_OVER: {
    kind: 'conflict', en: 'The submission is already completed or cancelled.',
    es: 'El envío ya está completado o cancelado.'
  },
  BULK_HAS_DOCUMENTS: {
    kind: 'conflict', en: 'Documents from this submission have been issued, so it cannot be deleted.',
    es: 'Ya se emitieron documentos de este envío, por lo que no se puede eliminar.'
  },
  BULK_FOLLOWERS_TOO_MANY: {
    kind: 'tooMany', en: 'Too many open progress streams. Close some, or poll instead.',
    es: 'Hay demasiadas conexiones abiertas que siguen envíos masivos. Cierre algunas o consulte periódicamente.'
  },

  CUSTOMER_NOT_FOUND: { kind: 'missing', en: 'This customer does not exist.', es: 'Este cliente no existe.' },
  CUSTOMER_EXISTS: {
    kind: 'conflict', en: 'Another customer has this RUT (of a foreigner: this foreign id). Change that one instead.',
    es: 'Otro cliente tiene este RUT (si es extranjero, este id extranjero). Modifique ese.'
  },
  IMPORT_FILE_MISSING: {
    kind: 'invalid', en: 'Send a .csv or .xlsx file as one multipart part named File.',
    es: 'Envíe un archivo .csv o .xlsx como una parte multipart llamada File.'
  },
  IMPORT_INVALID: {
    kind: 'invalid', en: 'The sheet has mistakes; each is listed at its cell. Nothing was imported.',
    es: 'La planilla tiene errores; cada uno se indica en su celda. No se importó nada.'
  },
  IMPORT_TOO_LONG: {
    kind: 'tooLarge', en: 'A sheet can have at most 10,000 rows. Split it.',
    es: 'Una planilla puede tener a lo más 10.000 filas. Divídala.'
  },
  CUSTOMER_LIMIT: {
    kind: 'conflict', en: 'A tenant can have at most 50,000 customers. Delete some first.',
    es: 'Una empresa puede tener a lo más 50.000 clientes. Elimine algunos primero.'
  },
  RECEIVED_FILE_MISSING: {
    kind: 'invalid', en: 'The form has no part named File.', es: 'El formulario no trae una parte llamada File.'
  },
  RECEIVED_FILE_UNREADABLE: {
    kind: 'rule', en: 'Reading the file exceeds the limits of memory or time. Upload its XML files one by one.',
    es: 'Leer el archivo requiere más memoria o trabajo de lo permitido. Suba sus XML uno por uno.'
  },
  RECEIVED_DOCUMENT_NOT_FOUND: {
    kind: 'missing', en: 'This received document does not exist.', es: 'Este documento recibido no existe.'
  },
  RECEIVED_CLAIM_NOT_FOUND: {
    kind: 'missing', en: 'This claim of a received document does not exist.',
    es: 'Este reclamo o acuse de un documento recibido no existe.'
  },
  CLAIM_UNDER_WAY: {
    kind: 'conflict', en: 'The same request was made before and is waiting for approval or for the SII.',
    es: 'Ya se pidió lo mismo, y espera aprobación o la respuesta del SII.'
  },
  CLAIM_BLOCKED: {
    kind: 'conflict',
    en: 'Another action of this document is waiting for approval or for the SII. Withdraw it (Received/DecideClaim) if it was not sent yet, then repeat yours. The deadline keeps running.',
    es: 'Otra acción de este documento espera aprobación o la respuesta del SII. Retírela (Received/DecideClaim) si aún no se envía y pida de nuevo: el plazo sigue corriendo.'
  },
  CLAIM_UNCONFIRMED: {
    kind: 'rule',
    en: 'The SII has not confirmed the document with these data yet. An acceptance or a receipt is sent once it does.',
    es: 'El SII aún no confirma el documento con estos datos. Una aceptación o un acuse se envía cuando lo haga.'
  },
  CLAIM_NOT_APPROVED: {
    kind: 'rule', en: 'Nobody approved it before its deadline.', es: 'Nadie lo aprobó antes de que venciera el plazo.'
  },
  CLAIM_NOT_TAKEN: {
    kind: 'rule', en: "The SII's registry takes invoices and settlements (33, 34, 43) that are for your RUT only.",
    es: 'El registro del SII sólo admite facturas y liquidaciones (33, 34, 43) dirigidas a su RUT.'
  },
  CLAIM_NOT_POSSIBLE: {
    kind: 'rule', en: "The SII's registry would not accept it now. See the document's events and deadline.",
    es: 'El registro del SII no lo admitiría ahora. Vea los eventos y plazos del documento.'
  },
  CLAIM_CONTRADICTED: {
    kind: 'rule', en: 'The SII has other data under this folio: accepting the document, or confirming its receipt, would accept those data.',
    es: 'El SII tiene otros datos con este folio: aceptarlo o dar su acuse sería aceptar esos.'
  },
  CLAIM_NEEDS_ANOTHER_PERSON: {
    kind: 'forbidden', en: 'Somebody other than its author must approve it.',
    es: 'Debe aprobarlo otra persona que quien lo pidió.'
  },
  CLAIM_DECIDED: {
    kind: 'conflict', en: 'It was already decided, or is on its way to the SII.',
    es: 'Ya fue decidido, o ya va camino al SII.'
  },
  ANSWER_NOT_FOUND: { kind: 'missing', en: 'This answer does not exist.', es: 'Esta respuesta no existe.' },
  ANSWER_PENDING: {
    kind: 'conflict', en: 'The answer is not signed and mailed yet. Try again in a moment.',
    es: 'La respuesta aún no se firma ni se envía. Reintente en un momento.'
  },
  ANSWER_TYPE_UNKNOWN: {
    kind: 'rule', en: 'The format of answers supports only the document types 33, 34, 46, 52, 56 and 61.',
    es: 'El formato de las respuestas no conoce este tipo de documento: tiene 33, 34, 46, 52, 56 y 61.'
  },
  ANSWER_FOR_OTHER: {
    kind: 'rule', en: 'The document is for another RUT: it can only be rejected.',
    es: 'El documento es para otro RUT: solo puede rechazarlo.'
  },
  ANSWER_GIVEN: {
    kind: 'conflict', en: 'The supplier already has this answer. Send it again instead.',
    es: 'El proveedor ya tiene esta respuesta. Vuelva a enviarla en su lugar.'
  },
  RECEIPT_UNVERIFIED: {
    kind: 'rule', en: 'The signature of the document is not valid, so its receipt cannot be confirmed.',
    es: 'La firma del documento no pasó su verificación: no se da recibo por él.'
  },
  PRODUCT_NOT_FOUND: { kind: 'missing', en: 'This product does not exist.', es: 'Este producto no existe.' },
  PRODUCT_EXISTS: {
    kind: 'conflict', en: 'Another product has this code. Change that one instead.',
    es: 'Otro producto tiene este código. Modifique ese.'
  },
  PRODUCT_LIMIT: {
    kind: 'conflict', en: 'A tenant can have at most 50,000 products. Delete some first.',
    es: 'Una empresa puede tener a lo más 50.000 productos. Elimine algunos primero.'
  },

  PDF_TEMPLATE_NOT_FOUND: {
    kind: 'missing', en: 'This PDF template does not exist.',
    es: 'Esta plantilla PDF no existe.'
  },
  PDF_TEMPLATE_INVALID: { kind: 'rule', en: 'The template cannot be rendered.', es: 'No se puede generar un documento con la plantilla.' },
  PDF_TEMPLATE_INCOMPLETE: {
    kind: 'rule', en: 'The template omits content that a tax document must show.',
    es: 'La plantilla omite contenido que un documento tributario debe mostrar.'
  },
  PDF_TEMPLATE_TOO_COSTLY: {
    kind: 'rule', en: 'The template takes too much time or memory to render.',
    es: 'La plantilla requiere demasiado tiempo o memoria para generarse.'
  },
  PDF_TEMPLATE_NOT_FOR_DOCUMENT: {
    kind: 'rule', en: 'The template does not support this document type or format.',
    es: 'La plantilla no admite este tipo de documento o este formato.'
  },
  PDF_TEMPLATE_NAME_TAKEN: {
    kind: 'conflict', en: 'Another template already has this name.',
    es: 'Otra plantilla ya tiene este nombre.'
  },
  PDF_TEMPLATE_DEFAULT_TAKEN: {
    kind: 'conflict',
    en: 'Another template is already the default for one of these document types in this format. Unset it there first.',
    es:
      'Otra plantilla ya es la predeterminada para uno de estos tipos de documento en este formato. Desmárquela primero.'
  },
  PDF_TEMPLATE_CHANGED: {
    kind: 'conflict', en: 'The template was changed or deleted in the meantime. Read it again.',
    es: 'La plantilla fue modificada o eliminada entretanto. Léala de nuevo.'
  },
  PDF_TEMPLATE_LIMIT: {
    kind: 'conflict', en: 'A tenant can have at most 50 PDF templates. Delete one first.',
    es: 'Una empresa puede tener a lo más 50 plantillas PDF. Elimine una primero.'
  },
  PDF_TEMPLATE_BUSY: {
    kind: 'tooMany', en: 'Another template of yours is being rendered. Wait the number of seconds in Retry-After.',
    es: 'Otra de sus plantillas se está generando. Espere los segundos indicados en Retry-After.'
  },

  MAILBOX_INVALID: {
    kind: 'invalid', en: 'The mailbox must be on a mail server on the public internet, with an encrypted connection.',
    es: 'La casilla debe estar en un servidor de correo de la internet pública, con conexión cifrada.'
  },
  MAILBOX_SECRET_MISSING: {
    kind: 'conflict', en: 'Send the password or the OAuth secret: none is stored for this server and user name.',
    es: 'Envíe la contraseña o el secreto OAuth: no hay ninguno guardado para este servidor y usuario.'
  },
  MAILBOX_NOT_SET: {
    kind: 'conflict', en: 'There is no mailbox. Set it with Mailbox/Set first.',
    es: 'No hay una casilla de correo. Configúrela con Mailbox/Set primero.'
  },
  MAIL_NOT_FOUND: {
    kind: 'missing', en: 'This mail does not exist.', es: 'Este correo no existe.'
  },

  NOTIFICATION_URL_INVALID: {
    kind: 'invalid', en: 'The notification URL must be an https address on the public internet.',
    es: 'La dirección de notificaciones debe ser una dirección https de la internet pública.'
  },
  NOTIFICATION_NOT_FOUND: {
    kind: 'missing', en: 'This message does not exist, or was deleted after thirty days.',
    es: 'Este mensaje no existe, o se eliminó después de treinta días.'
  },
  NOTIFICATION_TURNED_OFF: {
    kind: 'conflict', en: 'Notifications to this address are turned off. Turn them on with NotificationEndpoint/Update first.',
    es: 'Las notificaciones a esta dirección están desactivadas. Actívelas con NotificationEndpoint/Update primero.'
  },
  NOTIFICATION_NOT_CONFIGURED: {
    kind: 'conflict', en: 'No notification URL is set. Set one with Notification/Update first.',
    es: 'No hay una dirección de notificaciones. Indique una con Notification/Update primero.'
  },
  NOTIFICATION_ENDPOINT_NOT_FOUND: {
    kind: 'missing', en: 'This notification endpoint does not exist, or was deleted.',
    es: 'Este destino de notificaciones no existe, o se eliminó.'
  },
  NOTIFICATION_ENDPOINTS_FULL: {
    kind: 'conflict', en: 'A tenant can have 8 notification endpoints. Delete one first.',
    es: 'Un contribuyente puede tener 8 destinos de notificaciones. Elimine uno primero.'
  },
  REPORT_RANGE_INVALID: {
    kind: 'invalid', en: 'A report must cover 1 to 366 days, from startDate to endDate.',
    es: 'Un informe debe abarcar de 1 a 366 días, de startDate a endDate.'
  },

  TENANT_CODE_TAKEN: {
    kind: 'conflict', en: 'This tenant code is already in use.',
    es: 'Este código de empresa ya está en uso.'
  },
  TENANT_SETTING_LOCKED: {
    kind: 'conflict',
    en:
      'This setting cannot change while the tenant has folios or documents. Blocks whose folios are all unused can be deleted.',
    es:
      'Este ajuste no se puede cambiar mientras la empresa tenga folios o documentos. Los rangos de folios sin uso se pueden eliminar.'
  },
  AUTHORITY_UNAVAILABLE: {
    kind: 'rule', en: 'This server is not configured for that tax authority.',
    es: 'Este servidor no está configurado para esa autoridad tributaria.'
  },
  TENANT_KEY_NOT_FOUND: { kind: 'missing', en: 'This key pair does not exist.', es: 'Este par de claves no existe.' },
  TENANT_KEY_LIMIT: {
    kind: 'conflict', en: 'The tenant already has two active key pairs. Revoke the one that is no longer used.',
    es: 'La empresa ya tiene dos pares de claves vigentes. Revoque el que ya no se usa.'
  },
  TENANT_KEY_LAST: {
    kind: 'conflict', en: 'This is the last active key pair. Create another one first.',
    es: 'Es el último par de claves vigente. Cree otro primero.'
  },
  EMAIL_TAKEN: {
    kind: 'conflict', en: 'Another user of this tenant already has this email.',
    es: 'Otro usuario de esta empresa ya tiene este correo.'
  },
  PASSWORD_TOO_WEAK: {
    kind: 'invalid', en: 'The password has fewer than 12 characters or is easy to guess.',
    es: 'La contraseña tiene menos de 12 caracteres o es fácil de adivinar.'
  },

  ROLE_NOT_FOUND: { kind: 'missing', en: 'This role does not exist.', es: 'Este rol no existe.' },
  ROLE_NAME_TAKEN: {
    kind: 'conflict', en: 'Another role already has this name.',
    es: 'Otro rol ya tiene este nombre.'
  },
  ROLE_IS_SYSTEM: {
    kind: 'conflict',
    en: 'The roles Administrator, Operator and Viewer cannot be deleted and always keep their original claims.',
    es: 'Los roles Administrator, Operator y Viewer no se pueden eliminar y siempre conservan sus permisos originales.'
  },
  ROLE_CLAIM_NOT_FOUND: {
    kind: 'missing', en: 'The role does not have this claim.',
    es: 'El rol no tiene este permiso.'
  },
  RIGHTS_NOT_HELD: {
    kind: 'forbidden', en: 'You cannot grant or revoke rights that you do not have.',
    es: 'No puede otorgar ni quitar permisos que usted no tiene.'
  },
  LAST_ADMINISTRATOR: {
    kind: 'conflict', en: 'This is the last administrator. Make another user an administrator first.',
    es: 'Es el último administrador. Designe primero a otro usuario como administrador.'
  },

  SESSION_NOT_FOUND: { kind: 'missing', en: 'This session does not exist, or has ended.', es: 'Esta sesión no existe o ya terminó.' },
  USER_NOT_FOUND: { kind: 'missing', en: 'This user does not exist.', es: 'Este usuario no existe.' },
  INVITATION_ANSWERED: {
    kind: 'conflict', en: 'The user has already signed in or accepted the invitation.',
    es: 'El usuario ya inició sesión o aceptó la invitación.'
  },
  USER_NAME_TAKEN: {
    kind: 'conflict', en: 'Another user already has this user name.',
    es: 'Otro usuario ya tiene este nombre de usuario.'
  },

  ALLOW_LIST_ENTRY_NOT_FOUND: {
    kind: 'missing', en: 'This entry of the IP allow list does not exist.',
    es: 'Esta entrada de la lista de direcciones IP permitidas no existe.'
  },
  ALLOW_LIST_ENTRY_EXISTS: {
    kind: 'conflict', en: 'This address or range is already on the IP allow list.',
    es: 'Esta dirección o rango ya está en la lista de direcciones IP permitidas.'
  },
  ALLOW_LIST_FULL: {
    kind: 'conflict', en: 'The IP allow list already has 1,000 entries. Use ranges.',
    es: 'La lista de direcciones IP permitidas ya tiene 1.000 entradas. Use rangos.'
  },
  ALLOW_LIST_LOCKS_OUT: {
    kind: 'conflict',
    en: 'This change would lock you out: your own address would no longer be on the list. Add it first.',
    es: 'Este cambio lo dejaría fuera: su propia dirección ya no estaría en la lista. Agréguela primero.'
  },
  ALLOW_LIST_OPEN_TO_ALL: {
    kind: 'invalid', en: 'This range includes every address. To allow it anyway, send "confirmEveryone": true.',
    es: 'Este rango incluye todas las direcciones. Para permitirlo de todos modos, envíe "confirmEveryone": true.'
  }
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errorTable

/** One problem of the input. An empty `path` means the whole request. */
export interface Problem { path: string, message: Sentence }

/** An operation that cannot be done, with the code that the client receives. */
export class ServiceError extends Error {
  readonly code: ErrorCode
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

/** What is wrong at one path of the input, with VALIDATION_FAILED. */
export function invalidAt (path: string, message: Sentence): ServiceError {
  return new ServiceError('VALIDATION_FAILED', { problems: [problemAt(path, message)] })
}
