import { findAdditionalTax } from '../../dte/tables/additional-taxes.ts'
import { chileanPeso, findCurrency } from '../../dte/values/currencies.ts'
import type { ProductRow } from '../../repositories/customers/products.ts'
import { problemAt, type Sentence, ServiceError } from '../../shared/errors.ts'
import { printableTexts } from '../tenants/printable-texts.ts'
import { type ColumnsOf, createKept, type KeptDependencies } from './kept.ts'

const empty: ColumnsOf<ProductRow> = {
  code: null, name: '', description: null, unitOfMeasure: null, unitPrice: null, currency: chileanPeso,
  grossPrice: false, exempt: false, taxCodes: [], archived: false
}

/** What a tenant sells. */
export function createProducts (dependencies: KeptDependencies) {
  return createKept<ProductRow>(dependencies, {
    entity: 'product', repositoryOf: ({ products }) => products, empty, checked, unique: 'code',
    errors: { missing: 'PRODUCT_NOT_FOUND', taken: 'PRODUCT_EXISTS', limit: 'PRODUCT_LIMIT' }
  })
}

export type Products = ReturnType<typeof createProducts>

const noCurrency = { en: 'is not a currency of the customs table', es: 'no es una moneda de la tabla de Aduanas' }
const taxedExempt = { en: 'must be empty if the product is exempt', es: 'debe quedar vacío si el producto es exento' }

function checked (columns: ColumnsOf<ProductRow>): ColumnsOf<ProductRow> {
  const { exempt, taxCodes } = columns
  // Cleared, it is the peso again.
  const currency = findCurrency(columns.currency || chileanPeso)?.name
  if (currency === undefined) throw problem('currency', noCurrency)
  if (exempt && taxCodes.length > 0) throw problem('taxCodes', taxedExempt)
  for (const [index, code] of taxCodes.entries()) {
    if (findAdditionalTax(code) === undefined) throw problem(`taxCodes[${index}]`, noTax(code))
  }
  return { ...printableTexts(columns, ['description']), currency }
}

function noTax (code: string): Sentence {
  return {
    en: `"${code}" is not the code of an additional tax; see Common/AdditionalTaxes`,
    es: `"${code}" no es el código de un impuesto adicional; vea Common/AdditionalTaxes`
  }
}

function problem (member: string, message: Sentence): ServiceError {
  return new ServiceError('VALIDATION_FAILED', { problems: [problemAt(member, message)] })
}
