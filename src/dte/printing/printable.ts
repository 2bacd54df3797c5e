/** Stands where a document that is not issued yet has no folio. */
export const draftFolio = 'BORRADOR'

/**
 * What the printed representation shows, as plain JSON in Spanish: the PDF templates see this and nothing else.
 * RUTs carry their dots, dates are YYYY-MM-DD, amounts are exact decimal texts without thousands separators ("1234",
 * "12.5").
 */
export interface PrintableDocument {
  documentType: number
  /** As printed in the box: "FACTURA ELECTRÓNICA". */
  documentName: string
  folio: number | typeof draftFolio
  issueDate: string
  dueDate?: string
  /** "Contado", "Crédito" … */
  paymentMethod?: string
  paymentMedia?: string
  /** TpoMoneda of an export, by its name in the customs' table: "DOLAR USA". */
  currency?: string
  /** The same in words: "Dólares de Estados Unidos". */
  currencyName?: string
  sender: {
    taxNumber: string
    businessName: string
    businessActivity: string
    address?: string
    municipality?: string
    city?: string
    branchName?: string
    phone?: string
    email?: string
    salesPerson?: string
    /** "SANTIAGO CENTRO", printed below the box as "S.I.I. – SANTIAGO CENTRO". */
    siiOffice?: string
  }
  receiver: {
    taxNumber: string
    businessName?: string
    businessActivity?: string
    address?: string
    municipality?: string
    city?: string
    email?: string
    internalCode?: string
  }
  /** The period, the terms of payment, the payments agreed upon, on whose behalf … */
  conditions?: { label: string, value: string }[]
  transport?: { label: string, value: string }[]
  details: PrintableLine[]
  globalDiscounts: { label: string, amount: string }[]
  references: { documentName: string, folio: string, date?: string, reason?: string, code?: string }[]
  /**
   * Rows of the totals, in printing order: "Monto neto", "Monto exento", "IVA 19 %" … without the total. A currency is
   * that of a row in another one.
   */
  totals: { label: string, amount: string, currency?: string }[]
  totalAmount: string
  /** The total in words: "Son: tres millones … pesos". */
  totalInWords: string
  /** The text of the TED, exactly as in the XML; the barcode carries its ISO-8859-1 bytes. Empty in a draft. */
  ted: string
  resolution: { number: number, year: number }
  /** The cedible legend of this type: "CEDIBLE", "CEDIBLE CON SU FACTURA"; absent where the type has no such copy. */
  cedibleLegend?: string
  /** Shown across certification documents, which are worth nothing: "DOCUMENTO DE PRUEBA – SIN VALOR TRIBUTARIO". */
  watermark?: string
}

export interface PrintableLine {
  lineNumber: number
  itemCode?: string
  itemName: string
  itemDescription?: string
  quantity?: string
  unitOfMeasure?: string
  unitPrice?: string
  /** "10 %" or "$ 1.000", as printed. */
  discount?: string
  exempt: boolean
  lineTotal: string
}
