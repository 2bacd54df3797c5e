interface Cure { en: string, es: string }

/**
 * What to post so that a document is not refused, where that is a member of ours, unknown to those who have read the
 * specification only. It ends the sentence of the rule; `details[]` becomes the line that the rule is about.
 */
export const cureTable = {
  exemptLine: {
    en: 'if the line has no VAT, set details[].exemptIndicator to 1',
    es: 'si la línea no lleva IVA, indique details[].exemptIndicator 1'
  },
  exemptLines: {
    en: 'set details[].exemptIndicator to 1 on each line without VAT',
    es: 'indique details[].exemptIndicator 1 en cada línea sin IVA'
  },
  grossPrices: {
    en: 'if the prices include VAT, set header.documentId.grossAmounts to true',
    es: 'si los precios incluyen IVA, indique header.documentId.grossAmounts true'
  },
  netPrices: {
    en: 'if the prices are without VAT, set header.documentId.grossAmounts to false',
    es: 'si los precios son sin IVA, indique header.documentId.grossAmounts false'
  },
  lineDiscount: {
    en: 'for a discount in pesos, set details[].discountAmount to {limit}',
    es: 'para un descuento en pesos, indique details[].discountAmount {limit}'
  },
  lineSurcharge: {
    en: 'for a surcharge, set details[].surchargeAmount to {limit}',
    es: 'para un recargo, indique details[].surchargeAmount {limit}'
  },
  globalDiscount: {
    en: 'for a discount on the whole, add to globalDiscounts a row with movement D, valueType $ and value {limit}',
    es: 'para un descuento global, agregue a globalDiscounts una fila con movement D, valueType $ y value {limit}'
  },
  globalSurcharge: {
    en: 'for a surcharge on the whole, add to globalDiscounts a row with movement R, valueType $ and value {limit}',
    es: 'para un recargo global, agregue a globalDiscounts una fila con movement R, valueType $ y value {limit}'
  },
  freeDelivery: {
    en: 'for a free delivery, set header.documentId.paymentMethod to 3',
    es: 'para una entrega gratuita, indique header.documentId.paymentMethod 3'
  },
  unpaidExport: {
    en: 'for an export without payment, set header.documentId.exportPaymentMethod to 21',
    es: 'para una exportación sin pago, indique header.documentId.exportPaymentMethod 21'
  },
  currency: {
    en: 'set header.totals.currency to that of the amounts, such as USD',
    es: 'indique en header.totals.currency la moneda de los montos, por ejemplo USD'
  },
  businessActivity: {
    en: "set header.receiver.businessActivity to the receiver's activity in words, or businessActivityCode to its code",
    es: 'indique en header.receiver.businessActivity el giro del receptor, o en businessActivityCode su código de actividad'
  },
  transferType: {
    en:
      'set header.documentId.transferType to 1 (sale), 2 (sale to be made), 3 (consignment), 4 (free delivery), 5 (internal move), 6 (other move), 7 (goods returned), 8 or 9 (for export, without or with sale)',
    es:
      'indique header.documentId.transferType 1 (venta), 2 (venta por efectuar), 3 (consignación), 4 (entrega gratuita), 5 (traslado interno), 6 (otro traslado), 7 (devolución), 8 o 9 (para exportación, sin o con venta)'
  },
  settledDocumentType: {
    en: 'set details[].settledDocumentType to the type of the documents that the line settles, such as 33, or to 99',
    es: 'indique en details[].settledDocumentType el tipo de los documentos que la línea liquida, por ejemplo 33, o 99'
  }
} as const satisfies Record<string, Cure>

export type CureCode = keyof typeof cureTable

const ofMissing: Readonly<Record<string, CureCode>> = {
  'header.totals.currency': 'currency',
  'header.receiver.businessActivity': 'businessActivity',
  'header.documentId.transferType': 'transferType',
  'details[].settledDocumentType': 'settledDocumentType'
}

/** The cure for a member that is missing, by its path. */
export function cureOfMissing (path: string): CureCode | undefined {
  return ofMissing[path.replace(/^payload\./, '').replace(/\[\d+\]/g, '[]')]
}

/** A cure in words, for the line that a path is in. */
export function cureText (cure: CureCode, language: keyof Cure, path: string): string {
  const line = /details\[\d+\]/.exec(path)?.[0] ?? 'details[]'
  return cureTable[cure][language].replace('details[]', line)
}
