import type { DocumentLine, DocumentReceiver, TaxDocument } from '../../../dte/document.ts'
import { currencyOf } from '../../../dte/values/currencies.ts'
import { isDocumentType, isNote } from '../../../dte/values/document-types.ts'
import type { UsedReceiver } from '../../../repositories/invoicing/lists/proposals.ts'
import type { Store } from '../../../repositories/store.ts'
import { taxNumberBeginning } from '../../../dte/values/rut.ts'
import { foldedText, hasWords, wordsOf } from '../../../shared/search-words.ts'
import type { Actor } from '../../actor.ts'
import { sharedTaxNumbers } from '../../../dte/reading/parties.ts'

type Details = Partial<Omit<DocumentReceiver, 'taxNumber'>>

/** A receiver of earlier documents, with what the latest of them says of it. */
export interface EarlierReceiver {
  taxNumber: string
  businessName: string | undefined
  businessActivity: string | undefined
  address: string | undefined
  municipality: string | undefined
  city: string | undefined
  email: string | undefined
  contact: string | undefined
  internalCode: string | undefined
}

/** An item of earlier documents, as the latest of them has it. */
export interface EarlierItem {
  itemCode: DocumentLine['itemCode']
  itemName: string
  unitOfMeasure: string | undefined
  /** An exact decimal text. */
  unitPrice: string | undefined
  exempt: boolean
  /** Gross prices include VAT, as those of boletas. */
  linePrices: TaxDocument['linePrices']
  /** By its name in the customs' table. */
  currency: string
}

const mostProposed = 10
// One receiver has several of these where its name was written in several ways.
const receiversRead = 50
const documentsRead = 100

/** What a form proposes to fill in: receivers and items of the tenant's earlier documents, latest first. */
export function createProposals ({ store }: { store: Store }) {
  return {
    receivers: ({ tenantId }: Actor, search = ''): Promise<EarlierReceiver[]> =>
      store.asTenant(tenantId, async ({ proposals }) => {
        const wanted = { taxNumber: taxNumberBeginning(search), words: wordsOf(search) }
        const latest = distinct(await proposals.latestReceivers(wanted, receiversRead), ({ taxNumber, name }) =>
          sharedTaxNumbers.includes(taxNumber) ? `${taxNumber} ${foldedText(name)}` : taxNumber)
        const documents = await proposals.documents(latest.map(({ id }) => id))
        return latest.map((used) => receiverOf(used, documents.get(used.id)))
      }),

    items: async ({ tenantId }: Actor, search = ''): Promise<EarlierItem[]> => {
      const words = wordsOf(search)
      const documents = await store.asTenant(tenantId, async ({ proposals }) => {
        const ids = await proposals.latestIds(documentsRead, words)
        const found = await proposals.documents(ids)
        return ids.flatMap((id) => found.get(id) ?? [])
      })
      const items = documents.filter(sellsItems).flatMap(itemsOf).filter((item) => matches(item, words))
      return distinct(items, ({ itemCode, itemName, linePrices, currency }) =>
        [itemCode?.codeValue ?? foldedText(itemName), linePrices, currency].join(' '))
    }
  }
}

export type Proposals = ReturnType<typeof createProposals>

/** The first ones of each name, as many as are proposed. */
function distinct<Item> (items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  const found = new Map<string, Item>()
  for (const item of items) {
    const name = nameOf(item)
    if (!found.has(name)) found.set(name, item)
  }
  return [...found.values()].slice(0, mostProposed)
}

function receiverOf ({ taxNumber, name }: UsedReceiver, document: TaxDocument | undefined): EarlierReceiver {
  const { businessName = name, businessActivity, address, municipality, city, email, contact, internalCode }: Details =
    document?.receiver ?? {}
  return { taxNumber, businessName, businessActivity, address, municipality, city, email, contact, internalCode }
}

/** The lines of notes correct other documents. */
function sellsItems ({ documentType }: TaxDocument): boolean {
  return isDocumentType(documentType) && !isNote(documentType)
}

function itemsOf ({ lines, linePrices, totals }: TaxDocument): EarlierItem[] {
  return lines.map(({ itemCode, itemName, unitOfMeasure, unitPrice, exemptIndicator }) => ({
    itemCode, itemName, unitOfMeasure, unitPrice, exempt: exemptIndicator === 1, linePrices,
    currency: currencyOf(totals)
  }))
}

function matches ({ itemCode, itemName }: EarlierItem, words: readonly string[]): boolean {
  return hasWords(`${itemCode?.codeValue ?? ''} ${itemName}`, words)
}
