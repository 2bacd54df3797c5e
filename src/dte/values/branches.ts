import { documentTypes, isBoleta, type DocumentType } from './document-types.ts'

/**
 * The forms that the schemas [S5] give a document, by the element below DTE. Boletas are a Documento too, but of a
 * schema of their own.
 */
export type Branch = 'Documento' | 'Liquidacion' | 'Exportaciones' | 'Boleta'
export type Branches = readonly Branch[]

export function branchOf (type: DocumentType): Branch {
  return isBoleta(type) ? 'Boleta' : documentTypes[type].branch
}

export const everywhere: Branches = ['Documento', 'Liquidacion', 'Exportaciones', 'Boleta']
export const inDocumento: Branches = ['Documento']
export const inLiquidacion: Branches = ['Liquidacion']
export const inExportaciones: Branches = ['Exportaciones']
export const inBoleta: Branches = ['Boleta']
export const inDocumentoAndBoleta: Branches = ['Documento', 'Boleta']
export const inDocumentoAndExportaciones: Branches = ['Documento', 'Exportaciones']
export const inDocumentoAndLiquidacion: Branches = ['Documento', 'Liquidacion']
export const notInBoleta: Branches = ['Documento', 'Liquidacion', 'Exportaciones']
export const notInExportaciones: Branches = ['Documento', 'Liquidacion', 'Boleta']
export const notInLiquidacion: Branches = ['Documento', 'Exportaciones', 'Boleta']
