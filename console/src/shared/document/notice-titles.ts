const es = {
  TRANSFER_TYPE_ASSUMED: 'Guía sin motivo de traslado', SENDER_NAME_DIFFERS: 'Otra razón social', DUPLICATE_SUSPECTED: 'Posible duplicado',
  DEPARTURE_BEFORE_ISSUE: 'Salida anterior a la emisión', DUE_DATE_BEFORE_ISSUE: 'Vencimiento anterior a la emisión', EMAILS_LEFT_OUT: 'Correos que no caben',
  DEBIT_NOTE_CORRECTS_TEXTS_WITH_AMOUNT: 'Corrección de texto con monto', EXPORT_DISCOUNT_ROUNDED: 'Descuento redondeado',
  LINE_CURRENCY_MISMATCH: 'Precio que no calza en pesos', FORMAT_MEMBER_EXPECTED: 'Falta un dato', SII_MEMBER_EXPECTED: 'El SII dejará un reparo',
  CUSTOMS_RESOLUTION_MISSING: 'Falta la resolución de Aduanas', FORMAT_MEMBER_UNEXPECTED: 'Dato que sobra',
  RECEIVER_NOT_FOREIGN: 'Cliente chileno en una exportación', RECEIVER_NOT_ELECTRONIC: 'Cliente sin facturación electrónica',
  RECEIVER_IS_SENDER: 'Documento para su propia empresa', VAT_NOT_WITHHELD: 'Sin retención de IVA', MUNICIPALITY_UNKNOWN: 'Comuna desconocida',
  RUT_OUT_OF_RANGE: 'RUT muy bajo', TOURIST_NAME: 'Nombre del turista', REFERENCE_DATE_LATER: 'Referencia posterior',
  REFERENCE_DATE_TOO_EARLY: 'Referencia muy antigua', BOLETA_ABOVE_LIMIT: 'Boleta de más de 135 UF', ITEM_NAME_VAGUE: 'Descripción poco clara',
  CREDIT_NOTE_LATE: 'Nota de crédito tardía', CUSTOMS_CODE_UNKNOWN: 'Código de Aduanas desconocido'
}

const en: typeof es = {
  TRANSFER_TYPE_ASSUMED: 'Delivery note without a reason', SENDER_NAME_DIFFERS: 'Another registered name', DUPLICATE_SUSPECTED: 'Possible duplicate',
  DEPARTURE_BEFORE_ISSUE: 'Goods left before', DUE_DATE_BEFORE_ISSUE: 'Due before it is issued', EMAILS_LEFT_OUT: 'Addresses left out',
  DEBIT_NOTE_CORRECTS_TEXTS_WITH_AMOUNT: 'Correction of a text with an amount', EXPORT_DISCOUNT_ROUNDED: 'Discount rounded',
  LINE_CURRENCY_MISMATCH: 'Price differs in pesos', FORMAT_MEMBER_EXPECTED: 'Something is missing', SII_MEMBER_EXPECTED: 'The SII will object',
  CUSTOMS_RESOLUTION_MISSING: "The customs' resolution is missing", FORMAT_MEMBER_UNEXPECTED: 'Something is not needed',
  RECEIVER_NOT_FOREIGN: 'Chilean customer of an export', RECEIVER_NOT_ELECTRONIC: 'Customer without electronic invoicing',
  RECEIVER_IS_SENDER: 'Document to your own company', VAT_NOT_WITHHELD: 'No VAT withheld', MUNICIPALITY_UNKNOWN: 'Unknown municipality',
  RUT_OUT_OF_RANGE: 'RUT too low', TOURIST_NAME: 'Name of the tourist', REFERENCE_DATE_LATER: 'Later reference',
  REFERENCE_DATE_TOO_EARLY: 'Reference too old', BOLETA_ABOVE_LIMIT: 'Boleta above 135 UF', ITEM_NAME_VAGUE: 'Unclear description',
  CREDIT_NOTE_LATE: 'Late credit note', CUSTOMS_CODE_UNKNOWN: 'Unknown customs code'
}

/** What each notice of a document is called, by its code. */
export const noticeTitles = { es, en }
