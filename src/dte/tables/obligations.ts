import type { DocumentType } from '../values/document-types.ts'

/** 0 must not appear, 1 mandatory, 2 when its condition holds, 3 optional. */
export type Obligation = '0' | '1' | '2' | '3'

const columns = [33, 34, 52, 61, 56, 46, 43, 110, 112, 111, 39, 41] as const satisfies readonly DocumentType[]

/**
 * The matrix of obligations of [S1] for the elements that a posted document can fill; in the last two columns [S2] and
 * [S20], which requires the sender's name and activity in boletas.
 */
export const matrix = {
  //             33 34 52 61 56 46 43 110 112 111 39 41
  IndServicio: '  2  2  0  2  2  2  2  2   2   2   1  1',
  MntBruto: '     2  2  0  2  2  2  2  0   0   0   3  3',
  TpoTranCompra: '3  3  3  0  0  3  3  0   0   0   0  0',
  TpoTranVenta: ' 3  3  3  3  0  3  3  0   0   0   0  0',
  FmaPago: '      2  2  3  2  2  2  2  3   3   3   0  0',
  FmaPagExp: '    0  0  3  0  0  0  0  3   3   3   0  0',
  MedioPago: '    3  3  0  3  3  3  3  3   3   3   2  2',
  FchVenc: '      2  2  0  3  3  3  3  2   3   3   3  3',
  IndTraslado: '  0  0  1  0  0  0  0  0   0   0   0  0',
  TipoDespacho: ' 2  2  2  0  0  2  0  2   0   0   0  0',
  RznSoc: '       1  1  1  1  1  1  1  1   1   1   1  1',
  GiroEmis: '     1  1  1  1  1  1  1  1   1   1   1  1',
  Acteco: '       1  1  1  1  1  1  1  1   1   1   0  0',
  DirOrigen: '    1  1  1  3  3  1  1  1   3   3   3  3',
  CmnaOrigen: '   1  1  1  3  3  3  3  3   3   3   3  3',
  RUTRecep: '     1  1  1  1  1  1  1  1   1   1   2  2',
  RznSocRecep: '  1  1  1  1  1  1  1  1   1   1   2  2',
  GiroRecep: '    1  1  1  3  3  1  1  3   3   3   0  0',
  DirRecep: '     1  1  1  3  3  1  1  1   3   3   3  3',
  CmnaRecep: '    1  1  1  3  3  1  1  3   3   3   3  3',
  CiudadRecep: '  3  3  3  3  3  3  3  1   3   3   3  3',
  Transporte: '   2  2  1  2  2  2  0  2   2   2   0  0',
  QtyItem: '      2  3  1  2  2  2  3  2   2   2   2  2',
  CodImpAdic: '   2  2  3  2  2  2  0  0   0   0   0  0',
  Referencia: '   2  2  2  1  1  2  2  2   1   1   3  3',
  CodRef: '       3  3  3  1  1  3  3  3   1   1   3  3'
} as const

export type ObligedElement = keyof typeof matrix

const rows = Object.fromEntries(
  Object.entries(matrix).map(([element, digits]) => [element, digits.trim().split(/\s+/) as Obligation[]])
) as Record<ObligedElement, Obligation[]>

/** How a type of document stands to an element. */
export function obligationOf (element: ObligedElement, type: DocumentType): Obligation {
  return rows[element][columns.indexOf(type)] ?? '0'
}

export function isMandatory (element: ObligedElement, type: DocumentType): boolean {
  return obligationOf(element, type) === '1'
}

export function mayAppear (element: ObligedElement, type: DocumentType): boolean {
  return obligationOf(element, type) !== '0'
}
