import { chileanPeso } from '../values/currencies.ts'
import type { Decimal } from '../values/amounts.ts'
import { isExport, type DocumentType } from '../values/document-types.ts'

/**
 * How many characters each text may have, by its element below Documento. The schemas [S5] agree on them where both
 * have the element; the boleta says RznSocEmisor and GiroEmisor. Characters are counted before escaping.
 */
export const textLimits = {
  'Encabezado/Emisor/RznSoc': 100,
  'Encabezado/Emisor/GiroEmis': 80,
  'Encabezado/Emisor/Telefono': 20,
  'Encabezado/Emisor/CorreoEmisor': 80,
  'Encabezado/Emisor/Sucursal': 20,
  'Encabezado/Emisor/DirOrigen': 70,
  'Encabezado/Emisor/CmnaOrigen': 20,
  'Encabezado/Emisor/CiudadOrigen': 20,
  'Encabezado/Emisor/CdgVendedor': 60,
  'Encabezado/Receptor/CdgIntRecep': 20,
  'Encabezado/Receptor/RznSocRecep': 100,
  'Encabezado/Receptor/GiroRecep': 40,
  'Encabezado/Receptor/CorreoRecep': 80,
  'Encabezado/Receptor/DirRecep': 70,
  'Encabezado/Receptor/CmnaRecep': 20,
  'Encabezado/Receptor/CiudadRecep': 20,
  'Encabezado/Receptor/DirPostal': 70,
  'Encabezado/Receptor/CmnaPostal': 20,
  'Encabezado/Receptor/CiudadPostal': 20,
  'Encabezado/Transporte/Patente': 8,
  'Encabezado/Transporte/PatenteCarro': 8,
  'Encabezado/Transporte/Chofer/NombreChofer': 30,
  'Encabezado/Transporte/DirDest': 70,
  'Encabezado/Transporte/CmnaDest': 20,
  'Encabezado/Transporte/CiudadDest': 20,
  'Detalle/CdgItem/TpoCodigo': 10,
  'Detalle/CdgItem/VlrCodigo': 35,
  'Detalle/NmbItem': 80,
  'Detalle/DscItem': 1000,
  'Detalle/UnmdItem': 4,
  'DscRcgGlobal/GlosaDR': 45,
  'Referencia/FolioRef': 18,
  'Referencia/RazonRef': 90
} as const

export type TextElement = keyof typeof textLimits

// [S5, Referencia/CodRef]: in boletas a text of its own.
export const boletaReferenceCodeLimit = 18

/** [S5, Dec12_6Type] (Dec5Type in boletas): quantities and prices. */
export const quantityLimits = { maximum: '999999999999.999999' as Decimal, decimals: 6 }

/** [S5, PctType]: percentages on a line. */
export const percentageLimits = { maximum: '999.99' as Decimal, decimals: 2 }

/** Dec16_2Type allows more, but a part of a hundred beyond this is no discount or surcharge that anyone means. */
export const globalPercentageLimits = { maximum: '999.99' as Decimal, decimals: 2 }

/**
 * MontoType has 18 digits; 15 are kept here, so that an amount is exact as a JSON number as well
 * (the specification serves amounts as numbers).
 */
export const amountLimits = { maximum: '999999999999999' as Decimal, decimals: 0 }

/**
 * [S5, Dec14_4Type, and Exportaciones: MontoItem, MntExe, MntTotal and MNT]: amounts in a foreign currency. With more
 * than 15 digits they are exact everywhere but in a JSON number, which is the nearest that there is.
 */
export const foreignAmountLimits = { maximum: '99999999999999.9999' as Decimal, decimals: 4 }

const exportInPesosLimits = { maximum: '99999999999999' as Decimal, decimals: 0 }

/** [S5, Dec16_2Type]: the value of a global discount in an export's currency. */
export const foreignDiscountLimits = { maximum: '9999999999999999.99' as Decimal, decimals: 2 }

/** [S5, FechaType]. */
export const dateLimits = { from: '2000-01-01', to: '2050-12-31' }

/** [S5, Exportaciones/Referencia/FchRef]. */
export const exportReferenceDateLimits = { from: '1950-01-01', to: '2050-12-31' }

/** [S1]: electronic documents begin in April 2003. */
export const issueDateLimits = { from: '2003-04-01', to: '2050-12-31' }

export const globalDiscountsMax = 20
export const referencesMax = 40
/** [S5, CodImpAdic]. */
export const taxCodesPerLineMax = 2

const documentLinesMax = 60
const boletaLinesMax = 1000

/** [S5, Detalle]: 60 lines, 1000 in a boleta. */
export function linesMax (boleta: boolean): number {
  return boleta ? boletaLinesMax : documentLinesMax
}

/** Of the amounts of lines and totals; `decimals` are those of the document's currency. */
export function amountLimitsOf ({ documentType, decimals }: { documentType: DocumentType, decimals: number }) {
  if (!isExport(documentType)) return amountLimits
  return decimals > 0 ? foreignAmountLimits : exportInPesosLimits
}

/** How many decimals the amounts of a document have: pesos are whole, exports may be in another currency. */
export function decimalsOf (type: DocumentType, currency: string = chileanPeso): number {
  return isExport(type) && currency !== chileanPeso ? foreignAmountLimits.decimals : 0
}
