import { z } from 'zod'
import { invoicePayload, type InvoicePayload } from '../dte/fields/payload.ts'

const key = z.string().max(100).nullish().meta({
  description:
    'Names the document inside the submission (extension): references may point to it, and a mended submission is matched by it. Its position, from 1, when left out.',
  examples: ['F-1042']
})

const reference = invoicePayload.shape.references.unwrap().unwrap().element.extend({
  documentKey: z.string().max(100).nullish().meta({
    description:
      'The key of another document of the submission (extension): type, folio and date of the reference are filled in once that one is issued.',
    examples: ['F-1042']
  })
})

/** A document of a bulk submission: the posted document, with a name and with references to its neighbours. */
export const bulkDocument = invoicePayload.extend({ key, references: z.array(reference).max(100).nullish() })
  .meta({ id: 'BulkInvoiceDocument', description: 'An invoice document of a bulk submission.' })

export type BulkDocument = z.output<typeof bulkDocument>

/** What a reference to a neighbour is filled with. */
export interface ReferredFacts {
  documentType: string
  folio: string
  date: string
}

/** Keys of the neighbours that a document's references name, in the order of those references. */
export function referredKeys (document: BulkDocument): string[] {
  return (document.references ?? []).flatMap(({ documentKey }) => isBlank(documentKey) ? [] : [documentKey.trim()])
}

/**
 * The document as Webhook/Save would take it; `factsOf` gives what the n-th reference to a neighbour is filled with.
 */
export function withReferences (document: BulkDocument, factsOf: (index: number) => ReferredFacts): InvoicePayload {
  const { key: _name, references, ...payload } = document
  let index = 0
  return {
    ...payload,
    ...(references === undefined
      ? {}
      : {
          references: references && references.map(({ documentKey, ...rest }) =>
            isBlank(documentKey) ? rest : { ...rest, ...factsOf(index++) }
          )
        })
  }
}

function isBlank (text: string | null | undefined): text is null | undefined | '' {
  return text === null || text === undefined || text.trim() === ''
}
