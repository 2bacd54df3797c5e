/**
 * The kinds of remedies, on which Webhook/Retry acts (delivery/retry-plan.ts). From the mildest to the gravest: of
 * several reasons, the gravest one decides.
 */
export const remedyActions = [
  /** Nothing is wrong. */
  'none',
  /** Timbre continues by itself. */
  'wait',
  /** The same signed document can be sent again. */
  'resend',
  /** The same signed document can be sent again once the document that it refers to is accepted. */
  'waitForReference',
  /** Correct a setting of the tenant or a permission at the SII; the same signed document can then be sent again. */
  'mendTenant',
  /** Correct the document's data; it keeps its folio, which the SII released. */
  'mendDataReuseFolio',
  /** The reasons are in the SII's mail: upload its result first. They decide whether the document keeps its folio. */
  'uploadResult',
  /** The document needs a folio of another block. */
  'replaceCaf',
  /** The document needs another folio. */
  'newFolio',
  /** The SII may have this very document and must be asked first. */
  'reconcile'
] as const

export type RemedyAction = (typeof remedyActions)[number]

export interface SiiExplanation {
  en: string
  es: string
  /** What to do about it. */
  remedy: { action: RemedyAction, en: string, es: string }
}

const remedies = {
  none: { action: 'none', en: 'Nothing to do.', es: 'No hay nada que hacer.' },
  wait: {
    action: 'wait', en: 'Wait. Timbre keeps asking the SII.', es: 'Espere. Timbre sigue consultando al SII.'
  },
  resend: {
    action: 'wait', en: 'Wait. Timbre sends the envelope again.',
    es: 'Espere. Timbre reenvía el envío.'
  },
  sendAgain: {
    action: 'wait', en: 'Wait. Timbre sends the same file again at the time in `until`.',
    es: 'Espere. Timbre envía el mismo archivo de nuevo a la hora de `until`.'
  },
  confirm: {
    action: 'wait',
    en: 'Wait. Timbre asks the SII, and sends the same file again only if the SII has not seen it by the time in `until`.',
    es:
      'Espere. Timbre consulta al SII y envía el mismo archivo de nuevo sólo si el SII no lo ha visto a la hora de `until`.'
  },
  newToken: {
    action: 'wait',
    en:
      'Wait. Timbre requests a new token. If the problem persists, check that the certificate is valid and registered at the SII.',
    es:
      'Espere. Timbre pide un token nuevo. Si el problema persiste, revise que el certificado esté vigente y registrado en el SII.'
  },
  authoriseUser: {
    action: 'mendTenant', en: "At the SII, authorise the certificate's holder to sign and send for the company.",
    es: 'Autorice en el SII al titular del certificado para firmar y enviar por la empresa.'
  },
  enrolCompany: {
    action: 'mendTenant',
    en: 'Check at the SII that the company is authorised as an electronic issuer in this environment.',
    es: 'Verifique en el SII que la empresa esté autorizada como emisor electrónico en este ambiente.'
  },
  schema: {
    action: 'mendDataReuseFolio',
    en: 'Report this as a fault: Timbre should have found it before sending. Then retry with the corrected document.',
    es:
      'Informe esta falla: Timbre debió detectarla antes del envío. Luego reintente con el documento corregido.'
  },
  envelopeSignature: {
    action: 'mendTenant',
    en:
      'Check that the certificate is valid and its holder is authorised at the SII, then retry: Timbre signs a new envelope.',
    es:
      'Revise que el certificado esté vigente y su titular autorizado en el SII, y reintente: Timbre firma un envío nuevo.'
  },
  mendData: {
    action: 'mendDataReuseFolio',
    en: 'Correct the document and retry with the corrected payload. It keeps its folio, which the SII released.',
    es: 'Corrija el documento y reintente con el payload corregido. Conserva su folio, que el SII liberó.'
  },
  signature: {
    action: 'newFolio', en: 'Check the certificate and report this as a fault. The document needs a new folio.',
    es: 'Revise el certificado e informe esta falla. El documento necesita otro folio.'
  },
  cover: {
    action: 'mendTenant', en: "Check the company's resolution (number and date) and certificate, then retry.",
    es: 'Revise la resolución (número y fecha) y el certificado de la empresa, y reintente.'
  },
  newEnvelope: {
    action: 'mendTenant',
    en:
      "Retry: Timbre makes a new envelope, which the holder of today's certificate signs and sends. Of a set of the certification, issue another attempt.",
    es:
      'Reintente: Timbre arma un envío nuevo, que firma y envía el titular del certificado actual. Si es un set de la certificación, emita otro intento.'
  },
  readCounters: { action: 'none', en: 'See the verdict on each document.', es: 'Vea el veredicto de cada documento.' },
  readReasons: {
    action: 'newFolio', en: 'Read the reasons, correct the document and issue it again under a new folio.',
    es: 'Lea los motivos, corrija el documento y emítalo de nuevo con otro folio.'
  },
  readObjections: {
    action: 'none',
    en:
      'The document is valid. Read the objections and avoid them in future documents; if they matter, correct this one with a note.',
    es:
      'El documento es válido. Lea los reparos y evítelos en los siguientes documentos; si importan, corrija éste con una nota.'
  },
  uploadResult: {
    action: 'none',
    en: "The document is valid. Upload the SII's mail with Webhook/UploadResult to learn which documents have objections.",
    es:
      'El documento es válido. Suba el correo del SII con Webhook/UploadResult para saber qué documentos tienen reparos.'
  },
  uploadReasons: {
    action: 'uploadResult',
    en:
      "Upload the result (RESULTADO_ENVIO) that the SII mailed to the company with Webhook/UploadResult. Retry then acts on the reasons in it: they may allow the document to keep its folio. If there is no such mail, ask the SII's site to send it again.",
    es:
      'Suba con Webhook/UploadResult el resultado (RESULTADO_ENVIO) que el SII envió por correo a la empresa. Retry actúa según sus motivos: el documento puede conservar su folio. Si el correo no está, pida su reenvío en el sitio del SII.'
  },
  uploadObjections: {
    action: 'none',
    en: "The document is valid. Upload the SII's mail with Webhook/UploadResult to learn its objections.",
    es: 'El documento es válido. Suba el correo del SII con Webhook/UploadResult para conocer sus reparos.'
  },
  reconcile: {
    action: 'reconcile',
    en: 'Timbre asks the SII for the document and continues with the answer; it sends nothing twice.',
    es: 'Timbre consulta el documento al SII y continúa según la respuesta; no envía nada dos veces.'
  },
  compare: {
    action: 'newFolio', en: 'Compare this document with the one at the SII. Do not use the folio again.',
    es: 'Compare este documento con el que tiene el SII. No vuelva a usar el folio.'
  },
  newFolio: {
    action: 'newFolio', en: 'Issue the document again under a new folio.',
    es: 'Emita el documento de nuevo con otro folio.'
  },
  overdue: {
    action: 'wait',
    en:
      "Timbre keeps asking the SII; the description has its last answer. Check the certificate and its holder's permissions. If the problem persists, contact the SII.",
    es:
      'Timbre sigue consultando al SII; la descripción tiene su última respuesta. Revise el certificado y los permisos de su titular. Si el problema persiste, contacte al SII.'
  },
  unclear: {
    action: 'wait',
    en:
      "Look the document up on the SII's site and read the SII's mail; the description has all that its services answered. Do not issue the sale again: the SII may have accepted it. Timbre keeps asking.",
    es:
      'Busque el documento en el sitio del SII y lea su correo; la descripción tiene todo lo que respondieron sus servicios. No emita la venta de nuevo: el SII puede haberla aceptado. Timbre sigue consultando.'
  },
  askSii: {
    action: 'resend', en: 'If the problem persists, contact the SII and quote the track id.',
    es: 'Si el problema persiste, contacte al SII e indique el identificador de envío.'
  }
} as const

function explain (en: string, es: string, remedy: SiiExplanation['remedy']): SiiExplanation {
  return { en, es, remedy }
}

/** STATUS of DTEUpload [S8]. */
const uploadStatuses = {
  0: explain('The SII received the envelope.', 'El SII recibió el envío.', remedies.none),
  1: explain(
    'The sender has no permission to send.', 'El usuario que envía no tiene permiso para enviar.',
    remedies.authoriseUser
  ),
  2: explain(
    'The file is too large or too small for the SII.',
    'El tamaño del archivo es demasiado grande o demasiado pequeño para el SII.',
    {
      action: 'resend', en: 'Lower the number of documents per envelope, then retry.',
      es: 'Reduzca la cantidad de documentos por envío y reintente.'
    }
  ),
  3: explain('The file arrived incomplete.', 'El archivo llegó incompleto.', remedies.resend),
  5: explain('The SII did not accept the token.', 'El SII no aceptó el token.', remedies.newToken),
  6: explain(
    'The company is not authorised to send files.', 'La empresa no está autorizada a enviar archivos.',
    remedies.enrolCompany
  ),
  7: explain('The envelope breaks the schema.', 'El envío no cumple el esquema.', remedies.schema),
  8: explain(
    'A signature of the envelope does not verify.', 'Una firma del envío no verifica.', remedies.envelopeSignature
  ),
  9: explain("The SII's system is locked.", 'El sistema del SII está bloqueado.', remedies.resend),
  99: explain('The SII already has this envelope.', 'El SII ya tiene este envío.', remedies.reconcile)
} as const satisfies Record<number, SiiExplanation>

/** ESTADO of QueryEstUp and of the boletas' envelopes [S9]. */
const envelopeStates = {
  REC: explain('The SII received the envelope and has not checked it yet.', 'Envío recibido, en espera de revisión.', remedies.wait),
  SOK: explain("The envelope's schema is valid.", 'Esquema del envío validado.', remedies.wait),
  FOK: explain("The envelope's signature is valid.", 'Firma del envío validada.', remedies.wait),
  PDR: explain('The envelope is being processed.', 'Envío en proceso.', remedies.wait),
  PRD: explain('The envelope is being processed.', 'Envío en proceso.', remedies.wait),
  CRT: explain(
    'The cover sheet is valid; the documents are checked next.', 'Carátula correcta; siguen los documentos.', remedies.wait
  ),
  EPR: explain(
    'The envelope was processed. The counters give the verdict.',
    'Envío procesado. El veredicto está en los contadores.', remedies.readCounters
  ),
  RSC: explain('The SII refused the envelope: schema error.', 'Envío rechazado por error en el esquema.', remedies.schema),
  RFR: explain('The SII refused the envelope: signature error.', 'Envío rechazado por error en la firma.', remedies.envelopeSignature),
  RCT: explain('The SII refused the envelope: error in the cover sheet.', 'Envío rechazado por error en la carátula.', remedies.cover),
  RCH: explain('Document rejected.', 'Documento rechazado.', remedies.readReasons),
  RPR: explain('Document accepted with objections.', 'Documento aceptado con reparos.', remedies.readObjections),
  RLV: explain(
    'Document accepted with minor objections.', 'Documento aceptado con reparos leves.', remedies.readObjections
  ),
  RPT: explain('Document rejected: the SII had received it before.', 'Documento rechazado por repetido.', remedies.reconcile),
  VOF: explain(
    'The SII cannot find the file of the envelope.', 'El SII no encuentra el archivo del envío.', remedies.askSii
  ),
  RCO: explain(
    'The SII refused the envelope: its data are inconsistent.', 'Envío rechazado por inconsistencia de sus datos.',
    remedies.mendData
  ),
  '001': explain('The token is inactive.', 'El token está inactivo.', remedies.newToken),
  '002': explain('The token is inactive.', 'El token está inactivo.', remedies.newToken),
  '003': explain('The SII does not know the token.', 'El SII no conoce el token.', remedies.newToken),
  106: explain(
    'The user is not authorised in the company.', 'El usuario no está autorizado en la empresa.', remedies.authoriseUser
  ),
  107: explain(
    "The SII could not check the user's authorisation.", 'El SII no pudo verificar la autorización del usuario.',
    remedies.wait
  )
} as const satisfies Record<string, SiiExplanation>

/** Errors of the query service itself, -1 to -14 [S9]; those not named here are internal ones. */
const queryErrors = {
  '-3': explain(
    "The SII does not know the user's RUT.", 'El SII no conoce el RUT del usuario.', remedies.authoriseUser
  ),
  '-6': explain('The user is not authorised.', 'El usuario no está autorizado.', remedies.authoriseUser),
  '-10': explain(
    'The RUT in the query is wrong.', 'El RUT de la consulta es erróneo.', remedies.askSii
  ),
  '-11': explain(
    'The envelope belongs to another company, or the SII could not process the query.',
    'El envío no es de esta empresa, o el SII no pudo procesar la consulta.', remedies.askSii
  )
} as const satisfies Record<string, SiiExplanation>

/** ESTADO of QueryEstDte and QueryEstDteAv [S10]. */
const documentStates = {
  DOK: explain(
    'The SII has the document, with the same data.', 'El SII tiene el documento, con los mismos datos.', remedies.none
  ),
  DNK: explain(
    'The SII has a document with this folio and other data.',
    'El SII tiene un documento con este folio y otros datos.', remedies.compare
  ),
  FAU: explain(
    'The SII has not received the document, or has not registered it yet.',
    'El SII no ha recibido el documento, o aún no lo registra.', remedies.wait
  ),
  FNA: explain('The folio is not authorised.', 'El folio no está autorizado.', {
    action: 'replaceCaf', en: "Check the folio's CAF and its environment.",
    es: 'Revise el CAF del folio y su ambiente.'
  }),
  FAN: explain('The folio is annulled at the SII.', 'El folio está anulado en el SII.', remedies.newFolio),
  EMP: explain(
    'The company is not authorised to issue electronic documents.',
    'La empresa no está autorizada a emitir documentos electrónicos.', remedies.enrolCompany
  ),
  TMD: explain(
    'A debit note corrects texts of the document.', 'Una nota de débito corrige textos del documento.', remedies.none
  ),
  TMC: explain(
    'A credit note corrects texts of the document.', 'Una nota de crédito corrige textos del documento.', remedies.none
  ),
  MMD: explain(
    'A debit note corrects amounts of the document.', 'Una nota de débito corrige montos del documento.', remedies.none
  ),
  MMC: explain(
    'A credit note corrects amounts of the document.', 'Una nota de crédito corrige montos del documento.',
    remedies.none
  ),
  AND: explain('A debit note annuls the document.', 'Una nota de débito anula el documento.', remedies.none),
  ANC: explain('A credit note annuls the document.', 'Una nota de crédito anula el documento.', remedies.none)
} as const satisfies Record<string, SiiExplanation>

/** Reason codes: section, level (3 rejects, 2 objects, 1 is minor), number [S14]. An X stands for any level. */
const reasonCodes = {
  'ENV-3-0': explain('An invalid character or value.', 'Un carácter o valor no permitido.', {
    action: 'mendDataReuseFolio', en: 'Remove unusual characters from the texts and retry with the corrected payload.',
    es: 'Quite los caracteres inusuales de los textos y reintente con el payload corregido.'
  }),
  'ENV-3-6': explain(
    'The user may not sign or send for the company.', 'El usuario no está autorizado a firmar o enviar por la empresa.',
    remedies.authoriseUser
  ),
  'CRT-3-18': explain("The cover sheet's receiver is not the SII.", 'El receptor de la carátula no es el SII.', {
    action: 'resend', en: 'Report this as a fault: the receiver must be 60803000-K.',
    es: 'Informe esta falla: el receptor debe ser 60803000-K.'
  }),
  'CRT-3-19': explain(
    "The resolution's date or number is wrong.",
    'La fecha o el número de resolución es incorrecto.',
    {
      action: 'mendTenant', en: "Correct the company's resolution date and number for this environment, then retry.",
      es: 'Corrija la fecha y el número de resolución de la empresa para este ambiente, y reintente.'
    }
  ),
  'CRT-X-11': explain(
    'The sender in the cover sheet is not the one that uploaded the file.',
    'El RUT que envía según la carátula no es el que subió el archivo.',
    {
      action: 'mendTenant', en: 'Retry: Timbre signs and sends a new envelope with the current certificate.',
      es: 'Reintente: Timbre firma y envía un envío nuevo con el certificado actual.'
    }
  ),
  'SCH-00001': explain('The envelope breaks the schema.', 'El envío no cumple el esquema.', remedies.schema),
  'CHR-00002': explain('A line of the file is too long.', 'Una línea del archivo es demasiado larga.', remedies.schema),
  'DTE-1-650': explain(
    'The document reached the SII more than three days after its issue date.',
    'El documento llegó al SII más de tres días después de su fecha de emisión.', remedies.readObjections
  ),
  'DTE-3-100': explain('The document may have been sent twice.', 'Posible doble envío del documento.', remedies.reconcile),
  'DTE-3-101': explain('The folio was received before with other data.', 'El folio ya fue recibido con otros datos.', {
    action: 'newFolio', en: 'Issue the document again under a new folio; this folio is used.',
    es: 'Emita el documento de nuevo con otro folio; éste queda usado.'
  }),
  'DTE-3-505': explain(
    'The signature of the document does not verify.', 'La firma del documento no verifica.', remedies.signature
  ),
  'DTE-3-601': explain('The folio was annulled before.', 'El folio fue anulado anteriormente.', remedies.newFolio),
  'CAF-3-517': explain('The CAF has expired.', 'El CAF está vencido.', {
    action: 'replaceCaf', en: 'Upload and activate a new CAF, then retry: the document takes a folio of the new block.',
    es: 'Suba y active un CAF nuevo, y reintente: el documento toma un folio del bloque nuevo.'
  }),
  'TED-1-646': explain(
    "The stamp is dated before its folio's authorisation.", 'El timbre es anterior a la autorización de su folio.',
    remedies.readObjections
  ),
  'TED-2-510': explain('The stamp does not match the document.', 'El timbre no coincide con el documento.', {
    action: 'none', en: 'The document is valid. Report this as a fault: the stamp must repeat its data.',
    es: 'El documento es válido. Informe esta falla: el timbre debe repetir sus datos.'
  }),
  'HED-3-211': explain(
    'The totals of the header are wrong.', 'Los totales del encabezado son erróneos.', remedies.mendData
  ),
  'HED-2-260': explain(
    'The totals of the header (settlement, type 43) do not agree with the detail.',
    'Los totales del encabezado (liquidación, tipo 43) no cuadran con el detalle.', remedies.readObjections
  ),
  'HED-2-804': explain(
    'An export lacks what the SII demands of its packages: marks, or the number and seal of a container.',
    'A una exportación le falta un dato de los bultos: marcas, o número y sello de un contenedor.', remedies.readObjections
  ),
  'HED-3-305': explain(
    "The issue date is before the folio's authorisation.",
    'La fecha de emisión es anterior a la autorización del folio.',
    {
      action: 'mendDataReuseFolio', en: "Retry with a payload whose date is on or after the CAF's authorisation.",
      es: 'Reintente con un payload de fecha igual o posterior a la autorización del CAF.'
    }
  ),
  'HED-3-861': explain(
    "The issuer's activity code is not registered at the SII.",
    'El código de actividad del emisor no está registrado en el SII.',
    {
      action: 'mendDataReuseFolio',
      en: "Correct the tenant's activity codes, or register the activity at the SII, then retry.",
      es: 'Corrija los códigos de actividad de la empresa, o registre la actividad en el SII, y reintente.'
    }
  ),
  'REF-2-780': explain(
    'A note that annuls has another amount than the annulled document.',
    'Una nota que anula tiene otro monto que el documento anulado.', remedies.readObjections
  ),
  'REF-2-826': explain(
    "An export of services lacks the reference to the customs' resolution (812).",
    'A una exportación de servicios le falta la referencia a la resolución del SNA (812).', remedies.readObjections
  ),
  'REF-3-415': explain(
    'The reference is not valid for this operation, such as a credit note that annuls a dispatch guide.',
    'La referencia no es válida para la operación, como una nota de crédito que anula una guía.', remedies.mendData
  ),
  'REF-3-750': explain(
    'The SII does not know the referenced document.',
    'El SII no conoce el documento de referencia.',
    {
      action: 'waitForReference',
      en: 'Wait until the referenced document is accepted, then retry: Timbre sends the same signed document again.',
      es:
        'Espere a que el documento de referencia sea aceptado y reintente: Timbre reenvía el mismo documento firmado.'
    }
  ),
  'REF-3-758': explain('The reference has no code (CodRef).', 'A la referencia le falta su código (CodRef).', {
    action: 'mendDataReuseFolio',
    en:
      'State what the reference does (1 annuls, 2 corrects text, 3 corrects amounts) and retry with the corrected payload.',
    es:
      'Indique qué hace la referencia (1 anula, 2 corrige texto, 3 corrige montos) y reintente con el payload corregido.'
  })
} as const satisfies Record<string, SiiExplanation>

/** Codes of Timbre's own for what the SII leaves open (follow-up.ts, overdue.ts). */
const openQuestions = {
  UPLOAD_DELAYED: explain(
    'The SII could not be reached or took nothing of the upload.',
    'No se pudo conectar con el SII, o no recibió nada del envío.', remedies.sendAgain
  ),
  UPLOAD_UNCONFIRMED: explain(
    'The SII gave no readable answer to the upload, so it may have received the document.',
    'El SII no dio una respuesta legible al envío, por lo que puede haber recibido el documento.', remedies.confirm
  ),
  CERTIFICATE_REPLACED: explain(
    "Another holder's certificate signed the envelope.", 'Firmó el envío el certificado de otro titular.',
    remedies.newEnvelope
  ),
  SII_OVERDUE: explain(
    'The SII has given no final answer about this document for hours.',
    'Hace horas que el SII no da una respuesta definitiva sobre este documento.', remedies.overdue
  ),
  VERDICT_UNCLEAR: explain(
    "The SII's answers about this document contradict each other, or leave its verdict open.",
    'Las respuestas del SII sobre este documento se contradicen o no dan un veredicto.', remedies.unclear
  ),
  OBJECTION_UNATTRIBUTED: explain(
    'The SII has objections to some documents of this type in the envelope; only its mail says to which.',
    'El SII tiene reparos a algunos documentos de este tipo del envío; sólo su correo informa a cuáles.',
    remedies.uploadResult
  ),
  REASONS_BY_MAIL: explain(
    'The SII rejected the document. It gives the reasons by mail only, and Timbre does not have them yet.',
    'El SII rechazó el documento. Informa los motivos sólo por correo y Timbre aún no los tiene.',
    remedies.uploadReasons
  ),
  OBJECTIONS_BY_MAIL: explain(
    'The SII accepted the document with objections. It gives them by mail only.',
    'El SII aceptó el documento con reparos. Los informa sólo por correo.', remedies.uploadObjections
  )
} as const satisfies Record<string, SiiExplanation>

/** All codes that have their own explanation. */
export const siiCodes: Readonly<Record<string, SiiExplanation>> = {
  ...uploadStatuses, ...envelopeStates, ...queryErrors, ...documentStates, ...reasonCodes, ...openQuestions
}

/**
 * Explains a code of the SII: a STATUS of the upload ("7"), a state ("RCT", "DOK", "001", "-6") or a reason
 * ("DTE-3-101", also as "REF L[2]-3-758"). A reason that is not in the tables is explained by its section and level;
 * undefined when the text is not a code of the SII. Source: [S8] to [S10] and [S14].
 */
export function explainSiiCode (code: string): SiiExplanation | undefined {
  const canonical = canonicalCode(code)
  return siiCodes[canonical] ?? siiCodes[canonical.replace(/-\d-/, '-X-')] ?? withoutLevel(canonical) ??
    internalError(canonical) ?? byPattern(canonical)
}

/** One minus sign, no blanks, no line number: "REF L[2]-3-758" → "REF-3-758". */
function canonicalCode (code: string): string {
  return code.trim().toUpperCase().replaceAll('\u2212', '-').replace(/^([A-Z]{3})\s*L(?:\[\d+\]|\d+)/, '$1').replace(
    /\s+/g, ''
  )
}

/** The boletas' service gives some reasons without their level [S40]: "DTE-505". */
function withoutLevel (code: string): SiiExplanation | undefined {
  const [, section, number] = /^([A-Z]{3})-(\d{1,4})$/.exec(code) ?? []
  return section === undefined ? undefined : siiCodes[`${section}-3-${number}`] ?? siiCodes[`${section}-2-${number}`]
}

function internalError (code: string): SiiExplanation | undefined {
  if (!/^-([1-9]|1[0-4])$/.test(code)) return undefined
  return explain(
    "An internal error of the SII's query service.", 'Un error interno del servicio de consulta del SII.', remedies.wait
  )
}

const sections: Record<string, { en: string, es: string }> = {
  ENV: { en: 'the envelope', es: 'el envío' },
  CRT: { en: 'the cover sheet', es: 'la carátula' },
  DTE: { en: 'the document', es: 'el documento' },
  CAF: { en: 'the folio authorisation (CAF)', es: 'la autorización de folios (CAF)' },
  TED: { en: 'the electronic stamp', es: 'el timbre electrónico' },
  HED: { en: 'the header or the totals', es: 'el encabezado o los totales' },
  DET: { en: 'the lines of detail', es: 'el detalle' },
  REF: { en: 'the references', es: 'las referencias' }
}

const levels: Record<string, { en: string, es: string, remedy: SiiExplanation['remedy'] }> = {
  1: { en: 'Minor objection', es: 'Reparo leve', remedy: remedies.readObjections },
  2: { en: 'Objection', es: 'Reparo', remedy: remedies.readObjections },
  3: { en: 'Rejection', es: 'Rechazo', remedy: remedies.readReasons }
}

// Errors of the envelope are not errors of its documents.
const remediesOfEnvelope: Record<string, SiiExplanation['remedy']> = { ENV: remedies.cover, CRT: remedies.cover }

function byPattern (code: string): SiiExplanation | undefined {
  if (/^LSX-\d+$/.test(code)) {
    return explain(
      "The envelope breaks the schema (message of the SII's validator).",
      'El envío no cumple el esquema (mensaje del validador del SII).', remedies.schema
    )
  }
  const [, section = '', level = ''] = /^([A-Z]{3})-([123])-\d{1,5}$/.exec(code) ?? []
  const place = sections[section] ?? { en: `section ${section}`, es: `la sección ${section}` }
  const verdict = levels[level]
  if (!verdict) return undefined
  const remedy = level === '3' ? remediesOfEnvelope[section] ?? verdict.remedy : verdict.remedy
  return explain(`${verdict.en} that concerns ${place.en}.`, `${verdict.es} en ${place.es}.`, remedy)
}
