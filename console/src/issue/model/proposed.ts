import type { ResultOf } from '../../../../clients/typescript/client.ts'
import { blankForm, type Form } from './form.ts'
import { typedOf } from '../../shared/numbers.ts'
import { termsOf } from './terms.ts'
import { boletas, choosesGross, grossPath, sections, type DocumentType } from './types.ts'

export type Receiver = ResultOf<'/api/Webhook/Receivers', 'get'>[number]
export type Customer = ResultOf<'/api/Customer/Get', 'get'>
export type Product = ResultOf<'/api/Product/List', 'get'>['data'][number]
/** Of earlier documents, or a product that the company keeps, of which more is known. */
export type Item = ResultOf<'/api/Webhook/Items', 'get'>[number] & Partial<Pick<Product, 'description' | 'taxCodes'>>

/** What a proposal fills in: what it is, and what else is known of it, which blanks where nothing is. */
export interface Filling {
  identity: Record<string, string>
  others: Record<string, string>
  /** How a customer pays. */
  terms?: Record<string, string>
}

const nothingOf = (paths: readonly string[]): Record<string, string> => Object.fromEntries(paths.map((path) => [path, '']))

/** The members of the form for a receiver of earlier documents. */
export function receiverFilling ({ taxNumber, businessName, ...known }: Receiver): Filling {
  const path = (member: string) => `header.receiver.${member}`
  const { [path('taxNumber')]: _, [path('businessName')]: __, ...blank } =
    nothingOf([...Object.keys(sections.receiver), ...Object.keys(sections.contact), ...Object.keys(sections.foreign)])
  const others = Object.fromEntries(Object.entries(known).map(([member, value]) => [path(member), value ?? '']))
  return { identity: { [path('taxNumber')]: taxNumber, [path('businessName')]: businessName ?? '' }, others: { ...blank, ...others } }
}

/** The members of the form for a customer that the company keeps. */
export function customerFilling (
  { taxNumber, businessName, businessActivity, address, municipality, city, email, ...known }: Customer
): Filling {
  const { identity, others } = receiverFilling({
    taxNumber, businessName, businessActivity, address, municipality, city, email, contact: null, internalCode: null
  })
  const foreign = {
    'header.receiver.foreign.documentNumber': known.foreignId ?? '',
    'header.receiver.foreign.nationality': known.nationality ?? ''
  }
  return { identity, others: { ...others, ...foreign }, terms: termsOf(known) }
}

// Of buyers abroad.
const foreignRut = '55555555-5'

/** A new document for a customer: its data, and how it pays. */
export function formFor (customer: Customer, type: DocumentType = customer.taxNumber === foreignRut ? '110' : '33'): Form {
  const { identity, others, terms } = customerFilling(customer)
  const form = blankForm(type)
  return { ...form, values: { ...form.values, ...others, ...identity, ...terms } }
}

/** In what the prices of a form's lines are: those of another document mean the same where both agree. */
export interface Prices {
  type: DocumentType
  gross: boolean
  currency: string
  /** Some line has a price. */
  priced: boolean
}

export const peso = 'PESO CL'

export function pricesIn ({ type, values, rows }: Form): Prices {
  return {
    type, priced: rows.details.some(({ values: { unitPrice = '' } }) => unitPrice.trim() !== ''),
    gross: (values[grossPath] || String(boletas.includes(type))) === 'true',
    currency: (values['header.totals.currency'] ?? '').trim().toUpperCase() || peso
  }
}

const exemptLine = '1'
// Whole documents of these are exempt: their lines need not say so.
const exemptTypes: readonly DocumentType[] = ['34', '41', '110', '111', '112']

/** A product as an item. */
export function itemOf ({ code, name, grossPrice, ...others }: Product): Item {
  return {
    ...others, itemCode: code === null ? null : { codeType: usualKind, codeValue: code }, itemName: name,
    linePrices: grossPrice ? 'gross' : 'net'
  }
}

const vat = 1.19

/**
 * The price as the form's lines have it; nothing where it means another thing there. Of a product it is known what VAT
 * adds; additional taxes make that uncertain, as the server has it (docs/customers-and-products.md).
 */
function priceIn ({ unitPrice, exempt, linePrices, currency, taxCodes }: Item, prices: Prices): string {
  if (unitPrice === null || currency !== prices.currency) return ''
  if (exempt || (linePrices === 'gross') === prices.gross) return typedOf(unitPrice)
  if (taxCodes?.length !== 0) return ''
  return typedOf(Math.round((prices.gross ? unitPrice * vat : unitPrice / vat) * 1e6) / 1e6)
}

/** Whether a form without prices takes those of an item, with VAT, as they are. */
export function turnsGross ({ linePrices, exempt, unitPrice }: Item, { type, gross, priced }: Prices): boolean {
  return linePrices === 'gross' && unitPrice !== null && !exempt && !gross && !priced && choosesGross(type)
}

/** The members of a line for an item of earlier documents, or a product. */
export function itemFilling (item: Item, prices: Prices): Filling {
  const { itemCode, itemName, unitOfMeasure, exempt, description, taxCodes = [] } = item
  return {
    identity: { itemName, 'itemCode.codeValue': itemCode?.codeValue ?? '', 'itemCode.codeType': ownKind(itemCode?.codeType) },
    others: {
      lineTotal: '', itemDescription: description ?? '',
      'taxes[0].taxCode': taxCodes[0] ?? '', 'taxes[1].taxCode': taxCodes[1] ?? '',
      unitOfMeasure: unitOfMeasure ?? '',
      unitPrice: priceIn(item, prices),
      exemptIndicator: exempt && !exemptTypes.includes(prices.type) ? exemptLine : ''
    }
  }
}

/** What a code is taken for where its kind is left out. */
const usualKind = 'INT1'
const ownKind = (kind: string | undefined): string => kind === undefined || kind === usualKind ? '' : kind
