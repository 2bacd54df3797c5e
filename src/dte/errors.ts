import { cureOfMissing, cureText, type CureCode } from './cures.ts'
import { noticeTable } from './notice-table.ts'

export interface RuleEntry {
  /**
   * Malformed in itself (invalid); at odds with a rule of business or law (rule); or with an obligation of the format
   * that the SII does not check by itself (notice), which refuses nothing unless the tenant wants it to.
   */
  kind: 'invalid' | 'rule' | 'notice'
  /**
   * The code with which the SII would have answered [S14], or else the number of the rule: FD is [S1], FB [S2]. Empty
   * where neither exists.
   */
  source: string
  en: string
  es: string
}

const refusals = {
  DOCUMENT_TYPE_UNKNOWN: {
    kind: 'invalid', source: 'SCH-00001',
    en: '"{posted}" is not the code of an electronic document; see Common/InvoiceTypes',
    es: '"{posted}" no es el código de un documento electrónico; vea Common/InvoiceTypes'
  },

  TEXT_TOO_LONG: {
    kind: 'invalid', source: 'SCH-00001', en: 'must have at most {limit} characters, but has {posted}',
    es: 'debe tener a lo más {limit} caracteres, pero tiene {posted}'
  },
  TEXT_NOT_LATIN1: {
    kind: 'invalid', source: 'ENV-3-0', en: 'contains characters outside ISO-8859-1: {posted}',
    es: 'contiene caracteres fuera de ISO-8859-1: {posted}'
  },
  TEXT_HAS_CONTROL_CHARACTERS: {
    kind: 'invalid', source: 'ENV-3-0', en: 'contains control characters: {posted}',
    es: 'contiene caracteres de control: {posted}'
  },
  RUT_INVALID: {
    kind: 'invalid', source: 'SCH-00001', en: '"{posted}" is not a RUT with a valid check digit',
    es: '"{posted}" no es un RUT con dígito verificador válido'
  },
  DATE_INVALID: {
    kind: 'invalid', source: 'SCH-00001',
    en: '"{posted}" is not a date (YYYY-MM-DD or ISO 8601 date-time) between {from} and {to}',
    es: '"{posted}" no es una fecha (AAAA-MM-DD o fecha y hora ISO 8601) entre {from} y {to}'
  },
  TIME_INVALID: {
    kind: 'invalid', source: 'SCH-00001', en: '"{posted}" is not a time of day (hh:mm:ss)',
    es: '"{posted}" no es una hora del día (hh:mm:ss)'
  },
  DATE_TIME_INVALID: {
    kind: 'invalid', source: 'SCH-00001',
    en: '"{posted}" is not a date and time (YYYY-MM-DDThh:mm:ss) between 2010 and 2050',
    es: '"{posted}" no es una fecha y hora (AAAA-MM-DDThh:mm:ss) entre 2010 y 2050'
  },
  CURRENCY_UNKNOWN: {
    kind: 'invalid', source: 'SCH-00001',
    en: '"{posted}" is not a currency of the customs table; use its name there or its ISO 4217 code',
    es: '"{posted}" no es una moneda de la tabla de Aduanas; use su nombre en ella o su código ISO 4217'
  },
  NUMBER_NOT_POSITIVE: { kind: 'invalid', source: 'SCH-00001', en: 'must be greater than 0', es: 'debe ser mayor que 0' },
  NUMBER_NEGATIVE: { kind: 'invalid', source: 'SCH-00001', en: 'must not be negative', es: 'no debe ser negativo' },
  LINE_NEGATIVE: {
    kind: 'invalid', source: 'SCH-00001',
    en: 'must not be negative: take an amount off with discountAmount or discountPercentage of the line, or with globalDiscounts',
    es: 'no debe ser negativo: para rebajar un monto use discountAmount o discountPercentage de la línea, o globalDiscounts'
  },
  NUMBER_TOO_LARGE: {
    kind: 'invalid', source: 'SCH-00001', en: 'must be at most {limit}', es: 'debe ser a lo más {limit}'
  },
  NUMBER_TOO_FINE: {
    kind: 'invalid', source: 'SCH-00001', en: 'must have at most {limit} decimals',
    es: 'debe tener a lo más {limit} decimales'
  },
  AMOUNT_NOT_WHOLE: {
    kind: 'invalid', source: 'SCH-00001', en: 'must be a whole number', es: 'debe ser un número entero'
  },
  CODE_UNKNOWN: {
    kind: 'invalid', source: 'SCH-00001', en: '{posted} is not one of the codes {allowed}',
    es: '{posted} no es uno de los códigos {allowed}'
  },
  BRANCH_CODE_INVALID: {
    kind: 'invalid', source: 'SCH-00001', en: "must be the SII's branch number, up to 9 digits",
    es: 'debe ser el código de sucursal del SII, de hasta 9 dígitos'
  },
  EMAIL_INVALID: {
    kind: 'invalid', source: '', en: '"{posted}" is not an email address', es: '"{posted}" no es una dirección de correo'
  },

  FIELD_REQUIRED: {
    kind: 'rule', source: 'SCH-00001', en: 'is required in documents of type {documentType}',
    es: 'es obligatorio en documentos de tipo {documentType}'
  },
  FIELD_NOT_ALLOWED: {
    kind: 'rule', source: 'SCH-00001', en: 'is not allowed in documents of type {documentType}',
    es: 'no se admite en documentos de tipo {documentType}'
  },
  ROWS_TOO_MANY: {
    kind: 'rule', source: 'SCH-00001', en: 'must have at most {limit} rows, but has {posted}',
    es: 'debe tener a lo más {limit} filas, pero tiene {posted}'
  },

  SENDER_NOT_THE_TENANT: {
    kind: 'rule', source: '', en: "is not the tenant's RUT, {computed}", es: 'no es el RUT de la empresa, {computed}'
  },
  SENDER_ACTIVITY_UNKNOWN: {
    kind: 'rule', source: 'HED-3-861', en: '{posted} is not an activity code of the tenant ({allowed})',
    es: '{posted} no es un código de actividad de la empresa ({allowed})'
  },
  CUSTOMER_UNKNOWN: {
    kind: 'rule', source: '', en: 'there is no customer "{posted}"; take an id of Customer/List, or leave it out and post the receiver',
    es: 'no existe el cliente "{posted}"; use un id de Customer/List, u omítalo e informe el receptor'
  },
  CUSTOMER_DIFFERS: {
    kind: 'rule', source: '', en: 'is the customer {computed}, but the receiver is {posted}; leave out one of them',
    es: 'es el cliente {computed}, pero el receptor es {posted}; omita uno de los dos'
  },
  PRODUCT_UNKNOWN: {
    kind: 'rule', source: '', en: 'there is no product "{posted}"; take an id of Product/List, or leave it out and post the line',
    es: 'no existe el producto "{posted}"; use un id de Product/List, u omítalo e informe la línea'
  },
  RECEIVER_ANONYMOUS: {
    kind: 'rule', source: 'FD A50', en: '66666666-6 is the anonymous receiver, which only boletas accept',
    es: '66666666-6 es el receptor anónimo, que sólo admiten las boletas'
  },
  RECEIVER_FOREIGN: {
    kind: 'rule', source: 'FD A50',
    en: '55555555-5 is the RUT of foreigners, which documents of type {documentType} accept only from tourists: set header.documentId.touristInvoice to true',
    es: '55555555-5 es el RUT de extranjeros, que los documentos de tipo {documentType} sólo admiten de turistas: indique header.documentId.touristInvoice true'
  },
  TOURIST_RECEIVER_NOT_FOREIGN: {
    kind: 'rule', source: 'FD A50', en: 'must be 55555555-5 in an invoice to a tourist, not {posted}',
    es: 'debe ser 55555555-5 en una factura a un turista, no {posted}'
  },
  TOURIST_DATA_MISSING: {
    kind: 'rule', source: 'FD A31', en: 'is required in an invoice to a tourist',
    es: 'es obligatorio en una factura a un turista'
  },
  TOURIST_MUNICIPALITY: {
    kind: 'rule', source: 'FD A45', en: 'invoices to tourists can be issued in Arica, Camarones, Putre or General Lagos, not in {posted}',
    es: 'las facturas a turistas se emiten en Arica, Camarones, Putre o General Lagos, no en {posted}'
  },
  DRIVER_INCOMPLETE: {
    kind: 'rule', source: 'SCH-00001', en: 'must have both name and RUT',
    es: 'debe tener nombre y RUT'
  },

  ISSUE_DATE_IN_FUTURE: {
    kind: 'rule', source: 'FD A4', en: 'must not be later than tomorrow, {limit}', es: 'no debe ser posterior a mañana, {limit}'
  },
  PERIOD_INVALID: {
    kind: 'rule', source: 'FD A22', en: 'must not be before the first day of the period, {limit}',
    es: 'no debe ser anterior al primer día del período, {limit}'
  },
  ARRIVAL_BEFORE_DEPARTURE: {
    kind: 'rule', source: 'Res. 154/2025', en: 'must not be before the departure, {limit}', es: 'no debe ser anterior a la salida, {limit}'
  },

  TRANSFER_RECEIVER_NOT_SENDER: {
    kind: 'rule', source: 'FD A7', en: "must be the sender's RUT, {computed}, in an internal transfer (transferType 5)",
    es: 'debe ser el RUT del emisor, {computed}, en un traslado interno (transferType 5)'
  },
  TRANSFER_DATA_MISSING: {
    kind: 'rule', source: 'Res. 154/2025', en: 'is required for this transferType and dispatchType',
    es: 'es obligatorio para este transferType y dispatchType'
  },
  TRANSFER_REFERENCE_MISSING: {
    kind: 'rule', source: 'FD B5', en: 'a line with exemptIndicator 5 needs a reference to the delivery note that it reduces',
    es: 'una línea con exemptIndicator 5 necesita una referencia a la guía que rebaja'
  },

  LINES_MISSING: {
    kind: 'rule', source: 'SCH-00001', en: 'must have at least one line',
    es: 'debe tener al menos una línea'
  },
  LINES_TOO_MANY: {
    kind: 'rule', source: 'SCH-00001', en: 'must have at most {limit} lines, but has {posted}',
    es: 'debe tener a lo más {limit} líneas, pero tiene {posted}'
  },
  LINE_NUMBER_NOT_SEQUENTIAL: {
    kind: 'rule', source: '', en: 'must be {computed}: lines are numbered in sequence from 1',
    es: 'debe ser {computed}: las líneas se numeran en secuencia desde 1'
  },
  ITEM_NAME_MISSING: { kind: 'rule', source: 'SCH-00001', en: 'is required', es: 'es obligatorio' },
  ITEM_CODE_INCOMPLETE: {
    kind: 'rule', source: 'SCH-00001', en: 'is required when codeType is given',
    es: 'es obligatorio cuando se indica codeType'
  },
  LINE_AMOUNT_MISSING: {
    kind: 'rule', source: 'SCH-00001', en: 'is missing: send unitPrice or lineTotal',
    es: 'falta: envíe unitPrice o lineTotal'
  },
  LINE_TOTAL_MISMATCH: {
    kind: 'rule', source: 'FD B38', en: 'is {posted}, but quantity × unitPrice less the discount is {computed}',
    es: 'es {posted}, pero quantity × unitPrice menos el descuento es {computed}'
  },
  LINE_TOTAL_NOT_ZERO: {
    kind: 'rule', source: 'FD B38', en: 'is {posted}, but the amount of a line with exemptIndicator 4 or 5 is 0',
    es: 'es {posted}, pero el monto de una línea con exemptIndicator 4 o 5 es 0'
  },
  LINE_TAX_MISMATCH: {
    kind: 'rule', source: '', en: 'is {posted}, but the computed tax of the line is {computed}',
    es: 'es {posted}, pero el impuesto calculado de la línea es {computed}'
  },
  DISCOUNT_MISMATCH: {
    kind: 'rule', source: 'FD B30', en: 'is {posted}, but the percentage gives {computed}',
    es: 'es {posted}, pero el porcentaje da {computed}'
  },
  DISCOUNT_TOO_LARGE: {
    kind: 'rule', source: 'FD B38', en: 'exceeds the amount that it is taken from, {limit}',
    es: 'supera el monto del que se descuenta, {limit}'
  },
  DISCOUNT_WITHOUT_PRICE: { kind: 'rule', source: 'FD B38', en: 'requires a unitPrice', es: 'requiere un unitPrice' },
  SUBQUANTITY_TOO_LARGE: {
    kind: 'rule', source: 'FD B16', en: 'is {posted}, but the quantity of the line is {limit}',
    es: 'es {posted}, pero la cantidad de la línea es {limit}'
  },
  EXEMPT_INDICATOR_NOT_ALLOWED: {
    kind: 'rule', source: 'SCH-00001',
    en: '{posted} does not exist in documents of type {documentType}; use one of {allowed}',
    es: '{posted} no existe en documentos de tipo {documentType}; use uno de {allowed}'
  },
  ONLY_EXEMPT_LINES: {
    kind: 'rule', source: 'FD B5', en: 'all lines are exempt: issue a document of type 34 instead',
    es: 'todas las líneas son exentas: emita un documento de tipo 34'
  },
  AFFECTED_LINE_IN_EXEMPT_DOCUMENT: {
    kind: 'rule', source: 'FD B37', en: 'a line of an exempt document cannot carry tax',
    es: 'una línea de un documento exento no puede llevar impuesto'
  },

  TAX_CODE_UNKNOWN: {
    kind: 'invalid', source: 'SCH-00001', en: '"{posted}" is not the code of an additional tax',
    es: '"{posted}" no es el código de un impuesto adicional'
  },
  TAX_CODE_NOT_ALLOWED: {
    kind: 'rule', source: 'FD 4', en: 'tax {posted} is not allowed in documents of type {documentType}',
    es: 'el impuesto {posted} no se admite en documentos de tipo {documentType}'
  },
  TAX_CODE_REPEATED: { kind: 'rule', source: 'FD B37', en: 'tax {posted} is given twice', es: 'el impuesto {posted} está dos veces' },
  TAX_CODES_TOO_MANY: {
    kind: 'rule', source: 'SCH-00001', en: 'must have at most {limit} additional taxes',
    es: 'debe tener a lo más {limit} impuestos adicionales'
  },
  TAX_ON_EXEMPT_LINE: {
    kind: 'rule', source: 'FD B37', en: 'a line that is not subject to VAT cannot carry tax',
    es: 'una línea no afecta a IVA no puede llevar impuesto'
  },
  TAX_RATE_MISMATCH: {
    kind: 'rule', source: 'FD 4', en: 'is {posted}, but the legal rate is {computed}',
    es: 'es {posted}, pero la tasa legal es {computed}'
  },
  TAX_AMOUNT_REQUIRED: {
    kind: 'rule', source: 'FD A117', en: 'tax {posted} has no rate: send its amount on the line or in the totals',
    es: 'el impuesto {posted} no tiene tasa: envíe su monto en la línea o en los totales'
  },
  TAX_WITHOUT_LINE: {
    kind: 'rule', source: 'FD A117', en: 'no line carries tax {posted}', es: 'ninguna línea lleva el impuesto {posted}'
  },
  TAX_BASE_MISSING: {
    kind: 'rule', source: 'FD A117', en: 'tax {posted} has a base of its own: send it in withholdingAgent of the line, as slaughterBase (tax 17) or margin (taxes 14 and 50)',
    es: 'el impuesto {posted} tiene una base propia: envíela en withholdingAgent de la línea, como slaughterBase (impuesto 17) o margin (impuestos 14 y 50)'
  },
  TAX_WITHHELD_EXCEEDS_VAT: {
    kind: 'rule', source: 'HED-2-260',
    en: 'the taxes withheld on a line come to at most its VAT, {limit} %, but are {posted} %',
    es: 'los impuestos retenidos en una línea suman a lo más su IVA, {limit} %, pero son {posted} %'
  },
  TAX_PARTS_MISMATCH: {
    kind: 'rule', source: 'FD A113', en: 'the parts of VAT add up to {posted}, but VAT is {computed}',
    es: 'las partes del IVA suman {posted}, pero el IVA es {computed}'
  },
  CREDIT_TOO_LARGE: { kind: 'rule', source: 'FD A119', en: 'exceeds 65 % of the VAT, {limit}', es: 'supera el 65 % del IVA, {limit}' },
  GROSS_AMOUNTS_WITH_ADDITIONAL_TAX: {
    kind: 'rule', source: 'FD A10', en: 'prices with VAT are not allowed together with additional taxes',
    es: 'no se admiten precios con IVA junto a impuestos adicionales'
  },

  GLOBAL_DISCOUNTS_TOO_MANY: {
    kind: 'rule', source: 'SCH-00001', en: 'must have at most {limit} rows, but has {posted}',
    es: 'debe tener a lo más {limit} filas, pero tiene {posted}'
  },
  GLOBAL_DISCOUNT_WITHOUT_LINES: {
    kind: 'rule', source: 'FD D', en: 'the document has no lines of the kind that this applies to',
    es: 'el documento no tiene líneas de la clase a la que se aplica'
  },
  GLOBAL_DISCOUNT_TOO_LARGE: {
    kind: 'rule', source: 'FD D', en: 'exceeds the sum of the lines that it applies to, {limit}',
    es: 'supera la suma de las líneas a las que se aplica, {limit}'
  },

  NET_AMOUNT_MISMATCH: {
    kind: 'rule', source: 'HED-2-260', en: 'is {posted}, but the lines add up to {computed}',
    es: 'es {posted}, pero las líneas suman {computed}'
  },
  EXEMPT_AMOUNT_MISMATCH: {
    kind: 'rule', source: 'HED-2-260', en: 'is {posted}, but the lines add up to {computed}',
    es: 'es {posted}, pero las líneas suman {computed}'
  },
  TAX_AMOUNT_MISMATCH: {
    kind: 'rule', source: 'HED-2-260', en: 'is {posted}, but the computed VAT is {computed}',
    es: 'es {posted}, pero el IVA calculado es {computed}'
  },
  ADDITIONAL_TAX_MISMATCH: {
    kind: 'rule', source: 'HED-2-260', en: 'is {posted}, but the computed tax is {computed}',
    es: 'es {posted}, pero el impuesto calculado es {computed}'
  },
  TOTAL_AMOUNT_MISMATCH: {
    kind: 'rule', source: 'HED-2-260', en: 'is {posted}, but the computed total is {computed}',
    es: 'es {posted}, pero el total calculado es {computed}'
  },
  OTHER_AMOUNT_MISMATCH: {
    kind: 'rule', source: 'HED-2-260', en: 'is {posted}, but the computed amount is {computed}',
    es: 'es {posted}, pero el monto calculado es {computed}'
  },
  TOTAL_IS_NEGATIVE: {
    kind: 'rule', source: 'SCH-00001', en: 'must not be negative, but is {computed}',
    es: 'no debe ser negativo, pero es {computed}'
  },
  TOTAL_IS_ZERO: {
    kind: 'rule', source: '', en: 'must be greater than 0 in documents of type {documentType}',
    es: 'debe ser mayor que 0 en documentos de tipo {documentType}'
  },
  TOTAL_TOO_LARGE: {
    kind: 'rule', source: '', en: 'must be at most {limit}, but is {computed}',
    es: 'debe ser a lo más {limit}, pero es {computed}'
  },
  TEXT_CORRECTION_WITH_AMOUNT: {
    kind: 'rule', source: 'REF-2-781', en: 'must be 0 in a note that corrects texts (code 2), but is {computed}',
    es: 'debe ser 0 en una nota que corrige textos (código 2), pero es {computed}'
  },

  COMMISSION_EMPTY: {
    kind: 'rule', source: 'FD F5', en: 'a commission needs a net or an exempt amount',
    es: 'una comisión necesita un monto neto o exento'
  },
  COMMISSION_TAX_MISMATCH: {
    kind: 'rule', source: 'FD F7', en: 'is {posted}, but VAT on netAmount is {computed}',
    es: 'es {posted}, pero el IVA de netAmount es {computed}'
  },
  COMMISSIONS_NOT_ALLOWED: {
    kind: 'rule', source: 'FD F', en: 'a note has commissions only if it is about a settlement or a purchase',
    es: 'una nota tiene comisiones sólo si es sobre una liquidación o una factura de compra'
  },
  SUBTOTAL_LINE_UNKNOWN: { kind: 'rule', source: 'FD C9', en: 'there is no line {posted}', es: 'no existe la línea {posted}' },
  EXCHANGE_RATE_MISSING: {
    kind: 'rule', source: 'HED-3-834', en: 'is required in an export in {posted}: set header.otherCurrency.exchangeRate to the pesos for one unit of the currency',
    es: 'es obligatorio en una exportación en {posted}: indique en header.otherCurrency.exchangeRate los pesos por una unidad de la moneda'
  },

  REFERENCES_TOO_MANY: {
    kind: 'rule', source: 'SCH-00001', en: 'must have at most {limit} references, but has {posted}',
    es: 'debe tener a lo más {limit} referencias, pero tiene {posted}'
  },
  REFERENCE_MISSING: {
    kind: 'rule', source: 'REF-3-415', en: 'a note must refer to the document that it changes',
    es: 'una nota debe referirse al documento que modifica'
  },
  REFERENCE_TYPE_UNKNOWN: {
    kind: 'rule',
    source: 'REF-3-415',
    en:
      '"{posted}" is not a type of reference in documents of type {documentType}; see Common/GetReferenceInvoiceTypes',
    es:
      '"{posted}" no es un tipo de referencia en documentos de tipo {documentType}; vea Common/GetReferenceInvoiceTypes'
  },
  REFERENCE_TO_TEST_SET: {
    kind: 'rule',
    source: 'REF-3-415',
    en: 'a reference to a set of test cases (SET) has no place in production',
    es: 'una referencia a un set de pruebas (SET) no corresponde en producción'
  },
  REFERENCE_TYPE_NOT_ALLOWED: {
    kind: 'rule', source: 'REF-3-415', en: 'a document of type {documentType} cannot change one of type {posted}',
    es: 'un documento de tipo {documentType} no puede modificar uno de tipo {posted}'
  },
  REFERENCE_FOLIO_INVALID: {
    kind: 'rule', source: 'REF-3-415', en: '"{posted}" is not a folio of up to 10 digits',
    es: '"{posted}" no es un folio de hasta 10 dígitos'
  },
  REFERENCE_AFTER_ISSUE: {
    kind: 'rule', source: 'REF-3-415', en: 'a note cannot change a document with a later date than its own, {limit}',
    es: 'una nota no puede modificar un documento de fecha posterior a la suya, {limit}'
  },
  REFERENCE_CODE_MISSING: {
    kind: 'rule', source: 'REF-3-758',
    en: 'a note must say whether it annuls (1), corrects texts (2) or corrects amounts (3)',
    es: 'una nota debe indicar si anula (1), corrige textos (2) o corrige montos (3)'
  },
  REFERENCE_CODE_CONFLICT: {
    kind: 'rule', source: 'REF-3-415', en: 'codes 1 and 2 allow exactly one reference to a tax document',
    es: 'los códigos 1 y 2 admiten exactamente una referencia a un documento tributario'
  },
  REFERENCE_NOT_ANNULLABLE: {
    kind: 'rule', source: 'REF-3-415', en: 'a delivery note ({posted}) cannot be annulled by a note',
    es: 'una guía de despacho ({posted}) no se puede anular con una nota'
  },
  REFERENCE_NOT_A_CREDIT_NOTE: {
    kind: 'rule', source: 'REF-3-415',
    en: 'a debit note annuls (code 1) only credit notes, not a document of type {posted}; to correct amounts, use code 3',
    es:
      'una nota de débito anula (código 1) sólo notas de crédito, no un documento de tipo {posted}; para corregir montos, use el código 3'
  },
  TAX_CODES_EXCLUSIVE: {
    kind: 'rule', source: 'FD B38', en: 'a line has one rate of art. 42 a): 27 or 271, not both',
    es: 'una línea tiene una sola tasa del art. 42 a): 27 o 271, no ambas'
  },
  REFERENCE_TO_CREDIT_NOTE: {
    kind: 'rule', source: 'FD E8',
    en: 'a credit note cannot annul (code 1) a credit note, of type {posted}: a debit note annuls it',
    es: 'una nota de crédito no puede anular (código 1) otra nota de crédito, de tipo {posted}: la anula una nota de débito'
  },
  REFERENCE_ANNULS_MANY: {
    kind: 'rule', source: 'FD E8', en: 'a note that annuls (code 1) names one document, not folio 0',
    es: 'una nota que anula (código 1) indica un documento, no el folio 0'
  },
  AFFECTED_LINE_ABOUT_EXEMPT: {
    kind: 'rule', source: 'FD E8',
    en: 'a note about an exempt document has only exempt lines: set exemptIndicator of each to 1',
    es: 'una nota sobre un documento exento lleva sólo líneas exentas: indique exemptIndicator 1 en cada una'
  },
  REFERENCE_NOT_ISSUED: {
    kind: 'rule', source: 'REF-3-750', en: 'no document of type {documentType} was issued with folio {posted}',
    es: 'no se ha emitido un documento de tipo {documentType} con folio {posted}'
  },
  REFERENCE_REJECTED: {
    kind: 'rule', source: 'REF-3-750',
    en: 'the document of type {documentType} with folio {posted} was rejected or failed: the SII does not have it',
    es: 'el documento de tipo {documentType} con folio {posted} fue rechazado o falló: el SII no lo tiene'
  },
  REFERENCE_RECEIVER_MISMATCH: {
    kind: 'rule', source: 'REF-3-415', en: 'the document was issued to {computed}, but the note is to {posted}',
    es: 'el documento se emitió a {computed}, pero la nota es a {posted}'
  },
  REFERENCE_DATE_MISMATCH: {
    kind: 'rule', source: 'REF-3-415', en: 'is {posted}, but the document is dated {computed}',
    es: 'es {posted}, pero el documento es del {computed}'
  },
  REFERENCE_ANNULLED_BEFORE: {
    kind: 'rule', source: 'REF-3-415', en: 'the document of type {documentType} with folio {posted} is already annulled',
    es: 'el documento de tipo {documentType} con folio {posted} ya está anulado'
  },
  REFERENCE_AMOUNT_DIFFERS: {
    kind: 'rule', source: 'REF-2-780',
    en: 'the note totals {posted}, but the document that it annuls (code 1) totals {computed}; for a partial reduction, use code 3',
    es:
      'la nota es de {posted}, pero el documento que anula (código 1) es de {computed}; para rebajar una parte, use el código 3'
  },
  REFERENCE_PARTS_DIFFER: {
    kind: 'rule', source: 'REF-2-780',
    en: 'is {posted}, but {computed} in the document that the note annuls (code 1): repeat its lines as they are',
    es: 'es {posted}, pero {computed} en el documento que la nota anula (código 1): repita sus líneas tal como están'
  },
  REFERENCE_AMOUNT_EXCEEDED: {
    kind: 'rule', source: 'REF-3-415', en: 'the note reduces the document by {posted}, but only {computed} remains',
    es: 'la nota rebaja {posted}, pero sólo quedan {computed}'
  },
  REFERENCE_LINE_EXCEEDED: {
    kind: 'rule', source: 'REF-3-415', en: 'the note takes {posted} off line {limit} of the document, but other notes have left {computed}',
    es: 'la nota rebaja {posted} de la línea {limit} del documento, pero otras notas dejaron {computed}'
  }
} as const satisfies Record<string, RuleEntry>

/**
 * Every rule of the tax document that a posted one can break. A code is stable for ever; its sentence may improve.
 * {braces} stand for the particulars of a violation.
 */
export const ruleTable = { ...refusals, ...noticeTable }

export type RuleCode = keyof typeof ruleTable

/** One rule that a posted document breaks: where, what, and both figures when amounts disagree. */
export interface Violation {
  rule: RuleCode
  /** "payload.details[2].quantity" */
  path: string
  message: { en: string, es: string }
  /** The SII's code or the number of the rule; empty where neither exists. */
  source: string
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
  /** In place of the table's, where one rule stands for several of the format's. */
  source?: string
  /** The member of ours that would help. */
  cure?: CureCode | undefined
}

/** An obligation of the format that an issued document does not meet; stored with it. */
export interface Notice {
  /** "payload.details[2].unitOfMeasure" */
  path: string
  code: RuleCode
  /** The SII's code or the number of the rule; empty where neither exists. */
  rule: string
  message: { en: string, es: string }
}

const absences: readonly RuleCode[] = ['FIELD_REQUIRED', 'FORMAT_MEMBER_EXPECTED', 'SII_MEMBER_EXPECTED']

/** The violation of a rule at a path, in words. */
export function violationOf (rule: RuleCode, path: string, particulars: Particulars = {}): Violation {
  const entry: RuleEntry = ruleTable[rule]
  const { posted, computed, source = entry.source } = particulars
  const { cure = absences.includes(rule) ? cureOfMissing(path) : undefined } = particulars
  const sentence = (language: 'en' | 'es') =>
    filled(cure ? `${entry[language]}; ${cureText(cure, language, path)}` : entry[language], particulars)
  return {
    rule,
    path,
    message: { en: sentence('en'), es: sentence('es') },
    source,
    ...(posted !== undefined && { posted }),
    ...(computed !== undefined && { computed })
  }
}

/** What is stored and shown of a rule that only gives notice. */
export function noticeOf ({ path, rule, source, message }: Violation): Notice {
  return { path, code: rule, rule: source, message }
}

function filled (sentence: string, particulars: Particulars): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: keyof Particulars) => particulars[name] ?? '')
}
