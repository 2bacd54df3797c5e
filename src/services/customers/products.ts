import { findAdditionalTax } from '../../dte/tables/additional-taxes.ts'
import { chileanPeso, findCurrency } from '../../dte/values/currencies.ts'
import type { ProductRow } from '../../repositories/customers/products.ts'
import { invalidAt, type Sentence } from '../../shared/errors.ts'
import { printableTexts } from '../tenants/printable-texts.ts'
import { type ColumnsOf, createCatalog, type Kind } from './catalog-items.ts'
import { createKeptSheets, type SheetDependencies } from './catalog-sheets.ts'
import { productSynonyms } from './heading-synonyms.ts'
import type { SheetColumn } from './sheet-headings.ts'

export const emptyProduct: ColumnsOf<ProductRow> = {
  code: null, name: '', description: null, unitOfMeasure: null, unitPrice: null, currency: chileanPeso,
  grossPrice: false, exempt: false, taxCodes: [], archived: false
}

const kind: Kind<ProductRow> = {
  entity: 'product', repositoryOf: ({ products }) => products, empty: emptyProduct, checked, unique: 'code',
  errors: { missing: 'PRODUCT_NOT_FOUND', taken: 'PRODUCT_EXISTS', limit: 'PRODUCT_LIMIT' }
}

export const productColumns: readonly SheetColumn[] = [
  { member: 'code', heading: { en: 'Code', es: 'Código' }, kind: 'text', width: 20, isKey: true },
  { member: 'name', heading: { en: 'Name', es: 'Nombre' }, kind: 'text', width: 40, isKey: true },
  { member: 'description', heading: { en: 'Description', es: 'Descripción' }, kind: 'text', width: 40 },
  { member: 'unitOfMeasure', heading: { en: 'Unit', es: 'Unidad' }, kind: 'text', width: 10 },
  { member: 'unitPrice', heading: { en: 'Unit price', es: 'Precio unitario' }, kind: 'number', width: 16 },
  {
    member: 'unitPrice', name: 'netUnitPrice', heading: { en: 'Net price', es: 'Precio neto' }, kind: 'number', width: 16,
    sets: { grossPrice: false }
  },
  {
    member: 'unitPrice', name: 'grossUnitPrice', heading: { en: 'Price with VAT', es: 'Precio con IVA' }, kind: 'number',
    width: 16, sets: { grossPrice: true }
  },
  { member: 'currency', heading: { en: 'Currency', es: 'Moneda' }, kind: 'text', width: 14 },
  { member: 'grossPrice', heading: { en: 'Price includes VAT', es: 'Precio incluye IVA' }, kind: 'flag', width: 16 },
  { member: 'exempt', heading: { en: 'Exempt', es: 'Exento' }, kind: 'flag', width: 10 },
  { member: 'taxCodes', heading: { en: 'Additional taxes', es: 'Impuestos adicionales' }, kind: 'list', width: 20 },
  { member: 'archived', heading: { en: 'Archived', es: 'Archivado' }, kind: 'flag', width: 12 }
]

const sheet = {
  name: { en: 'products', es: 'productos' },
  /** Of products without a code, the name. */
  keyOf: ({ code, name }: ColumnsOf<ProductRow>) => code === null ? ` ${name}` : code,
  columns: productColumns,
  synonyms: productSynonyms
}

/** What a tenant sells. */
export function createProducts (dependencies: SheetDependencies) {
  return { ...createCatalog(dependencies, kind), ...createKeptSheets(dependencies, kind, sheet) }
}

export type Products = ReturnType<typeof createProducts>

const noCurrency = { en: 'is not a currency of the customs table', es: 'no es una moneda de la tabla de Aduanas' }
const taxedExempt = { en: 'must be empty if the product is exempt', es: 'debe quedar vacío si el producto es exento' }

function checked (columns: ColumnsOf<ProductRow>): ColumnsOf<ProductRow> {
  const { exempt, taxCodes } = columns
  // Cleared, it is the peso again.
  const currency = findCurrency(columns.currency || chileanPeso)?.name
  if (currency === undefined) throw invalidAt('currency', noCurrency)
  if (exempt && taxCodes.length > 0) throw invalidAt('taxCodes', taxedExempt)
  for (const [index, code] of taxCodes.entries()) {
    if (findAdditionalTax(code) === undefined) throw invalidAt(`taxCodes[${index}]`, noTax(code))
  }
  return { ...printableTexts(columns, ['description']), currency }
}

function noTax (code: string): Sentence {
  return {
    en: `"${code}" is not the code of an additional tax; see Common/AdditionalTaxes`,
    es: `"${code}" no es el código de un impuesto adicional; vea Common/AdditionalTaxes`
  }
}
