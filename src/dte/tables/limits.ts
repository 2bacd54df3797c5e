import type { Decimal } from '../values/amounts.ts'
import { isExport, type DocumentType } from '../values/document-types.ts'

/**
 * How many characters each text may have, by its element below Documento. DTE_v10.xsd and EnvioBOLETA_v11.xsd agree on
 * them where both have the element; the boleta says RznSocEmisor and GiroEmisor. Characters are counted before
 * escaping.
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

// EnvioBOLETA_v11.xsd, Referencia/CodRef: in boletas a text of its own.
export const boletaReferenceCodeLimit = 18

/** SiiTypes_v10.xsd, Dec12_6Type (Dec5Type in boletas): quantities and prices. */
export const quantityLimits = { maximum: '999999999999.999999' as Decimal, decimals: 6 }

/** SiiTypes_v10.xsd, PctType: percentages on a line. */
export const percentageLimits = { maximum: '999.99' as Decimal, decimals: 2 }

/** Dec16_2Type allows more, but a part of a hundred beyond this is no discount or surcharge that anyone means. */
export const globalPercentageLimits = { maximum: '999.99' as Decimal, decimals: 2 }

/**
 * MontoType has 18 digits; 15 are kept here, so that an amount is exact as a JSON number as well
 * (the specification serves amounts as numbers).
 */
export const amountLimits = { maximum: '999999999999999' as Decimal, decimals: 0 }

/**
 * DTE_v10.xsd, Exportaciones: MontoItem, MntExe and MntTotal have four decimals, and 15 digits in all are kept here
 * too.
 */
export const foreignAmountLimits = { maximum: '99999999999.9999' as Decimal, decimals: 4 }

/** SiiTypes_v10.xsd, Dec14_4Type: a total in another currency, which is computed and so needs no fewer digits. */
export const otherCurrencyMaximum = '99999999999999.9999' as Decimal

/** DTE_v10.xsd, Dec16_2Type: the value of a global discount in an export's currency. */
export const foreignDiscountLimits = { maximum: '9999999999999.99' as Decimal, decimals: 2 }

/** FechaType, SiiTypes_v10.xsd. */
export const dateLimits = { from: '2000-01-01', to: '2050-12-31' }

/** DTE_v10.xsd, Exportaciones/Referencia/FchRef. */
export const exportReferenceDateLimits = { from: '1950-01-01', to: '2050-12-31' }

/** "Formato DTE" v2.5: electronic documents begin in April 2003. */
export const issueDateLimits = { from: '2003-04-01', to: '2050-12-31' }

export const globalDiscountsMax = 20
export const referencesMax = 40
/** CodImpAdic, DTE_v10.xsd. */
export const taxCodesPerLineMax = 2

const documentLinesMax = 60
const boletaLinesMax = 1000

/** Detalle: 60 lines in DTE_v10.xsd, 1000 in EnvioBOLETA_v11.xsd. */
export function linesMax (boleta: boolean): number {
  return boleta ? boletaLinesMax : documentLinesMax
}

/** How many decimals the amounts of a document's lines have: those of exports are in foreign currency. */
export function decimalsOf (type: DocumentType): number {
  return isExport(type) ? foreignAmountLimits.decimals : 0
}
