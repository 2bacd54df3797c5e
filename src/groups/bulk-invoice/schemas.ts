import { z } from 'zod'
import { enveloped, envelopedBoolean, pagesOf, timestamp } from '../../http/envelope.ts'
import { deletion, id } from '../../http/ids.ts'
import { uploadForm } from '../../http/plugins/multipart.ts'
import { numbered, paging, queryBoolean, queryInteger, walked, walkedPage, walking } from '../../http/paging.ts'
import { tableAnswer, tableFormat } from '../../http/plugins/table-files.ts'
import { takingBack } from '../../http/read-only-members.ts'
import { line } from '../../http/texts.ts'
import { bulkDocument } from '../../model/bulk-document.ts'
import { bulkStatuses, rowStates } from '../../model/bulk-states.ts'
import { bulkLimits } from '../../shared/bulk-limits.ts'
import { templateTypes } from '../../services/bulk/template.ts'
import * as examples from './examples.ts'

/** The schema with a value that stands for it in the contract. */
const shown = <Schema extends z.ZodType>(schema: Schema, example: unknown): Schema =>
  schema.meta({ examples: [example] })

const enumBulkInvoiceStatus = z.union(Object.values(bulkStatuses).map((value) => z.literal(value))).meta({
  id: 'EnumBulkInvoiceStatus',
  description:
    'Status of a bulk submission. CompletedWithErrors: some documents have errors or could not be issued.',
  'x-enum-varnames': Object.keys(bulkStatuses)
})

const enumBulkRowStatus = z.union(Object.values(rowStates).map((value) => z.literal(value))).meta({
  id: 'EnumBulkRowStatus',
  description:
    'Outcome of a document in a submission. Taken: it is now a document of the tenant; `documentStatus` shows its status.',
  'x-enum-varnames': Object.keys(rowStates)
})

const name = line({ max: 100 })

/** What stands beside the list of a JSON body; the documents are checked one by one as they come. */
export const jsonRest = z.strictObject({ name: name.nullish(), invoices: z.array(z.never()) })

const jsonBody = z.strictObject({
  name: name.nullish().meta({
    description: 'A name to find the submission by; its arrival time if omitted.',
    examples: ['Facturas de noviembre']
  }),
  invoices: z.array(bulkDocument).max(bulkLimits.documents)
}).meta({ examples: [examples.submission] })

const form = uploadForm({
  fileMissing: 'BULK_FILE_MISSING',
  maxFileBytes: bulkLimits.fileBytes,
  fields: { Name: name.optional().meta({ examples: ['Facturas de noviembre'] }) }
})

export const createForm = {
  body: z.union([jsonBody, form.body]),
  upload: { ...form.upload, alsoJson: true },
  bodyLimit: bulkLimits.bodyBytes
}

export const jsonLimits = {
  member: 'invoices', maxBytes: bulkLimits.bodyBytes, maxElementBytes: bulkLimits.documentBytes,
  maxRestBytes: bulkLimits.restBytes
}

export const createQuery = z.object({
  replacesId: id.optional().describe(
    'The earlier submission that this file corrects: documents that were not issued there, and new ones, are accepted. If it was never processed, it is cancelled.'
  )
})

const counters = z.object({
  documents: z.int(),
  ready: z.int().meta({ description: 'Valid and not issued yet.' }),
  invalid: z.int(),
  taken: z.int().meta({
    description: 'Became documents of the tenant; the counters below show their status.'
  }),
  failed: z.int(),
  cancelled: z.int(),
  waiting: z.int(),
  issued: z.int(),
  sending: z.int(),
  sent: z.int(),
  accepted: z.int(),
  acceptedWithObjections: z.int(),
  rejected: z.int(),
  stopped: z.int().meta({ description: 'Failed after being taken: needs attention (Webhook/Retry).' })
}).meta({ examples: [examples.counters] })

const summary = z.object({
  id: z.uuid().meta({ examples: [examples.id] }),
  name: z.string().meta({ examples: ['Facturas de noviembre'] }),
  source: z.string().meta({ examples: ['xlsx'] }),
  encoding: z.string().nullable().meta({
    description:
      'How a .csv file was read: `utf-8`, or `windows-1252` for one that is not UTF-8, such as Excel\'s plain "CSV". Look at a name with accents before you call Process. Null for JSON and workbooks.',
    examples: [null]
  }),
  status: enumBulkInvoiceStatus.meta({ examples: [2] }),
  statusText: z.string().meta({ examples: ['Processing'] }),
  replacesId: shown(z.uuid().nullable(), null),
  skipped: z.int().meta({
    description: 'Documents skipped because an earlier submission issued them, or will.', examples: [0]
  }),
  replacedById: z.uuid().nullable().meta({
    description: 'The latest submission that replaces this one.', examples: [null]
  }),
  leftBehind: z.int().meta({
    description:
      'Documents without mistakes of the earlier submissions that have not been issued and are not in this one either.',
    examples: [0]
  }),
  counters,
  progress: z.number().meta({
    description: 'Percentage of the valid documents that are issued or otherwise settled; waiting ones are not.',
    examples: [42.5]
  }),
  documentsPerSecond: shown(z.number().nullable(), 95.5),
  secondsLeft: shown(z.int().nullable(), 6),
  waitingFor: z.array(z.string()).meta({
    description: 'Why documents are waiting: error codes such as FOLIOS_MISSING.', examples: [[]]
  }),
  waits: z.array(z.object({ code: z.string(), invoiceTypeCode: z.string(), documents: z.int() })).meta({
    description: 'How many documents of each type are waiting for what.',
    examples: [[{ code: 'FOLIOS_MISSING', invoiceTypeCode: '33', documents: 209 }]]
  }),
  types: z.array(z.object({
    invoiceTypeCode: z.string(), documents: z.int(), totalAmount: z.number().nullable()
  })).meta({
    description:
      'What Process would issue: the documents without mistakes by type, with the sum of their totals in pesos (null for exports).',
    examples: [[{ invoiceTypeCode: '33', documents: 791, totalAmount: 48_350_110 }]]
  }),
  createdById: shown(z.uuid().nullable(), examples.userId),
  createdAt: timestamp,
  startedAt: timestamp.nullable(),
  finishedAt: shown(timestamp.nullable(), null),
  updatedAt: timestamp.meta({ description: 'When its status last changed.' })
})

const problem = z.object({
  row: z.int().meta({ description: 'Row of the sheet; for JSON, the position of the document.', examples: [12] }),
  column: z.string().nullable().meta({ examples: ['F'] }),
  cell: z.string().nullable().meta({ examples: ['F12'] }),
  field: z.string().meta({ description: 'Column heading, or path of the member.', examples: ['RUT receptor'] }),
  path: z.string().meta({ examples: ['header.receiver.taxNumber'] }),
  code: shown(z.string(), 'RUT_INVALID'),
  message: shown(z.string(), 'is not a RUT with a right check digit'),
  rule: z.string().meta({
    description: 'The SII code, or else the number of the rule in its format; empty if neither exists.', examples: ['SCH-00001']
  })
})

const row = z.object({
  position: shown(z.int(), 11),
  key: shown(z.string(), 'F-1042'),
  externalId: z.string().nullable().meta({
    description: 'Your own number of the sale, as posted in `header.documentId.externalId`.', examples: ['VENTA-2026-000123']
  }),
  status: shown(enumBulkRowStatus, 3),
  statusText: shown(z.string(), 'Taken'),
  invoiceTypeCode: shown(z.string(), '33'),
  customerCompanyName: shown(z.string(), 'Ferretería Ejemplo Ltda.'),
  totalAmount: shown(z.number().nullable(), 32_094),
  correlationId: z.uuid().nullable().meta({
    description: 'The issued document; see Webhook/GetWebhook.', examples: [examples.documentId]
  }),
  documentStatus: z.int().nullable().meta({ description: 'EnumOutboxStatus of the document.', examples: [5] }),
  documentStatusText: shown(z.string(), 'Accepted'),
  invoiceNumber: z.string().meta({ description: 'The folio; empty until assigned.', examples: ['1042'] }),
  issueDate: shown(z.string().nullable(), '2026-11-20'),
  trackId: shown(z.string().nullable(), '1000001'),
  reasons: z.array(z.object({ code: z.string(), description: z.string(), message: z.string() })).meta({
    description: 'Why its document waits, stopped, or was rejected or objected to: `description` is what the SII wrote, `message` what it means.',
    examples: [[]]
  }),
  problems: shown(z.array(problem), []),
  isReplaced: z.boolean().meta({
    description: 'Not issued here, but part of a later submission.', examples: [false]
  })
})

export const rowDetail = enveloped('BulkInvoiceRow', row.extend({
  payload: z.unknown().meta({
    description: 'What was posted, of any shape; null if it is issued or not stored any more.',
    examples: [{ header: { documentId: { documentType: '33' } }, details: [{ itemName: 'Taladro', quantity: 0 }] }]
  })
}))

const position = z.int().min(1).max(bulkLimits.documents).meta({ description: 'Position of the document, from 1.', examples: [2] })

export const correction = {
  body: takingBack(z.strictObject({
    id: shown(id, examples.id), position,
    payload: z.unknown().meta({
      description: 'The whole document as it should be, as in Create (`BulkInvoiceDocument`); its key stays.',
      examples: [examples.submission.invoices[0]]
    })
  }), row),
  bodyLimit: bulkLimits.documentBytes + 1024
}

export const repetition = {
  body: z.strictObject({ id: id.meta({ description: 'The submission, which is over.', examples: [examples.id] }) })
}

export const rowQuery = z.object({
  id, position: queryInteger({ min: 1, max: bulkLimits.documents }).describe('Position of the document, from 1.')
})

const failure = z.object({
  code: shown(z.string(), 'RUT_INVALID'),
  field: z.string().meta({
    description: 'Column heading, or path of the member without positions; empty for the document as a whole.',
    examples: ['RUT receptor']
  }),
  message: z.string().meta({
    description: 'As the first of these documents says it.', examples: ['"88888888-1" is not a RUT with a valid check digit']
  }),
  documents: z.int().meta({ examples: [5000] }),
  rows: z.array(z.int()).meta({
    description: 'The first five rows of the sheet; for JSON, positions of documents.', examples: [[2, 3, 4, 5, 6]]
  })
})

export const bulkInvoice = enveloped('BulkInvoice', summary)
export const page = enveloped(pagesOf('BulkInvoice'), walkedPage(summary))
export const detail = enveloped(
  'BulkInvoiceDetail',
  z.object({
    ...summary.shape,
    failures: z.array(failure).meta({
      description:
        'Why documents were refused, not issued, stopped or rejected: at most 50 causes, those with the most documents first. `code` and `field` select their rows.'
    }),
    rows: z.object({
      page: shown(z.int(), 1), pageSize: shown(z.int(), 20), totalPage: shown(z.int(), 1),
      totalRecords: shown(z.int(), 1), totalIsEstimate: shown(z.boolean(), false), data: z.array(row)
    })
  })
)

export const listQuery = walked(z.object({
  ...walking,
  status: queryInteger({ min: 1, max: 5 }).optional().describe(numbered(bulkStatuses)),
  search: z.string().min(1).max(100).optional().describe('Part of the name.')
}))

export const detailQuery = z.object({
  id,
  ...paging,
  status: queryInteger({ min: 1, max: 5 }).optional().describe('Filter by EnumBulkRowStatus.'),
  documentStatus: queryInteger({ min: 1, max: 8 }).optional().describe('Filter by EnumOutboxStatus of the document.'),
  onlyWithProblems: queryBoolean().optional(),
  code: z.string().min(1).max(100).optional().describe('Only the documents of a failure: its `code`.'),
  field: z.string().max(300).optional().describe('With `code`: the `field` of the failure.')
})

export const templateQuery = z.object({ documentType: z.enum(templateTypes).default('33'), format: tableFormat })
export const resultQuery = z.object({ id, format: tableFormat })

export const templateFile = tableAnswer('The template')
export const resultFile = tableAnswer('The result')

export { deletion, envelopedBoolean }
