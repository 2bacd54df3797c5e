import type { ResultOf } from '../../../../clients/typescript/client.ts'
import { blankForm, type Form } from './form.ts'
import { typedOf } from '../../shared/numbers.ts'
import { termsOf } from './terms.ts'
import { boletas, sections, type DocumentType } from './types.ts'

export type Receiver = ResultOf<'/api/Webhook/Receivers', 'get'>[number]
export type Customer = ResultOf<'/api/Customer/Get', 'get'>
export type Item = ResultOf<'/api/Webhook/Items', 'get'>[number]

/** What a proposal fills in: what it is, and what else is known of it, which blanks where nothing is. */
export interface Filling {
  identity: Record<string, string>
  others: Record<string, string>
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
export function customerFilling ({ taxNumber, businessName, businessActivity, address, municipality, city, email, ...known }: Customer): Filling {
  const { identity, others } = receiverFilling({
    taxNumber, businessName, businessActivity, address, municipality, city, email, contact: null, internalCode: null
  })
  const foreign = { 'header.receiver.foreign.documentNumber': known.foreignId ?? '', 'header.receiver.foreign.nationality': known.nationality ?? '' }
  return { identity, others: { ...others, ...foreign } }
}

// Of buyers abroad.
const foreignRut = '55555555-5'

/** A new document for a customer: its data, and how it pays. */
export function formFor (customer: Customer): Form {
  const { identity, others } = customerFilling(customer)
  const form = blankForm(customer.taxNumber === foreignRut ? '110' : '33')
  return { ...form, values: { ...form.values, ...others, ...identity, ...termsOf(customer) } }
}

/** In what the prices of a form's lines are: those of another document mean the same where both agree. */
export interface Prices { type: DocumentType, gross: boolean, currency: string }

export const peso = 'PESO CL'

export function pricesIn ({ type, values }: Form): Prices {
  return {
    type,
    gross: (values['header.documentId.grossAmounts'] || String(boletas.includes(type))) === 'true',
    currency: (values['header.totals.currency'] ?? '').trim().toUpperCase() || peso
  }
}

const exemptLine = '1'
// Whole documents of these are exempt: their lines need not say so.
const exemptTypes: readonly DocumentType[] = ['34', '41', '110', '111', '112']

/** The members of a line for an item of earlier documents; without the price where that means another thing here. */
export function itemFilling (
  { itemCode, itemName, unitOfMeasure, unitPrice, exempt, linePrices, currency }: Item, prices: Prices
): Filling {
  const isComparable = currency === prices.currency && (exempt || (linePrices === 'gross') === prices.gross)
  return {
    identity: { itemName, 'itemCode.codeValue': itemCode?.codeValue ?? '', 'itemCode.codeType': ownKind(itemCode?.codeType) },
    others: {
      ...nothingOf(['itemDescription', 'lineTotal', 'taxes[0].taxCode', 'taxes[1].taxCode']),
      unitOfMeasure: unitOfMeasure ?? '',
      unitPrice: unitPrice !== null && isComparable ? typedOf(unitPrice) : '',
      exemptIndicator: exempt && !exemptTypes.includes(prices.type) ? exemptLine : ''
    }
  }
}

/** What a code is taken for where its kind is left out. */
const usualKind = 'INT1'
const ownKind = (kind: string | undefined): string => kind === undefined || kind === usualKind ? '' : kind
