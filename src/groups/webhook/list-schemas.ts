import { z } from 'zod'
import { fileAnswer } from '../../http/envelope.ts'
import { id } from '../../http/ids.ts'
import {
  inOrder, numbered, queryAmount, queryBoolean, queryDayOrMoment, queryIds, queryInteger, queryIntegers, walked, walking
} from '../../http/paging.ts'
import { tableFormat, tableMediaTypes } from '../../http/plugins/table-files.ts'
import { customerStates, readCustomerState } from '../../model/customer-states.ts'
import { channelTypes, statuses } from '../../model/document-states.ts'
import { said } from '../../shared/schema-problems.ts'
import { currency } from './totals-schemas.ts'

export const enumOutboxStatus = z.union(Object.values(statuses).map((value) => z.literal(value))).meta({
  id: 'EnumOutboxStatus',
  description: 'Status of a document.',
  'x-enum-varnames': Object.keys(statuses),
  examples: [2]
})

export const enumCustomerState = z.union(Object.values(customerStates).map((value) => z.literal(value))).meta({
  id: 'EnumCustomerState',
  description: 'What the customer did about a document that the SII accepted.',
  'x-enum-varnames': Object.keys(customerStates),
  examples: [5]
})

export const enumChannelType = z.union(Object.values(channelTypes).map((value) => z.literal(value))).meta({
  id: 'EnumChannelType',
  description: 'How a document was submitted.',
  'x-enum-varnames': Object.keys(channelTypes)
})

export const listSums = z.array(z.object({
  currency,
  documents: z.int().meta({ examples: [128] }),
  netAmount: z.number().meta({ examples: [1_990_000] }),
  exemptAmount: z.number().meta({ examples: [0] }),
  taxAmount: z.number().meta({ description: 'VAT only.', examples: [378_100] }),
  totalAmount: z.number().meta({ description: 'Credit notes (61, 112) lower it.', examples: [2_368_100] })
}).meta({ id: 'ListSums' }))

export const statusCount = z.object({
  status: enumOutboxStatus.meta({ examples: [5] }),
  statusText: z.string().meta({ examples: ['Accepted'] }),
  documents: z.int().min(0).meta({ examples: [128] }),
  isMinimum: z.boolean().meta({
    description: 'There may be more: of a receiver, the newest 1,000 documents are counted; of a search, the newest 250; of each status before the verdict, at most 10,000.', examples: [false]
  })
}).meta({ id: 'StatusCount' })

const listFilters = {
  status: queryIntegers({ min: 1, max: 8 }).optional().describe(
    `One status, or several, separated by commas (\`7,8\`) or in parameters of their own (\`status=7&status=8\`). ${numbered(statuses)}`
  ),
  channelType: queryInteger({ min: 1, max: 3 }).optional().describe(numbered(channelTypes)),
  invoiceTypeCode: queryInteger({ min: 1, max: 999 }).optional(),
  customerTaxNumber: z.string().max(40).optional().describe('The receiver\'s RUT, with or without dots, dash and check digit.'),
  invoiceNumber: queryInteger({ min: 1, max: 9_999_999_999 }).optional().describe(
    'The folio, or one that the document had before.'
  ),
  correlationId: id.optional(),
  externalId: z.string().min(1).max(64).optional().describe('Your own number of the sale, exactly.'),
  startDate: queryDayOrMoment().optional().describe(
    'A date: the first issue date. A date-time: documents that were created at this moment or later.'
  ),
  endDate: queryDayOrMoment().optional().describe(
    'A date: the last issue date. A date-time: documents that were created at this moment or before.'
  ),
  search: z.string().min(1).max(100).optional().describe(
    "Part of the receiver's name, without regard to accents and capitals; the beginning of its RUT; a folio; an externalId, whole; and of the newest 10,000 documents, part of the name of an item or of the folio of a reference, or the total."
  ),
  reasonCode: z.string().min(1).max(100).optional().describe(
    'A code of why a document waits, stopped, or was rejected or objected to: of the SII (`HED-3-209`) or of Timbre (`FOLIOS_MISSING`).'
  ),
  minAmount: queryAmount().optional().describe('The least total, in the currency of the document.'),
  maxAmount: queryAmount().optional().describe('The greatest total, in the currency of the document.'),
  createdById: id.optional().describe('Id of the user, or of the pair of keys, that issued it (`createdById` of a document).'),
  customerState: queryInteger({ min: 1, max: 7 }).transform(readCustomerState).optional().describe(
    `What the customer did about it. ${numbered(customerStates)}`
  ),
  updatedSince: walking.updatedSince
}

const orders = ['date', 'amount', 'number', 'customer'] as const
const sorts = orders.flatMap((by) => [by, `-${by}`] as const)

export const listQuery = sorted(walked(inOrder(z.object({
  ...walking,
  ...listFilters,
  sort: z.enum(sorts).optional().describe(
    'The order, descending with a minus. Without it, and among equals, the newest come first; those without a folio are the last by `number`. Not together with `after` or `updatedSince`.'
  ),
  counts: queryBoolean().optional().describe(
    'Also answer how many documents each status has, under the same filters but `status`.'
  ),
  sums: queryBoolean().optional().describe(
    'Also answer what the documents that the filters find sold: their number and amounts, by currency.'
  )
}))))

const sortedWalk = said({
  en: 'must be left out where after or updatedSince is given', es: 'debe omitirse cuando se indica after o updatedSince'
})

interface Sorting { sort?: unknown, after?: unknown, updatedSince?: unknown }

/** A walk has its own order. */
function sorted<Query extends z.ZodType<Sorting>> (query: Query): Query {
  return query.check((context) => {
    const { sort, after, updatedSince } = context.value
    if (sort === undefined || (after === undefined && updatedSince === undefined)) return
    context.issues.push({ code: 'custom', path: ['sort'], input: sort, message: sortedWalk })
  })
}

export const exportQuery = inOrder(z.object({
  ...listFilters,
  correlationIds: queryIds({ most: 100 }).optional().describe('Only these documents: at most 100 ids, separated by commas.'),
  format: z.enum([...tableFormat.unwrap().options, 'zip']).default('xlsx').describe(
    '`xlsx` or `csv`: a row for each document. `zip`: the files of each document that has a folio.'
  ),
  layout: z.enum(['list', 'salesBook']).default('list').describe(
    'Of `xlsx` and `csv`. `salesBook`: only what `sales` of the reports adds up, by date, type and folio; credit notes are negative, and each additional tax that occurs has a column.'
  ),
  include: z.enum(['xmlAndPdf', 'xml']).default('xmlAndPdf').describe('Of `zip`: the files of each document.')
}))

export const exportFile = fileAnswer('The documents', [...Object.values(tableMediaTypes), 'application/zip'])
