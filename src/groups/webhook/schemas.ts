import { z } from 'zod'
import { id } from '../../http/ids.ts'
import { invoicePayload } from '../../dte/fields/payload.ts'
import { enveloped, fileAnswer, pagesOf, timestamp } from '../../http/envelope.ts'
import { uploadForm } from '../../http/plugins/multipart.ts'
import { queryBoolean, queryInteger, walkedPage } from '../../http/paging.ts'
import { retryWays } from '../../services/invoicing/delivery/retry-plan.ts'
import { remedyActions } from '../../services/invoicing/sii-codes.ts'
import { exampleId, examplePayloads, examplePosting } from './save-examples.ts'
import { exchange } from './exchange-schemas.ts'
import { customer, customerDetail } from './customer-schemas.ts'
import { enumChannelType, enumOutboxStatus, listSums, statusCount } from './list-schemas.ts'
import { delivery } from './sending-schemas.ts'
import { paper, till, tillQuery } from './till-schemas.ts'
import { currency, totals } from './totals-schemas.ts'

/**
 * Sixty lines with every text at its longest and every character escaped come to some 700 kB, a boleta of a thousand
 * lines with a kilobyte for each to 1 MB.
 */
export const documentBodyLimit = 1024 * 1024

export { exportFile, exportQuery, listQuery } from './list-schemas.ts'
export { correlationBody, deliveries, envelopedBoolean, publicLink, sendBody, sendBodyLimit } from './sending-schemas.ts'
export { askRegistryBody, registryAsked } from './customer-schemas.ts'
export { requestedReasons } from './reasons-schemas.ts'
export { annulBody, correctBody, correctionBodyLimit } from './note-schemas.ts'
export { earlierItems, earlierReceivers, proposalQuery } from './proposal-schemas.ts'

const invoiceDocument = invoicePayload.meta({ id: 'InvoiceDocument', description: 'An invoice document.' })

export const saveBody = z.strictObject({
  payload: invoiceDocument,
  tenantCode: z.string().min(1).max(200).meta({ examples: ['andes'] }),
  accessKey: z.string().min(1).max(200).meta({ examples: ['ak_test_3f9c2b7e5d1a4c8b9e0f'] }),
  secretKey: z.string().min(1).max(200).meta({ examples: ['sk_test_…'] })
}).meta({
  id: 'InvoiceJsonSchema', description: 'A document and the keys of the tenant that issues it.',
  examples: [examplePosting]
})

export const issueBody = z.strictObject({ payload: invoiceDocument }).meta({
  id: 'InvoiceIssue', description: 'A document that a signed-in user issues.',
  examples: [{ payload: examplePayloads[33] }]
})

export const previewBody = z.strictObject({
  payload: invoiceDocument,
  format: paper.optional().describe('Default: 80mm for boletas, letter for all other types.'),
  templateId: id.optional().describe(
    'Template to use instead of the default. It must support the document type; its format applies.'
  ),
  cedible: z.boolean().default(false).describe('Add the assignable copy (CEDIBLE), if the type has one.')
}).meta({ examples: [{ payload: examplePayloads[33], format: 'letter' }] })

export const draftFile = fileAnswer('The draft', ['application/pdf'])

const ruleNumber = z.string().meta({
  description:
    'The SII code for this, or else the number of the rule: FD is the Formato DTE, FB the Formato boleta. Empty if neither exists.',
  examples: ['FD A30']
})

const notices = z.array(z.object({
  path: z.string().meta({ examples: ['payload.header.documentId.dueDate'] }),
  code: z.string().meta({ examples: ['DUE_DATE_BEFORE_ISSUE'] }),
  rule: ruleNumber,
  message: z.object({ en: z.string(), es: z.string() })
})).meta({
  description:
    'Obligations of the format that the document does not meet and the SII does not check by itself. They refuse nothing, unless the tenant sets `strictFormat`.',
  examples: [[]]
})

const preview = z.object({
  valid: z.boolean(),
  totals: totals.nullable(),
  problems: z.array(z.object({
    code: z.string(),
    path: z.string(),
    message: z.string(),
    rule: ruleNumber,
    posted: z.string().nullable(),
    computed: z.string().nullable()
  })),
  notices
})

const exampleExternalId = 'VENTA-2026-000123'
const sentence = z.object({ en: z.string(), es: z.string() })

const receipt = z.object({
  correlationId: z.string().meta({ description: 'Id of the document; empty in a dry run.', examples: [exampleId] }),
  status: enumOutboxStatus.nullable(),
  statusText: z.string().meta({ examples: ['Issued'] }),
  documentType: z.string().meta({ examples: ['33'] }),
  invoiceTypeCode: z.string().meta({ examples: ['33'] }),
  invoiceNumber: z.string().meta({
    description: 'The folio; empty while the document is waiting for one.', examples: ['1001']
  }),
  currency,
  totalAmount: z.number().meta({ examples: [52_253] }),
  issuedAt: z.string().nullable().meta({ examples: ['2026-11-20T13:45:12.345Z'] }),
  externalId: z.string().optional().meta({
    description: 'Your own number of the sale, as posted in `header.documentId.externalId`.', examples: [exampleExternalId]
  }),
  waitingFor: z.string().optional().meta({
    description: 'Why the document is waiting: an error code such as FOLIOS_MISSING.'
  }),
  notices,
  ...till.shape,
  dryRun: preview.optional().meta({ description: 'Result of a dry run; present only with X-Dry-Run.' })
})

export const saved = enveloped('WebhookSave', receipt)

export const correlation = z.object({ correlationId: id })
export const detailQuery = z.object({ ...correlation.shape, ...tillQuery.shape })
export const retryBody = z.strictObject({
  correlationId: id,
  payload: invoiceDocument.optional(),
  evenSo: z.boolean().optional().meta({
    description: 'Take a new folio although the reasons of the rejection are not known (`REASONS_BY_MAIL`).'
  })
}).meta({ examples: [{ correlationId: exampleId, payload: examplePayloads[33] }] })

const record = z.object({
  correlationId: z.uuid().meta({ examples: [exampleId] }),
  channelType: enumChannelType,
  status: enumOutboxStatus.meta({ examples: [5] }),
  channelTypeText: z.string().meta({ examples: ['Webhook'] }),
  statusText: z.string().meta({ examples: ['Accepted'] }),
  invoiceTypeCode: z.string().meta({ examples: ['33'] }),
  customerTaxNumber: z.string().meta({ examples: ['88888888-8'] }),
  customerCompanyName: z.string().meta({ examples: ['Ferretería El Roble Ltda.'] }),
  invoiceNumber: z.string().meta({ examples: ['1001'] }),
  externalId: z.string().nullable().meta({
    description: 'Your own number of the sale, as posted in `header.documentId.externalId`.', examples: [exampleExternalId]
  }),
  issueDate: z.string().meta({ format: 'date', description: 'FchEmis.', examples: ['2026-11-20'] }),
  currency,
  totalAmount: z.number().meta({ examples: [52_253] }),
  trackId: z.string().nullable().meta({
    description: 'Track id assigned by the SII to the upload.', examples: ['5939675646']
  }),
  annulledBy: z.object({
    correlationId: z.uuid().meta({ examples: ['01a1f831-5c00-7b12-9d44-3f1a2b4c5d6e'] }),
    invoiceTypeCode: z.string().meta({ examples: ['61'] }),
    invoiceNumber: z.string().meta({ examples: ['4'] })
  }).meta({ id: 'AnnullingNote' }).nullable().meta({
    description: 'Your issued note that annuls the document (CodRef 1); null for a document in force. A note that is Waiting, Rejected or Failed, or annulled itself, annuls nothing.',
    examples: [null]
  }),
  hasNotes: z.boolean().meta({
    description: 'Whether an issued note of yours refers to the document, with `annulledBy` or without.', examples: [false]
  }),
  reasonCode: z.string().nullable().meta({
    description:
      'The code of the first reason why the document is waiting, delayed, failed, rejected or objected to. GetWebhook has all of them.',
    examples: [null]
  }),
  reasonExplanation: sentence.nullable().meta({ description: 'What `reasonCode` means.', examples: [null] }),
  customer: customer.nullable().meta({
    description: 'What the customer did about the document in the SII\'s registry of acceptance and claims; null for types other than 33, 34 and 43, and before the SII accepted it.'
  }),
  createdById: z.uuid().nullable().meta({
    description: 'Id of the user or of the pair of keys.', examples: ['0199f3a2-7c1e-7b60-9d52-4f1c2a9be006']
  }),
  createdByName: z.string().nullable().meta({
    description: 'Full name of the user; null for a pair of keys.', examples: ['Ana Fuentes']
  }),
  createdAt: timestamp,
  updatedAt: timestamp.meta({ description: 'When the document, its state or the reason of it last changed.' })
})

export const page = enveloped(pagesOf('Webhook'), walkedPage(record).extend({
  counts: z.array(statusCount).optional().meta({
    description: 'One entry for each status, with `counts=true` only; without it, too, if amount or issuer is a filter and the others leave more than 10,000 documents.'
  }),
  sums: listSums.nullable().optional().meta({
    description: 'With `sums=true` only: what these documents sold, as `sales` of the reports has it, one entry for each currency, pesos first. Without documents that are Waiting, Rejected or Failed, unless `status` is a filter, and without guides (52), settlements (43) and purchase invoices (46), unless `invoiceTypeCode` is one. Null if more than 10,000 documents would have to be read: always known by dates, type, channel and status.'
  })
}))

const explainedReason = z.object({
  code: z.string(),
  description: z.string().meta({
    description: 'The text of the SII; for REFERENCE_PENDING, the correlationId of the document it is waiting for.'
  }),
  explanation: sentence.nullable(),
  remedy: sentence.nullable(),
  remedyAction: z.enum(remedyActions).nullable().meta({
    description: 'Machine-readable remedy: what to do before Webhook/Retry, and its effect.'
  }),
  until: timestamp.optional().meta({
    description: 'While something holds the document: when Timbre acts by itself, if that is known.'
  })
})

const exampleRelation = {
  correlationId: '01a1f831-5c00-7b12-9d44-3f1a2b4c5d6e', invoiceTypeCode: '61', invoiceNumber: '4', code: '1', status: 5,
  statusText: 'Accepted'
}

const relation = z.object({
  correlationId: z.uuid().nullable().meta({
    description: 'Id of the document; null if another system issued it.', examples: [exampleRelation.correlationId]
  }),
  invoiceTypeCode: z.string().meta({ examples: ['61'] }),
  invoiceNumber: z.string().meta({ description: 'The folio; empty while the note is waiting for one.', examples: ['4'] }),
  code: z.string().nullable().meta({
    description: 'CodRef: 1 annuls the document, 2 corrects texts, 3 corrects amounts.', examples: ['1']
  }),
  status: enumOutboxStatus.nullable().meta({ examples: [5] }),
  statusText: z.string().nullable().meta({ examples: ['Accepted'] })
}).meta({ id: 'DocumentRelation', examples: [exampleRelation] })

export const detail = enveloped(
  'WebhookDetail',
  z.object({
    ...record.shape,
    issuedAt: timestamp.nullable(),
    folio: z.number().nullable().meta({ examples: [1001] }),
    payload: z.unknown().meta({ description: 'The document as you sent it.', examples: [examplePayloads[33]] }),
    completed: z.unknown().meta({
      description: 'The same without `customerId` and `productId`, with what the document took from them; null if it names none.',
      examples: [null]
    }),
    totals,
    notices,
    reason: z.array(explainedReason).nullable().meta({
      description: 'Why the document is waiting, delayed, failed, rejected or objected to.', examples: [null]
    }),
    verdict: z.object({ state: z.string(), explanation: sentence.nullable(), reasons: z.array(explainedReason) })
      .nullable()
      .meta({ examples: [{ state: 'DOK', explanation: { en: 'Accepted.', es: 'Aceptado.' }, reasons: [] }] }),
    retry: z.object({
      way: z.enum(Object.keys(retryWays)),
      explanation: sentence,
      needsEvenSo: z.boolean().meta({ description: 'Whether Webhook/Retry asks for `evenSo: true`.' })
    }).nullable().meta({
      description: 'What Webhook/Retry would do; null unless the document is Failed or Rejected.', examples: [null]
    }),
    earlierFolios: z.array(z.object({
      folio: z.int().meta({ examples: [1000] }),
      reason: z.string().meta({ description: 'The code for which the document left it.', examples: ['DTE-3-505'] }),
      explanation: sentence.nullable(),
      spentAt: timestamp.meta({ description: 'When the document left the folio.' })
    })).meta({
      description: 'Folios that the document left for another one, latest first. Pass one as `folio` to GetXml or GetPdf.',
      examples: [[]]
    }),
    history: z.array(z.object({ status: enumOutboxStatus, statusText: z.string(), at: timestamp, detail: z.unknown() }))
      .meta({ examples: [[{ status: 2, statusText: 'Issued', at: '2026-11-20T13:45:12.345Z', detail: null }]] }),
    relations: z.object({
      changes: z.array(relation).meta({
        description: 'For a note: the documents of yours that it changes.', examples: [[]]
      }),
      changedBy: z.array(relation).meta({
        description: 'Your notes that change the document, oldest first, at most 100; also those that were rejected or failed.',
        examples: [[exampleRelation]]
      })
    }).meta({ description: 'The documents of yours that belong together by references with a code.' }),
    customer: customerDetail.nullable().meta({
      description: 'What the customer did about the document in the SII\'s registry of acceptance and claims; null for types other than 33, 34 and 43, and before the SII accepted it.'
    }),
    exchange: exchange.nullable().meta({
      description: 'What the receiver answered by mail, with a signature that holds; null without an answer.'
    }),
    mail: delivery.nullable().meta({ description: 'The mail to the receiver; null if none was queued.' }),
    deliveries: z.array(delivery).meta({
      description: 'What Webhook/Send sent, newest first, at most the latest 100.', examples: [[]]
    }),
    ...till.shape
  })
)

const earlierFolio = queryInteger({ min: 1, max: 9_999_999_999 }).optional().describe(
  'An earlier folio of the document (`earlierFolios` of GetWebhook). The PDF is marked as void.'
)

export const xmlQuery = z.object({ correlationId: id, folio: earlierFolio })

export const pdfQuery = z.object({
  correlationId: id,
  folio: earlierFolio,
  format: paper.optional().describe('Default: 80mm for boletas, letter for all other types.'),
  cedible: queryBoolean().optional().describe(
    'Add the assignable copy (CEDIBLE), if the type has one.'
  ),
  templateId: id.optional().describe(
    'Template to use instead of the default. It must support the document type; its format applies.'
  )
})

export const xmlFile = fileAnswer('The signed DTE (ISO-8859-1), byte for byte as signed', ['application/xml'])
export const evidenceFile = fileAnswer('The evidence of the document, with a manifest of its files', ['application/zip'])
export const pdfFile = fileAnswer('The printed representation', ['application/pdf'])

// Two thousand documents with several reasons each.
export const resultForm = uploadForm({ fileMissing: 'RESULT_FILE_MISSING', maxFileBytes: 2 * 1024 * 1024, fields: {} })

const count = z.int().min(0)

export const takenResult = enveloped(
  'UploadResult',
  z.object({
    trackId: z.string().meta({ examples: ['1234567890'] }),
    verdict: z.object({
      item: z.string().meta({ description: 'The set, as the SII\'s pages name it.', examples: ['SET BASICO'] }),
      attempt: count.meta({ description: 'Number of the attempt, from 1.', examples: [1] }),
      outcome: z.enum(['Approved', 'NotApproved']).meta({
        description: 'Approved: the SII takes the set. NotApproved: a new attempt is due.', examples: ['Approved']
      }),
      reasons: count.meta({ description: 'How many reasons it names; see Certification/Progress.', examples: [0] })
    }).meta({ id: 'TakenVerdict' }).nullable().meta({
      description: 'The review of a set, if that is what the file was; it changes no document. Null for a result of an envelope.'
    }),
    documents: count.meta({ description: 'Documents of this envelope, except those sent again in another.', examples: [3] }),
    updated: count.meta({ description: 'Documents that the result updated.', examples: [2] }),
    unchanged: count.meta({ examples: [1] }),
    pending: count.meta({
      description: 'Documents without a verdict yet: upload the file again once they have one.', examples: [0]
    }),
    contradicted: count.meta({
      description: 'Documents for which the result contradicts the status that the SII reports; they are not changed.',
      examples: [0]
    }),
    unknown: count.meta({ description: 'Documents in the result that are not in the envelope.', examples: [0] })
  })
)
