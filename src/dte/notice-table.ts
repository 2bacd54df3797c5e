interface NoticeEntry {
  kind: 'notice'
  source: string
  en: string
  es: string
}

/**
 * What the format requires and the SII does not check, or objects to only: the document is issued, and the client gets
 * a notice. See errors.ts.
 */
export const noticeTable = {
  TRANSFER_TYPE_ASSUMED: {
    kind: 'notice', source: 'FD A7',
    en: 'is missing in a delivery note with prices: 1, a sale, is written; post another transferType if goods are moved without a sale',
    es: 'falta en una guía con precios: se informa 1, una venta; envíe otro transferType si no hay venta'
  },
  SENDER_NAME_DIFFERS: {
    kind: 'notice', source: '', en: 'is {posted}, but the company is {computed} here',
    es: 'es {posted}, pero aquí la empresa es {computed}'
  },
  DUPLICATE_SUSPECTED: {
    kind: 'notice', source: '',
    en: 'equals your document of type {documentType}, folio {computed} (correlationId {posted}), of the last ten minutes. If it is another sale, nothing is wrong; post header.documentId.externalId, your own number of the sale, and no sale is issued twice',
    es: 'es igual a su documento de tipo {documentType}, folio {computed} (correlationId {posted}), de los últimos diez minutos. Si es otra venta, no hay nada que corregir; envíe header.documentId.externalId, su propio número de la venta, y ninguna se emite dos veces'
  },
  DUE_DATE_BEFORE_ISSUE: {
    kind: 'notice', source: 'FD A30', en: 'is before the issue date, {limit}',
    es: 'es anterior a la fecha de emisión, {limit}'
  },
  DEPARTURE_BEFORE_ISSUE: {
    kind: 'notice', source: 'Res. 154/2025',
    en: 'is {posted}, before the issue date, {limit}: goods leave with their document',
    es: 'es {posted}, anterior a la fecha de emisión, {limit}: los bienes salen con su documento'
  },
  EMAILS_LEFT_OUT: {
    kind: 'notice', source: '',
    en: 'has more addresses than the {limit} characters of the format hold: the document goes to {computed}, not to {posted}',
    es: 'tiene más direcciones que las que caben en los {limit} caracteres del formato: el documento se envía a {computed}, no a {posted}'
  },
  DEBIT_NOTE_CORRECTS_TEXTS_WITH_AMOUNT: {
    kind: 'notice', source: 'REF-2-781',
    en: 'is {computed} in a debit note that corrects texts (code 2); to correct amounts, use code 3',
    es: 'es {computed} en una nota de débito que corrige textos (código 2); para corregir montos, use el código 3'
  },
  EXPORT_DISCOUNT_ROUNDED: {
    kind: 'notice', source: 'FD B30',
    en:
      'comes to {posted}, but the format takes whole amounts only: {computed} is written. To take off the exact amount, lower unitPrice or use a global discount',
    es:
      'da {posted}, pero el formato sólo admite montos enteros: se informa {computed}. Para descontar el monto exacto, rebaje unitPrice o use un descuento global'
  },
  LINE_CURRENCY_MISMATCH: {
    kind: 'notice', source: 'FD B47',
    en: 'comes to {posted} pesos at the exchange rate, but the line is priced at {computed}',
    es: 'equivale a {posted} pesos al tipo de cambio, pero el precio de la línea es {computed}'
  },
  FORMAT_MEMBER_EXPECTED: {
    kind: 'notice', source: '', en: "the SII's format requires it in this document",
    es: 'el formato del SII lo exige en este documento'
  },
  SII_MEMBER_EXPECTED: {
    kind: 'notice', source: '', en: 'is optional in the format, but the SII objects to this document without it (reparo)',
    es: 'es opcional en el formato, pero el SII deja un reparo a este documento si falta'
  },
  CUSTOMS_RESOLUTION_MISSING: {
    kind: 'notice', source: 'REF-2-826',
    en:
      "has no reference to the customs' resolution (812) that makes the service an export; the SII objects without it (reparo), also in notes",
    es:
      'no tiene referencia a la resolución del SNA (812) que califica el servicio como exportación; sin ella el SII deja un reparo, también en notas'
  },
  FORMAT_MEMBER_UNEXPECTED: {
    kind: 'notice', source: '', en: "the SII's format does not have it in documents of type {documentType}",
    es: 'el formato del SII no lo tiene en documentos de tipo {documentType}'
  },
  RECEIVER_NOT_FOREIGN: {
    kind: 'notice', source: 'FD A50', en: 'is a Chilean RUT; exports go to 55555555-5, with the data of the foreign buyer',
    es: 'es un RUT chileno; las exportaciones van a 55555555-5, con los datos del comprador extranjero'
  },
  RECEIVER_NOT_ELECTRONIC: {
    kind: 'notice', source: '', en: "{posted} is not in the SII's directory of electronic taxpayers",
    es: '{posted} no está en el directorio de contribuyentes electrónicos del SII'
  },
  RECEIVER_IS_SENDER: {
    kind: 'notice', source: '',
    en: '{posted} is your own RUT; goods that move within the company go with a delivery note (52) with transferType 5',
    es: '{posted} es su propio RUT; el traslado de bienes dentro de la empresa va en una guía de despacho (52) con transferType 5'
  },
  VAT_NOT_WITHHELD: {
    kind: 'notice', source: 'FD 4',
    en: 'no line withholds VAT, which the buyer does in a purchase invoice (46): post taxCode 15 for all of it, the code of the goods, or 49 for none',
    es: 'ninguna línea retiene IVA, lo que hace el comprador en una factura de compra (46): envíe taxCode 15 por el total, el código de los bienes o 49 si no retiene'
  },
  MUNICIPALITY_UNKNOWN: {
    kind: 'notice', source: '', en: '"{posted}" is not a municipality (comuna) of Chile; see Common/Codes',
    es: '«{posted}» no es una comuna de Chile; vea Common/Codes'
  },
  RUT_OUT_OF_RANGE: {
    kind: 'notice', source: 'FD A50', en: '{posted} is below 100.000, the lowest RUT of the format',
    es: '{posted} es menor que 100.000, el RUT más bajo del formato'
  },
  TOURIST_NAME: {
    kind: 'notice', source: 'FD A31', en: 'must be "Extranjero sin RUT" in an invoice to a tourist, not "{posted}"',
    es: 'debe ser "Extranjero sin RUT" en una factura a un turista, no "{posted}"'
  },
  REFERENCE_DATE_LATER: {
    kind: 'notice', source: 'FD E7', en: 'is {posted}, after the issue date, {limit}',
    es: 'es {posted}, posterior a la fecha de emisión, {limit}'
  },
  REFERENCE_DATE_TOO_EARLY: {
    kind: 'notice', source: 'FD E7', en: 'is {posted}; the format takes dates from 2002-08-01 on',
    es: 'es {posted}; el formato admite fechas desde 2002-08-01'
  },
  BOLETA_ABOVE_LIMIT: {
    kind: 'notice', source: 'Ley 21.713', en: 'is required in boletas above 135 UF ({limit} pesos), which must identify the buyer',
    es: 'es obligatorio en boletas de más de 135 UF ({limit} pesos), que deben identificar al comprador'
  },
  ITEM_NAME_VAGUE: {
    kind: 'notice', source: 'Res. 36/2024', en: '"{posted}" does not describe what is sold; name the goods or services in clear words',
    es: '«{posted}» no describe lo que se vende; nombre los bienes o servicios en términos claros'
  },
  CREDIT_NOTE_LATE: {
    kind: 'notice', source: 'Ley 21.398',
    en:
      'is {posted}; credit notes lower the VAT for six months, until {limit}. If no other term applies, set header.documentId.withoutTaxReduction (IndNoRebaja) to true',
    es:
      'es {posted}; las notas de crédito rebajan el débito fiscal durante seis meses, hasta el {limit}. Si no rige otro plazo, indique header.documentId.withoutTaxReduction (IndNoRebaja) true'
  },
  CUSTOMS_CODE_UNKNOWN: {
    kind: 'notice', source: '', en: "{posted} is no code of the customs' service that this member can have",
    es: '{posted} no es un código del Servicio de Aduanas para este campo'
  }
} as const satisfies Record<string, NoticeEntry>
