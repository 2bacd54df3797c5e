/**
 * What a remedy comes to, and Webhook/Retry does (services/invoicing/retry-plan.ts). From the mildest to the one that
 * leaves least of the document: of several reasons the last one counts.
 */
export const remedyActions = [
  /** Nothing is wrong. */
  'none',
  /** Timbre goes on by itself. */
  'wait',
  /** The same signed document may go again. */
  'resend',
  /** The same signed document may go once the one that it refers to is accepted. */
  'waitForReference',
  /** A setting of the tenant or a permission at the SII; then the same signed document goes again. */
  'mendTenant',
  /** The document's data; the SII gave its folio free. */
  'mendDataReuseFolio',
  /** A folio of another block. */
  'replaceCaf',
  'newFolio',
  /** The SII may hold this very document: it must be asked first. */
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
    action: 'wait', en: 'Wait: Timbre asks again by itself.', es: 'Espere: Timbre vuelve a preguntar por sí solo.'
  },
  resend: {
    action: 'wait', en: 'Timbre sends the same bytes again by itself.',
    es: 'Timbre reenvía los mismos bytes por sí solo.'
  },
  newToken: {
    action: 'wait',
    en:
      'Timbre asks for a new token by itself. If it persists, check that the certificate is valid and registered at the SII.',
    es:
      'Timbre pide un token nuevo por sí solo. Si persiste, revise que el certificado esté vigente y registrado en el SII.'
  },
  authoriseUser: {
    action: 'mendTenant', en: "Authorise the certificate's holder at the SII to sign and send for the company.",
    es: 'Autorice en el SII al titular del certificado para firmar y enviar por la empresa.'
  },
  enrolCompany: {
    action: 'mendTenant',
    en: 'Check at the SII that the company is authorised as an electronic issuer in this environment.',
    es: 'Verifique en el SII que la empresa esté autorizada como emisor electrónico en este ambiente.'
  },
  schema: {
    action: 'mendDataReuseFolio',
    en: 'Report it: Timbre checks documents before sending. After the correction, retry with the corrected document.',
    es:
      'Infórmelo: Timbre revisa los documentos antes de enviarlos. Tras la corrección, reintente con el documento corregido.'
  },
  envelopeSignature: {
    action: 'mendTenant',
    en:
      'Check that the certificate is valid and its holder authorised at the SII, then retry: the envelope is signed anew.',
    es:
      'Revise que el certificado esté vigente y su titular autorizado en el SII, y reintente: el envío se firma de nuevo.'
  },
  mendData: {
    action: 'mendDataReuseFolio',
    en: 'Correct the document and retry with the corrected payload: it keeps its folio, which the SII gave free.',
    es: 'Corrija el documento y reintente con el payload corregido: conserva su folio, que el SII dejó libre.'
  },
  signature: {
    action: 'newFolio', en: 'Check the certificate and report it: signed bytes are kept exactly as they were signed.',
    es: 'Revise el certificado e infórmelo: los bytes firmados se conservan tal como se firmaron.'
  },
  cover: {
    action: 'mendTenant', en: "Correct the tenant's resolution date and number and its certificate, then retry.",
    es: 'Corrija la fecha y el número de resolución y el certificado de la empresa, y reintente.'
  },
  readCounters: { action: 'none', en: 'Read the verdict of each document.', es: 'Vea el veredicto de cada documento.' },
  readReasons: {
    action: 'newFolio', en: 'Read the reasons, correct the document and issue it again with a new folio.',
    es: 'Lea los motivos, corrija el documento y emítalo de nuevo con otro folio.'
  },
  readObjections: {
    action: 'none',
    en:
      'The document is valid. Read the objections and correct their cause for the next ones; amend it with a note where they matter.',
    es:
      'El documento es válido. Lea los reparos y corrija su causa para los siguientes; si importan, rectifique con una nota.'
  },
  uploadResult: {
    action: 'none',
    en: "The document is valid. Upload the mail's file with Webhook/UploadResult to learn which documents are meant.",
    es:
      'El documento es válido. Suba el archivo del correo con Webhook/UploadResult para saber de qué documentos se trata.'
  },
  reconcile: {
    action: 'reconcile',
    en: 'Timbre asks the SII for the document and goes on with what it holds; nothing is sent twice as new.',
    es: 'Timbre consulta el documento al SII y sigue con lo que éste tiene; nada se envía dos veces como nuevo.'
  },
  compare: {
    action: 'newFolio', en: 'Compare the document at the SII with this one. Do not use the folio again.',
    es: 'Compare el documento que tiene el SII con éste. No vuelva a usar el folio.'
  },
  newFolio: {
    action: 'newFolio', en: 'Issue the document again: it takes a new folio.',
    es: 'Emita el documento de nuevo: tomará otro folio.'
  },
  overdue: {
    action: 'wait',
    en:
      "Timbre goes on asking by itself. See the description for the last answer; check the certificate and its holder's permissions, and ask the SII if it persists.",
    es:
      'Timbre sigue preguntando por sí solo. Vea en la descripción la última respuesta; revise el certificado y los permisos de su titular, y consulte al SII si persiste.'
  },
  askSii: {
    action: 'resend', en: 'If it persists, ask the SII, quoting the track id.',
    es: 'Si persiste, consulte al SII indicando el identificador de envío.'
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
  3: explain('The file arrived cut.', 'El archivo llegó cortado.', remedies.resend),
  5: explain('The SII did not accept the token.', 'El SII no aceptó el token.', remedies.newToken),
  6: explain(
    'The company is not authorised to send files.', 'La empresa no está autorizada a enviar archivos.',
    remedies.enrolCompany
  ),
  7: explain('The envelope breaks the schema.', 'El envío no cumple el esquema.', remedies.schema),
  8: explain(
    'A signature of the envelope does not verify.', 'Una firma del envío no verifica.', remedies.envelopeSignature
  ),
  9: explain('The system of the SII is locked.', 'El sistema del SII está bloqueado.', remedies.resend),
  99: explain('The SII holds this very envelope already.', 'El SII ya tiene este mismo envío.', remedies.reconcile)
} as const satisfies Record<number, SiiExplanation>

/** ESTADO of QueryEstUp and of the boletas' envelopes [S9]. */
const envelopeStates = {
  REC: explain('Envelope received, waiting to be examined.', 'Envío recibido, en espera de revisión.', remedies.wait),
  SOK: explain('The envelope\'s schema is right.', 'Esquema del envío validado.', remedies.wait),
  FOK: explain('The envelope\'s signature is right.', 'Firma del envío validada.', remedies.wait),
  PDR: explain('The envelope is being processed.', 'Envío en proceso.', remedies.wait),
  PRD: explain('The envelope is being processed.', 'Envío en proceso.', remedies.wait),
  CRT: explain(
    'The cover sheet is right; the documents come next.', 'Carátula correcta; siguen los documentos.', remedies.wait
  ),
  EPR: explain(
    'Envelope processed. This is not a verdict: the counters are.',
    'Envío procesado. No es un veredicto: lo son los contadores.', remedies.readCounters
  ),
  RSC: explain('Envelope refused: schema.', 'Envío rechazado por error en el esquema.', remedies.schema),
  RFR: explain('Envelope refused: signature.', 'Envío rechazado por error en la firma.', remedies.envelopeSignature),
  RCT: explain('Envelope refused: cover sheet.', 'Envío rechazado por error en la carátula.', remedies.cover),
  RCH: explain('Document rejected.', 'Documento rechazado.', remedies.readReasons),
  RPR: explain('Document accepted with objections.', 'Documento aceptado con reparos.', remedies.readObjections),
  RLV: explain(
    'Document accepted with minor objections.', 'Documento aceptado con reparos leves.', remedies.readObjections
  ),
  RPT: explain('Document rejected: it was received before.', 'Documento rechazado por repetido.', remedies.reconcile),
  VOF: explain(
    'The SII cannot find the file of the envelope.', 'El SII no encuentra el archivo del envío.', remedies.askSii
  ),
  RCO: explain(
    'Envelope refused: its data contradict each other.', 'Envío rechazado por inconsistencia de sus datos.',
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
    'The SII found the RUT of the query wrong.', 'El SII encontró erróneo el RUT de la consulta.', remedies.askSii
  ),
  '-11': explain(
    "The envelope is not this company's, or the SII could not process the query.",
    'El envío no es de esta empresa, o el SII no pudo procesar la consulta.', remedies.askSii
  )
} as const satisfies Record<string, SiiExplanation>

/** ESTADO of QueryEstDte and QueryEstDteAv [S10]. */
const documentStates = {
  DOK: explain(
    'The SII holds the document, with these data.', 'El SII tiene el documento, con estos datos.', remedies.none
  ),
  DNK: explain(
    'The SII holds a document with this folio and other data.',
    'El SII tiene un documento con este folio y otros datos.', remedies.compare
  ),
  FAU: explain(
    'The SII has not received the document, or does not see it yet.',
    'El SII no ha recibido el documento, o aún no lo ve.', remedies.wait
  ),
  FNA: explain('The folio is not authorised.', 'El folio no está autorizado.', {
    action: 'replaceCaf', en: 'Check the CAF of the folio and its environment.',
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
  'ENV-3-0': explain('An illegal character or value.', 'Un carácter o valor ilegal.', {
    action: 'mendDataReuseFolio', en: 'Remove unusual characters from the texts and retry with the corrected payload.',
    es: 'Quite los caracteres inusuales de los textos y reintente con el payload corregido.'
  }),
  'ENV-3-6': explain(
    'The user may not sign or send for the company.', 'El usuario no está autorizado a firmar o enviar por la empresa.',
    remedies.authoriseUser
  ),
  'CRT-3-18': explain("The cover sheet's receiver is not the SII.", 'El receptor de la carátula no es el SII.', {
    action: 'resend', en: 'The receiver must be 60803000-K: report it.',
    es: 'El receptor debe ser 60803000-K: infórmelo.'
  }),
  'CRT-3-19': explain(
    "The resolution's date or number is wrong.",
    'La fecha o el número de resolución es incorrecto.',
    {
      action: 'mendTenant', en: "Correct the tenant's resolution date and number for this environment, then retry.",
      es: 'Corrija la fecha y el número de resolución de la empresa para este ambiente, y reintente.'
    }
  ),
  'CRT-X-11': explain(
    'The sender in the cover sheet is not the one who uploaded.',
    'El RUT que envía según la carátula no es el que subió el archivo.',
    {
      action: 'mendTenant', en: 'Send with the certificate that signed the envelope.',
      es: 'Envíe con el certificado que firmó el envío.'
    }
  ),
  'SCH-00001': explain('The envelope breaks the schema.', 'El envío no cumple el esquema.', remedies.schema),
  'CHR-00002': explain('A line of the file is too long.', 'Una línea del archivo es demasiado larga.', remedies.schema),
  'DTE-3-100': explain('Possibly a document sent twice.', 'Posible doble envío del documento.', remedies.reconcile),
  'DTE-3-101': explain('The folio was received before with other data.', 'El folio ya fue recibido con otros datos.', {
    action: 'newFolio', en: 'Leave this folio as used and issue the document again: it takes a new one.',
    es: 'Dé este folio por usado y emita el documento de nuevo: tomará otro.'
  }),
  'DTE-3-505': explain(
    'The signature of the document does not verify.', 'La firma del documento no verifica.', remedies.signature
  ),
  'DTE-3-601': explain('The folio was annulled before.', 'El folio fue anulado anteriormente.', remedies.newFolio),
  'CAF-3-517': explain('The CAF has expired.', 'El CAF está vencido.', {
    action: 'replaceCaf', en: 'Upload and activate a new CAF, then retry: the document takes a folio of another block.',
    es: 'Suba y active un CAF nuevo, y reintente: el documento toma un folio de otro bloque.'
  }),
  'TED-2-510': explain('The stamp does not match the document.', 'El timbre no coincide con el documento.', {
    action: 'none', en: 'The document is valid. Report it: the stamp must repeat its data.',
    es: 'El documento es válido. Infórmelo: el timbre debe repetir sus datos.'
  }),
  'HED-3-211': explain(
    'The totals of the header are wrong.', 'Los totales del encabezado son erróneos.', remedies.mendData
  ),
  'HED-2-260': explain(
    'The totals of the header (settlement, type 43) do not agree with the detail.',
    'Los totales del encabezado (liquidación, tipo 43) no cuadran con el detalle.', remedies.readObjections
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
  'REF-3-415': explain(
    'The reference does not suit this operation, as a credit note that annuls a dispatch guide.',
    'La referencia no es válida para la operación, como una nota de crédito que anula una guía.', remedies.mendData
  ),
  'REF-3-750': explain(
    'The SII does not know the referenced document.',
    'El SII no conoce el documento de referencia.',
    {
      action: 'waitForReference',
      en: 'Wait until the referenced document is accepted, then retry: the same signed document goes again.',
      es:
        'Espere a que el documento de referencia sea aceptado y reintente: se envía de nuevo el mismo documento firmado.'
    }
  ),
  'REF-3-758': explain('The reference lacks its code (CodRef).', 'A la referencia le falta su código (CodRef).', {
    action: 'mendDataReuseFolio',
    en:
      'State what the reference does (1 annuls, 2 corrects text, 3 corrects amounts) and retry with the corrected payload.',
    es:
      'Indique qué hace la referencia (1 anula, 2 corrige texto, 3 corrige montos) y reintente con el payload corregido.'
  })
} as const satisfies Record<string, SiiExplanation>

/** What the SII leaves open (follow-up.ts, overdue.ts), in Timbre's own name. */
const openQuestions = {
  SII_OVERDUE: explain(
    'For hours nothing final has come from the SII about this document.',
    'Hace horas que el SII no informa nada definitivo de este documento.', remedies.overdue
  ),
  OBJECTION_UNATTRIBUTED: explain(
    'The SII objects to some documents of this type in the envelope, and tells to which only by mail.',
    'El SII tiene reparos a algunos documentos de este tipo del envío, e informa a cuáles sólo por correo.',
    remedies.uploadResult
  )
} as const satisfies Record<string, SiiExplanation>

/** Every code that is explained one by one. */
export const siiCodes: Readonly<Record<string, SiiExplanation>> = {
  ...uploadStatuses, ...envelopeStates, ...queryErrors, ...documentStates, ...reasonCodes, ...openQuestions
}

/**
 * Explains a code of the SII: a STATUS of the upload ("7"), a state ("RCT", "DOK", "001", "-6") or a reason
 * ("DTE-3-101", also as "REF L[2]-3-758"). A reason that is not in the tables is explained by its section and level;
 * undefined when the text is no code of the SII. Source: [S8] to [S10] and [S14].
 */
export function explainSiiCode (code: string): SiiExplanation | undefined {
  const canonical = canonicalCode(code)
  return siiCodes[canonical] ?? siiCodes[canonical.replace(/-\d-/, '-X-')] ?? internalError(canonical) ??
    byPattern(canonical)
}

/** One minus sign, no blanks, no line number: "REF L[2]-3-758" → "REF-3-758". */
function canonicalCode (code: string): string {
  return code.trim().toUpperCase().replaceAll('\u2212', '-').replace(/^([A-Z]{3})\s*L(?:\[\d+\]|\d+)/, '$1').replace(
    /\s+/g, ''
  )
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

// Faults of the envelope are none of its documents'.
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
