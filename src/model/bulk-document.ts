import { z } from 'zod'
import { invoicePayload, type InvoicePayload } from '../dte/fields/payload.ts'

const key = z.string().max(100).nullish().meta({
  description:
    'Names the document within the submission (extension): references can point to it, and a corrected submission is matched by it. If omitted, the position of the document, from 1.',
  examples: ['F-1042']
})

const reference = invoicePayload.shape.references.unwrap().unwrap().element.extend({
  documentKey: z.string().max(100).nullish().meta({
    description:
      'The key of another document of the submission (extension): type, folio and date of the reference are filled in when that document is issued.',
    examples: ['F-1042']
  })
})

/** A document of a bulk submission: a posted document with a key, whose references can name other documents. */
export const bulkDocument = invoicePayload.extend({ key, references: z.array(reference).max(100).nullish() })
  .meta({ id: 'BulkInvoiceDocument', description: 'An invoice document of a bulk submission.' })

export type BulkDocument = z.output<typeof bulkDocument>

/** What a reference by key is filled in with. */
export interface ReferredFacts {
  documentType: string
  folio: string
  date: string
}

/** The keys that a document's references name, in the order of the references. */
export function referredKeys (document: BulkDocument): string[] {
  return (document.references ?? []).flatMap(({ documentKey }) => isBlank(documentKey) ? [] : [documentKey.trim()])
}

/** The document as Webhook/Save accepts it; `factsOf` returns what the n-th reference by key is filled in with. */
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

export function isBlank (text: string | null | undefined): text is null | undefined | '' {
  return text === null || text === undefined || text.trim() === ''
}
