/** The channel by which the SII takes a document: boletas have an envelope, hosts and a protocol of their own. */
type DocumentEnvelope = 'DTE' | 'BOLETA'

/** The element below DTE that holds the document [S5, DTEDefType]. */
type DocumentBranch = 'Documento' | 'Liquidacion' | 'Exportaciones'

interface DocumentTypeFacts {
  /** The official name; the printed one is the same in capitals. */
  name: string
  nameEn: string
  printedName: string
  envelope: DocumentEnvelope
  branch: DocumentBranch
  /** Its folios give tax credit and so expire six months after the authorisation [S19]. */
  folioExpires6Months: boolean
  /** Printed on the copy that can be assigned to a third party [S17]; absent where no such copy exists. */
  cedibleLegend?: string
  /** Everything in it is exempt from VAT. */
  exempt: boolean
}

/**
 * The twelve electronic documents of the SII [S1], [S2]; their names are those of [S5].
 */
export const documentTypes = {
  33: {
    name: 'Factura Electrónica', nameEn: 'Invoice (VAT)', printedName: 'FACTURA ELECTRÓNICA', envelope: 'DTE',
    branch: 'Documento', folioExpires6Months: true, cedibleLegend: 'CEDIBLE', exempt: false
  },
  34: {
    name: 'Factura No Afecta o Exenta Electrónica', nameEn: 'Exempt invoice',
    printedName: 'FACTURA NO AFECTA O EXENTA ELECTRÓNICA', envelope: 'DTE', branch: 'Documento',
    folioExpires6Months: false, cedibleLegend: 'CEDIBLE', exempt: true
  },
  39: {
    name: 'Boleta Electrónica', nameEn: 'Consumer receipt (VAT)', printedName: 'BOLETA ELECTRÓNICA', envelope: 'BOLETA',
    branch: 'Documento', folioExpires6Months: false, exempt: false
  },
  41: {
    name: 'Boleta No Afecta o Exenta Electrónica', nameEn: 'Exempt consumer receipt',
    printedName: 'BOLETA NO AFECTA O EXENTA ELECTRÓNICA', envelope: 'BOLETA', branch: 'Documento',
    folioExpires6Months: false, exempt: true
  },
  43: {
    name: 'Liquidación-Factura Electrónica', nameEn: 'Settlement invoice',
    printedName: 'LIQUIDACIÓN-FACTURA ELECTRÓNICA', envelope: 'DTE', branch: 'Liquidacion', folioExpires6Months: true,
    cedibleLegend: 'CEDIBLE', exempt: false
  },
  46: {
    name: 'Factura de Compra Electrónica', nameEn: 'Purchase (self-billed) invoice',
    printedName: 'FACTURA DE COMPRA ELECTRÓNICA', envelope: 'DTE', branch: 'Documento', folioExpires6Months: true,
    cedibleLegend: 'CEDIBLE', exempt: false
  },
  52: {
    name: 'Guía de Despacho Electrónica', nameEn: 'Delivery note', printedName: 'GUÍA DE DESPACHO ELECTRÓNICA',
    envelope: 'DTE', branch: 'Documento', folioExpires6Months: false, cedibleLegend: 'CEDIBLE CON SU FACTURA',
    exempt: false
  },
  56: {
    name: 'Nota de Débito Electrónica', nameEn: 'Debit note', printedName: 'NOTA DE DÉBITO ELECTRÓNICA',
    envelope: 'DTE', branch: 'Documento', folioExpires6Months: true, exempt: false
  },
  61: {
    name: 'Nota de Crédito Electrónica', nameEn: 'Credit note', printedName: 'NOTA DE CRÉDITO ELECTRÓNICA',
    envelope: 'DTE', branch: 'Documento', folioExpires6Months: true, exempt: false
  },
  110: {
    name: 'Factura de Exportación Electrónica', nameEn: 'Export invoice',
    printedName: 'FACTURA DE EXPORTACIÓN ELECTRÓNICA', envelope: 'DTE', branch: 'Exportaciones',
    folioExpires6Months: false, exempt: true
  },
  111: {
    name: 'Nota de Débito de Exportación Electrónica', nameEn: 'Export debit note',
    printedName: 'NOTA DE DÉBITO DE EXPORTACIÓN ELECTRÓNICA', envelope: 'DTE', branch: 'Exportaciones',
    folioExpires6Months: false, exempt: true
  },
  112: {
    name: 'Nota de Crédito de Exportación Electrónica', nameEn: 'Export credit note',
    printedName: 'NOTA DE CRÉDITO DE EXPORTACIÓN ELECTRÓNICA', envelope: 'DTE', branch: 'Exportaciones',
    folioExpires6Months: false, exempt: true
  }
} as const satisfies Record<number, DocumentTypeFacts>

export type DocumentType = keyof typeof documentTypes

export function isDocumentType (code: number): code is DocumentType {
  return Object.hasOwn(documentTypes, code)
}

/** What is known of one type, with the optional facts in reach. */
export function documentTypeFacts (type: DocumentType): DocumentTypeFacts {
  return documentTypes[type]
}

export function isBoleta (type: DocumentType): boolean {
  return documentTypes[type].envelope === 'BOLETA'
}

/** Exports are in foreign currency, with four decimals, and exempt. */
export function isExport (type: DocumentType): boolean {
  return documentTypes[type].branch === 'Exportaciones'
}

/** Debit and credit notes: they change another document and must refer to it. */
export function isNote (type: DocumentType): boolean {
  return isDebitNote(type) || type === 61 || type === 112
}

export function isDebitNote (type: DocumentType): boolean {
  return type === 56 || type === 111
}
