export interface RuleEntry {
  /** Malformed in itself (invalid), or at odds with a rule of business or law (rule). */
  kind: 'invalid' | 'rule'
  /** The code with which the SII would have answered [S14]. */
  sii?: string
  en: string
  es: string
}

/**
 * Every rule of the tax document that a posted one can break. A code is stable for ever; its sentence may improve.
 * {braces} stand for the particulars of a violation.
 */
export const ruleTable = {
  DOCUMENT_TYPE_UNKNOWN: {
    kind: 'invalid', sii: 'SCH-00001',
    en: '"{posted}" is not the code of an electronic document; see Common/InvoiceTypes',
    es: '"{posted}" no es el código de un documento electrónico; vea Common/InvoiceTypes'
  },

  TEXT_TOO_LONG: {
    kind: 'invalid', sii: 'SCH-00001', en: 'must have at most {limit} characters, it has {posted}',
    es: 'debe tener a lo más {limit} caracteres, tiene {posted}'
  },
  TEXT_NOT_LATIN1: {
    kind: 'invalid', sii: 'ENV-3-0', en: 'holds characters that ISO-8859-1 lacks: {posted}',
    es: 'contiene caracteres que ISO-8859-1 no tiene: {posted}'
  },
  TEXT_HAS_CONTROL_CHARACTERS: {
    kind: 'invalid', sii: 'ENV-3-0', en: 'holds control characters: {posted}',
    es: 'contiene caracteres de control: {posted}'
  },
  RUT_INVALID: {
    kind: 'invalid', sii: 'SCH-00001', en: '"{posted}" is not a RUT with a right check digit',
    es: '"{posted}" no es un RUT con dígito verificador correcto'
  },
  DATE_INVALID: {
    kind: 'invalid', sii: 'SCH-00001',
    en: '"{posted}" is not a date (YYYY-MM-DD or ISO 8601 date-time) between {from} and {to}',
    es: '"{posted}" no es una fecha (AAAA-MM-DD o fecha y hora ISO 8601) entre {from} y {to}'
  },
  TIME_INVALID: {
    kind: 'invalid', sii: 'SCH-00001', en: '"{posted}" is not a time of day (hh:mm:ss)',
    es: '"{posted}" no es una hora del día (hh:mm:ss)'
  },
  DATE_TIME_INVALID: {
    kind: 'invalid', sii: 'SCH-00001',
    en: '"{posted}" is not a date and time (YYYY-MM-DDThh:mm:ss) between 2010 and 2050',
    es: '"{posted}" no es una fecha y hora (AAAA-MM-DDThh:mm:ss) entre 2010 y 2050'
  },
  CURRENCY_UNKNOWN: {
    kind: 'invalid', sii: 'SCH-00001',
    en: '"{posted}" is not a currency of the customs\' table, by its name or its ISO 4217 code',
    es: '"{posted}" no es una moneda de la tabla de aduanas, por su nombre o su código ISO 4217'
  },
  NUMBER_NOT_POSITIVE: { kind: 'invalid', sii: 'SCH-00001', en: 'must be greater than 0', es: 'debe ser mayor que 0' },
  NUMBER_NEGATIVE: { kind: 'invalid', sii: 'SCH-00001', en: 'must not be negative', es: 'no debe ser negativo' },
  NUMBER_TOO_LARGE: {
    kind: 'invalid', sii: 'SCH-00001', en: 'must be at most {limit}', es: 'debe ser a lo más {limit}'
  },
  NUMBER_TOO_FINE: {
    kind: 'invalid', sii: 'SCH-00001', en: 'must have at most {limit} decimals',
    es: 'debe tener a lo más {limit} decimales'
  },
  AMOUNT_NOT_WHOLE: {
    kind: 'invalid', sii: 'SCH-00001', en: 'must be a whole number', es: 'debe ser un número entero'
  },
  CODE_UNKNOWN: {
    kind: 'invalid', sii: 'SCH-00001', en: '{posted} is not one of the codes {allowed}',
    es: '{posted} no es uno de los códigos {allowed}'
  },
  BRANCH_CODE_INVALID: {
    kind: 'invalid', sii: 'SCH-00001', en: "must be the SII's number of the branch, up to 9 digits",
    es: 'debe ser el número de sucursal del SII, de hasta 9 dígitos'
  },
  EMAIL_INVALID: {
    kind: 'invalid', en: '"{posted}" is not an email address', es: '"{posted}" no es una dirección de correo'
  },

  FIELD_REQUIRED: {
    kind: 'rule', sii: 'SCH-00001', en: 'is mandatory in documents of type {documentType}',
    es: 'es obligatorio en documentos de tipo {documentType}'
  },
  FIELD_NOT_ALLOWED: {
    kind: 'rule', sii: 'SCH-00001', en: 'does not exist in documents of type {documentType}',
    es: 'no existe en documentos de tipo {documentType}'
  },
  ROWS_TOO_MANY: {
    kind: 'rule', sii: 'SCH-00001', en: 'must hold at most {limit} rows, it holds {posted}',
    es: 'debe tener a lo más {limit} filas, tiene {posted}'
  },

  SENDER_NOT_THE_TENANT: {
    kind: 'rule', en: "is not the tenant's RUT, {computed}", es: 'no es el RUT de la empresa, {computed}'
  },
  SENDER_ACTIVITY_UNKNOWN: {
    kind: 'rule', sii: 'HED-3-861', en: '{posted} is not an activity code of the tenant ({allowed})',
    es: '{posted} no es un código de actividad de la empresa ({allowed})'
  },
  RECEIVER_ANONYMOUS: {
    kind: 'rule', en: '66666666-6 stands for nobody in particular and is for boletas',
    es: '66666666-6 no identifica a nadie y es para boletas'
  },
  RECEIVER_FOREIGN: {
    kind: 'rule', en: '55555555-5 stands for a foreigner: in documents of type {documentType} only with touristInvoice',
    es: '55555555-5 representa a un extranjero: en documentos de tipo {documentType} sólo con touristInvoice'
  },
  TOURIST_RECEIVER_NOT_FOREIGN: {
    kind: 'rule', en: 'an invoice to a tourist is for 55555555-5, not {posted}',
    es: 'una factura a un turista es para 55555555-5, no para {posted}'
  },
  TOURIST_DATA_MISSING: {
    kind: 'rule', en: 'is mandatory in an invoice to a tourist', es: 'es obligatorio en una factura a un turista'
  },
  TOURIST_MUNICIPALITY: {
    kind: 'rule', en: 'invoices to tourists are issued in Arica, Camarones, Putre or General Lagos, not in {posted}',
    es: 'las facturas a turistas se emiten en Arica, Camarones, Putre o General Lagos, no en {posted}'
  },
  DRIVER_INCOMPLETE: {
    kind: 'rule', sii: 'SCH-00001', en: 'a driver needs both name and RUT', es: 'el chofer necesita nombre y RUT'
  },

  ISSUE_DATE_IN_FUTURE: {
    kind: 'rule', en: 'must not be later than tomorrow, {limit}', es: 'no debe ser posterior a mañana, {limit}'
  },
  DUE_DATE_BEFORE_ISSUE: {
    kind: 'rule', en: 'must not be before the issue date, {limit}',
    es: 'no debe ser anterior a la fecha de emisión, {limit}'
  },
  PERIOD_INVALID: {
    kind: 'rule', en: 'must not be before the first day of the period, {limit}',
    es: 'no debe ser anterior al primer día del período, {limit}'
  },
  ARRIVAL_BEFORE_DEPARTURE: {
    kind: 'rule', en: 'must not be before the departure, {limit}', es: 'no debe ser anterior a la salida, {limit}'
  },

  TRANSFER_RECEIVER_NOT_SENDER: {
    kind: 'rule', en: 'goods that move within the company (transferType 5) have their sender, {computed}, as receiver',
    es: 'un traslado interno (transferType 5) tiene como receptor al mismo emisor, {computed}'
  },
  TRANSFER_DATA_MISSING: {
    kind: 'rule', en: 'is mandatory when goods move in this way (transferType, dispatchType)',
    es: 'es obligatorio cuando los bienes se trasladan de este modo (transferType, dispatchType)'
  },
  TRANSFER_REFERENCE_MISSING: {
    kind: 'rule', en: 'a line with exemptIndicator 5 needs a reference to the delivery note that it is taken from',
    es: 'una línea con exemptIndicator 5 necesita una referencia a la guía que rebaja'
  },
  BOLETA_ABOVE_LIMIT: {
    kind: 'rule', en: 'is mandatory in a boleta of more than 135 UF ({limit} pesos), with a RUT of its own',
    es: 'es obligatorio en una boleta de más de 135 UF ({limit} pesos), con un RUT propio'
  },

  LINES_MISSING: {
    kind: 'rule', sii: 'SCH-00001', en: 'must hold at least one line', es: 'debe tener al menos una línea'
  },
  LINES_TOO_MANY: {
    kind: 'rule', sii: 'SCH-00001', en: 'must hold at most {limit} lines, it holds {posted}',
    es: 'debe tener a lo más {limit} líneas, tiene {posted}'
  },
  LINE_NUMBER_NOT_SEQUENTIAL: {
    kind: 'rule', en: 'must be {computed}: lines are numbered from 1 in sequence',
    es: 'debe ser {computed}: las líneas se numeran desde 1 en secuencia'
  },
  ITEM_NAME_MISSING: { kind: 'rule', sii: 'SCH-00001', en: 'is mandatory', es: 'es obligatorio' },
  ITEM_CODE_INCOMPLETE: {
    kind: 'rule', sii: 'SCH-00001', en: 'an item code needs its value', es: 'un código de ítem necesita su valor'
  },
  LINE_AMOUNT_MISSING: {
    kind: 'rule', sii: 'SCH-00001', en: 'post unitPrice or lineTotal', es: 'informe unitPrice o lineTotal'
  },
  LINE_TOTAL_MISMATCH: {
    kind: 'rule', en: 'is {posted}, but quantity × unitPrice less the discount comes to {computed}',
    es: 'es {posted}, pero quantity × unitPrice menos el descuento da {computed}'
  },
  LINE_TAX_MISMATCH: {
    kind: 'rule', en: 'is {posted}, but the tax of the line comes to {computed}',
    es: 'es {posted}, pero el impuesto de la línea da {computed}'
  },
  DISCOUNT_MISMATCH: {
    kind: 'rule', en: 'is {posted}, but the percentage comes to {computed}',
    es: 'es {posted}, pero el porcentaje da {computed}'
  },
  DISCOUNT_TOO_LARGE: {
    kind: 'rule', en: 'exceeds what it is taken from, {limit}', es: 'supera el valor del que se descuenta, {limit}'
  },
  DISCOUNT_WITHOUT_PRICE: {
    kind: 'rule', en: 'needs the unitPrice that it is a part of', es: 'necesita el unitPrice del que es parte'
  },
  EXEMPT_INDICATOR_NOT_ALLOWED: {
    kind: 'rule', sii: 'SCH-00001',
    en: '{posted} does not exist in documents of type {documentType}; use one of {allowed}',
    es: '{posted} no existe en documentos de tipo {documentType}; use uno de {allowed}'
  },
  ONLY_EXEMPT_LINES: {
    kind: 'rule', en: 'all lines are exempt: issue a document of type 34',
    es: 'todas las líneas son exentas: emita un documento de tipo 34'
  },
  AFFECTED_LINE_IN_EXEMPT_DOCUMENT: {
    kind: 'rule', en: 'a line of an exempt document bears no tax',
    es: 'una línea de un documento exento no lleva impuesto'
  },

  TAX_CODE_UNKNOWN: {
    kind: 'invalid', sii: 'SCH-00001', en: '"{posted}" is not the code of an additional tax',
    es: '"{posted}" no es el código de un impuesto adicional'
  },
  TAX_CODE_NOT_ALLOWED: {
    kind: 'rule', en: 'tax {posted} does not belong in documents of type {documentType}',
    es: 'el impuesto {posted} no corresponde en documentos de tipo {documentType}'
  },
  TAX_CODE_REPEATED: { kind: 'rule', en: 'tax {posted} appears twice', es: 'el impuesto {posted} aparece dos veces' },
  TAX_CODES_TOO_MANY: {
    kind: 'rule', sii: 'SCH-00001', en: 'at most {limit} additional taxes fit here',
    es: 'caben a lo más {limit} impuestos adicionales'
  },
  TAX_ON_EXEMPT_LINE: {
    kind: 'rule', en: 'a line that is not subject to VAT bears no tax',
    es: 'una línea no afecta a IVA no lleva impuesto'
  },
  TAX_RATE_MISMATCH: {
    kind: 'rule', en: 'is {posted}, but the legal rate is {computed}',
    es: 'es {posted}, pero la tasa legal es {computed}'
  },
  TAX_AMOUNT_REQUIRED: {
    kind: 'rule', en: 'tax {posted} has no rate: post its amount on the line or in the totals',
    es: 'el impuesto {posted} no tiene tasa: informe su monto en la línea o en los totales'
  },
  TAX_WITHOUT_LINE: {
    kind: 'rule', en: 'no line carries tax {posted}', es: 'ninguna línea lleva el impuesto {posted}'
  },
  TAX_BASE_MISSING: {
    kind: 'rule', en: 'tax {posted} is on a base of its own: post it in withholdingAgent',
    es: 'el impuesto {posted} tiene una base propia: infórmela en withholdingAgent'
  },
  TAX_WITHHELD_EXCEEDS_VAT: {
    kind: 'rule', en: 'the taxes withheld come to {posted}, more than the VAT, {computed}',
    es: 'los impuestos retenidos dan {posted}, más que el IVA, {computed}'
  },
  TAX_PARTS_MISMATCH: {
    kind: 'rule', en: 'the parts of VAT come to {posted}, but VAT to {computed}',
    es: 'las partes del IVA dan {posted}, pero el IVA es {computed}'
  },
  CREDIT_TOO_LARGE: { kind: 'rule', en: 'exceeds 65 % of the VAT, {limit}', es: 'supera el 65 % del IVA, {limit}' },
  GROSS_AMOUNTS_WITH_ADDITIONAL_TAX: {
    kind: 'rule', en: 'prices with VAT are not allowed beside additional taxes',
    es: 'no se admiten precios con IVA junto a impuestos adicionales'
  },

  GLOBAL_DISCOUNTS_TOO_MANY: {
    kind: 'rule', sii: 'SCH-00001', en: 'must hold at most {limit} rows, it holds {posted}',
    es: 'debe tener a lo más {limit} filas, tiene {posted}'
  },
  GLOBAL_DISCOUNT_WITHOUT_LINES: {
    kind: 'rule', en: 'no line belongs to what it applies to',
    es: 'ninguna línea pertenece a aquello a lo que se aplica'
  },
  GLOBAL_DISCOUNT_TOO_LARGE: {
    kind: 'rule', en: 'exceeds the lines it applies to, {limit}', es: 'supera las líneas a las que se aplica, {limit}'
  },

  NET_AMOUNT_MISMATCH: {
    kind: 'rule', sii: 'HED-2-260', en: 'is {posted}, but the lines come to {computed}',
    es: 'es {posted}, pero las líneas dan {computed}'
  },
  EXEMPT_AMOUNT_MISMATCH: {
    kind: 'rule', sii: 'HED-2-260', en: 'is {posted}, but the lines come to {computed}',
    es: 'es {posted}, pero las líneas dan {computed}'
  },
  TAX_AMOUNT_MISMATCH: {
    kind: 'rule', sii: 'HED-2-260', en: 'is {posted}, but VAT comes to {computed}',
    es: 'es {posted}, pero el IVA da {computed}'
  },
  ADDITIONAL_TAX_MISMATCH: {
    kind: 'rule', sii: 'HED-2-260', en: 'is {posted}, but the tax comes to {computed}',
    es: 'es {posted}, pero el impuesto da {computed}'
  },
  TOTAL_AMOUNT_MISMATCH: {
    kind: 'rule', sii: 'HED-2-260', en: 'is {posted}, but the total comes to {computed}',
    es: 'es {posted}, pero el total da {computed}'
  },
  OTHER_AMOUNT_MISMATCH: {
    kind: 'rule', sii: 'HED-2-260', en: 'is {posted}, but the document comes to {computed}',
    es: 'es {posted}, pero el documento da {computed}'
  },
  TOTAL_IS_NEGATIVE: {
    kind: 'rule', sii: 'SCH-00001', en: 'comes to {computed}, less than 0', es: 'da {computed}, menos que 0'
  },
  TOTAL_IS_ZERO: {
    kind: 'rule', en: 'a document of type {documentType} must come to more than 0',
    es: 'un documento de tipo {documentType} debe sumar más de 0'
  },
  TOTAL_TOO_LARGE: { kind: 'rule', en: 'comes to {computed}, more than {limit}', es: 'da {computed}, más que {limit}' },
  TEXT_CORRECTION_WITH_AMOUNT: {
    kind: 'rule', en: 'a note that corrects texts (code 2) comes to 0, not {computed}',
    es: 'una nota que corrige textos (código 2) suma 0, no {computed}'
  },

  COMMISSION_EMPTY: {
    kind: 'rule', en: 'a commission has a net or an exempt amount', es: 'una comisión tiene monto neto o exento'
  },
  COMMISSION_TAX_MISMATCH: {
    kind: 'rule', en: 'is {posted}, but VAT on netAmount comes to {computed}',
    es: 'es {posted}, pero el IVA de netAmount da {computed}'
  },
  SUBTOTAL_LINE_UNKNOWN: { kind: 'rule', en: 'there is no line {posted}', es: 'no existe la línea {posted}' },
  EXCHANGE_RATE_MISSING: {
    kind: 'rule', en: 'an export in {posted} needs its rate in pesos',
    es: 'una exportación en {posted} necesita su tipo de cambio en pesos'
  },

  REFERENCES_TOO_MANY: {
    kind: 'rule', sii: 'SCH-00001', en: 'must hold at most {limit} references, it holds {posted}',
    es: 'debe tener a lo más {limit} referencias, tiene {posted}'
  },
  REFERENCE_MISSING: {
    kind: 'rule', sii: 'REF-3-415', en: 'a note must refer to the document that it changes',
    es: 'una nota debe referirse al documento que modifica'
  },
  REFERENCE_TYPE_UNKNOWN: {
    kind: 'rule',
    sii: 'REF-3-415',
    en:
      '"{posted}" is not a type of reference in documents of type {documentType}; see Common/GetReferenceInvoiceTypes',
    es:
      '"{posted}" no es un tipo de referencia en documentos de tipo {documentType}; vea Common/GetReferenceInvoiceTypes'
  },
  REFERENCE_TYPE_NOT_ALLOWED: {
    kind: 'rule', sii: 'REF-3-415', en: 'a document of type {documentType} cannot change one of type {posted}',
    es: 'un documento de tipo {documentType} no puede modificar uno de tipo {posted}'
  },
  REFERENCE_FOLIO_INVALID: {
    kind: 'rule', sii: 'REF-3-415', en: '"{posted}" is not a folio: up to 10 digits',
    es: '"{posted}" no es un folio: hasta 10 dígitos'
  },
  REFERENCE_AFTER_ISSUE: {
    kind: 'rule', sii: 'REF-3-415', en: 'a note cannot change a document of a later date than its own, {limit}',
    es: 'una nota no puede modificar un documento de fecha posterior a la suya, {limit}'
  },
  REFERENCE_CODE_MISSING: {
    kind: 'rule', sii: 'REF-3-758',
    en: 'a note must say whether it annuls (1), corrects texts (2) or corrects amounts (3)',
    es: 'una nota debe indicar si anula (1), corrige textos (2) o corrige montos (3)'
  },
  REFERENCE_CODE_CONFLICT: {
    kind: 'rule', sii: 'REF-3-415', en: 'codes 1 and 2 allow exactly one reference to a tax document',
    es: 'los códigos 1 y 2 admiten exactamente una referencia a un documento tributario'
  },
  REFERENCE_NOT_ANNULLABLE: {
    kind: 'rule', sii: 'REF-3-415', en: 'a delivery note ({posted}) is not annulled by a note',
    es: 'una guía de despacho ({posted}) no se anula con una nota'
  },
  REFERENCE_NOT_ISSUED: {
    kind: 'rule', sii: 'REF-3-750', en: 'no document of type {documentType} was issued under folio {posted}',
    es: 'no se ha emitido un documento de tipo {documentType} con el folio {posted}'
  },
  REFERENCE_REJECTED: {
    kind: 'rule', sii: 'REF-3-750',
    en: 'document {documentType} of folio {posted} was rejected or has failed: the SII does not hold it',
    es: 'el documento {documentType} de folio {posted} fue rechazado o falló: el SII no lo tiene'
  },
  REFERENCE_RECEIVER_MISMATCH: {
    kind: 'rule', sii: 'REF-3-415', en: 'is a document to {computed}, but the note is to {posted}',
    es: 'es un documento a {computed}, pero la nota es a {posted}'
  },
  REFERENCE_DATE_MISMATCH: {
    kind: 'rule', sii: 'REF-3-415', en: 'is {posted}, but the document is of {computed}',
    es: 'es {posted}, pero el documento es del {computed}'
  },
  REFERENCE_ANNULLED_BEFORE: {
    kind: 'rule', sii: 'REF-3-415', en: 'document {documentType} of folio {posted} is annulled already',
    es: 'el documento {documentType} de folio {posted} ya está anulado'
  },
  REFERENCE_AMOUNT_EXCEEDED: {
    kind: 'rule', sii: 'REF-3-415', en: 'the note takes away {posted}, but {computed} is left',
    es: 'la nota rebaja {posted}, pero quedan {computed}'
  }
} as const satisfies Record<string, RuleEntry>

export type RuleCode = keyof typeof ruleTable

/** One rule that a posted document breaks: where, what, and both figures when amounts disagree. */
export interface Violation {
  rule: RuleCode
  /** "payload.details[2].quantity" */
  path: string
  message: { en: string, es: string }
  siiCode?: string
  posted?: string
  computed?: string
}

/** Particulars of a violation, put into its sentence; `posted` and `computed` are kept as figures too. */
export interface Particulars {
  posted?: string
  computed?: string
  limit?: string
  allowed?: string
  documentType?: string
  from?: string
  to?: string
}

/** The violation of a rule at a path, in words. */
export function violationOf (rule: RuleCode, path: string, particulars: Particulars = {}): Violation {
  const entry: RuleEntry = ruleTable[rule]
  const { posted, computed } = particulars
  return {
    rule,
    path,
    message: { en: filled(entry.en, particulars), es: filled(entry.es, particulars) },
    ...(entry.sii !== undefined && { siiCode: entry.sii }),
    ...(posted !== undefined && { posted }),
    ...(computed !== undefined && { computed })
  }
}

function filled (sentence: string, particulars: Particulars): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: keyof Particulars) => particulars[name] ?? '')
}
