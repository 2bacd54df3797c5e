import { documentElements } from './body-elements.ts'
import type { TaxDocument } from '../document.ts'
import { writerOf } from './elements.ts'
import { branchOf } from '../values/branches.ts'

const writeBody = writerOf(documentElements)

/**
 * Everything inside Documento, Liquidacion or Exportaciones before TED, as canonical XML text: elements in the order of
 * the schemas [S5], no white space between them but a line end after each block, since the SII refuses long lines
 * (CHR-00002).
 */
export function documentBody (document: TaxDocument, folio: number): string {
  return writeBody({ document, folio }, branchOf(document.documentType))
}
