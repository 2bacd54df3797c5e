import type { DocumentReference, TaxDocument } from '../document.ts'
import { law } from '../tables/law.ts'
import { addMonths } from '../values/calendar.ts'
import { zero } from '../values/amounts.ts'
import type { DocumentType } from '../values/document-types.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import type { Reader } from '../fields/reader.ts'

/* What laws and resolutions oblige to beside the format: notices. law.ts says since when. */

const withNamedItems: readonly DocumentType[] = [33, 34, 43, 46, 52, 56, 61]
const testSet = 'SET'

// Singular: plurals are found without their ending.
const emptyNouns = new Set([
  'articulo', 'cosa', 'descripcion', 'detalle', 'general', 'generico', 'glosa', 'insumo', 'item', 'linea', 'mercaderia',
  'mercancia', 'nombre', 'otra', 'otro', 'prestacion', 'producto', 'servicio', 'varia', 'vario', 'venta', 'xx', 'xxx'
])
const connectives = new Set(['a', 'al', 'de', 'del', 'el', 'la', 'lo', 'por', 'sin', 'y'])

/** [S43]: the name of an item says what it is. The SII's own test sets have names that do not. */
export function checkItemNames (
  payload: Reader<InvoicePayload>, { issueDate, lines, references }: Pick<TaxDocument, 'issueDate' | 'lines' | 'references'>
): void {
  if (issueDate < law.itemNames.from || !withNamedItems.includes(payload.documentType)) return
  if (references.some(({ documentType }) => documentType === testSet)) return
  for (const { lineNumber, itemName } of lines) {
    if (!isVague(itemName)) continue
    payload.reportMember(`details[${lineNumber - 1}].itemName`, 'ITEM_NAME_VAGUE', { posted: itemName })
  }
}

// Signs and numbers alone, or words that describe nothing: "-", "Productos varios", "Item 1".
function isVague (name: string): boolean {
  const words = name.normalize('NFD').toLowerCase().replaceAll(/\p{M}/gu, '').match(/[a-z]+/g) ?? []
  const telling = words.filter((word) => !isEmpty(word))
  return words.length === 0 || (telling.length < words.length && telling.every((word) => connectives.has(word)))
}

function isEmpty (word: string): boolean {
  return [word, word.replace(/s$/, ''), word.replace(/es$/, '')].some((form) => emptyNouns.has(form))
}

const monthsToLowerTax = 6
const textCorrection = '2'
// Exempt sales have no VAT to lower, and of a purchase the buyer declares it.
const withoutDebit = ['32', '34', '38', '41', '45', '46']

/** [S16, art. 21 N° 2, art. 70]: credit notes that come later than six months after the document that they change. */
export function checkTimeOfNote (
  payload: Reader<InvoicePayload>,
  { issueDate, references, totals, withoutTaxReduction }: Pick<
    TaxDocument, 'issueDate' | 'references' | 'totals' | 'withoutTaxReduction'
  >
): void {
  if (payload.documentType !== 61 || issueDate < law.lateCreditNotes.from) return
  if (withoutTaxReduction !== undefined || totals.taxAmount === zero) return
  for (const { lineNumber, date = issueDate } of references.filter(lowersTax)) {
    const limit = addMonths(date, monthsToLowerTax)
    if (issueDate <= limit) continue
    payload.reportMember(`references[${lineNumber - 1}].date`, 'CREDIT_NOTE_LATE', { posted: date, limit })
  }
}

function lowersTax ({ documentType = '', code }: DocumentReference): boolean {
  return code !== undefined && code !== textCorrection && !withoutDebit.includes(documentType)
}
