import { z } from 'zod'
import { invoicePayload } from '../../dte/fields/payload.ts'
import { enveloped, envelopedPage, fileAnswer, timestamp } from '../../http/envelope.ts'
import { uploadForm } from '../../http/plugins/multipart.ts'
import { paging, queryBoolean, queryInteger } from '../../http/paging.ts'
import { channelTypes, statuses } from '../../model/document-states.ts'
import { retryWays } from '../../services/invoicing/retry-plan.ts'
import { remedyActions } from '../../services/invoicing/sii-codes.ts'

const enumOutboxStatus = z.union(Object.values(statuses).map((value) => z.literal(value))).meta({
  id: 'EnumOutboxStatus',
  description: 'Where a document stands.',
  'x-enum-varnames': Object.keys(statuses),
  examples: [2]
})

const enumChannelType = z.union(Object.values(channelTypes).map((value) => z.literal(value))).meta({
  id: 'EnumChannelType',
  description: 'By which door a document came.',
  'x-enum-varnames': Object.keys(channelTypes)
})

/** A factura with what is left to Timbre left out: folio, date, amounts of lines, totals. */
const examplePayload = {
  header: {
    documentId: { documentType: '33', paymentMethod: 1, paymentMedia: 2 },
    receiver: {
      taxNumber: '88888888-8',
      businessName: 'Ferretería El Roble Ltda.',
      businessActivity: 'Ferretería',
      address: 'Los Aromos 120',
      municipality: 'Ñuñoa',
      city: 'Santiago'
    }
  },
  details: [
    { itemName: 'Martillo carpintero 16 oz', quantity: 2, unitPrice: 7990 },
    { itemName: 'Guantes de cuero', quantity: 10, unitPrice: 2940, discountPercentage: 5 }
  ]
}

const examplePosting = {
  tenantCode: 'andes',
  accessKey: 'ak_test_Jx3vQ0c1dW8nT5yRk2LbHsZu',
  secretKey: 'sk_7Qv2mB9xK4tR1nW8cZ5jH0pLdF3sY6uEgA2iO9bXwTk4fGh',
  payload: examplePayload
}

/**
 * Sixty lines with every text at its longest and every character escaped come to some 700 kB, a boleta of a thousand
 * lines with a kilobyte for each to 1 MB.
 */
export const documentBodyLimit = 1024 * 1024

const invoiceDocument = invoicePayload.meta({ id: 'InvoiceDocument', description: 'An invoice document.' })

export const saveBody = z.strictObject({
  payload: invoiceDocument,
  tenantCode: z.string().min(1).max(200).meta({ examples: ['andes'] }),
  accessKey: z.string().min(1).max(200).meta({ examples: ['ak_test_3f9c2b7e5d1a4c8b9e0f'] }),
  secretKey: z.string().min(1).max(200).meta({ examples: ['sk_test_…'] })
}).meta({
  id: 'InvoiceJsonSchema', description: 'An invoice document and the keys of the tenant that posts it.',
  examples: [examplePosting]
})

const exampleId = '01a1f82f-8800-7387-bd78-77f011356dc4'
const exampleTotals = {
  currency: 'PESO CL', netAmount: 43_910, exemptAmount: 0, vatRate: 19, taxAmount: 8343, taxes: [], totalAmount: 52_253
}

const tax = z.object({ taxCode: z.string(), taxRate: z.number().nullable(), taxAmount: z.number() })

const currency = z.string().meta({
  description: "Of the amounts, by its name in the customs' table; only exports have another than pesos.",
  examples: ['PESO CL']
})
const amount = (description: string) => z.number().optional().meta({ description })

const otherCurrency = z.object({
  currency: z.string().meta({ examples: ['PESO CL'] }),
  exchangeRate: z.number().meta({ description: 'Pesos for one of the foreign currency.', examples: [945.32] }),
  netAmount: amount('MntNetoOtrMnda'),
  exemptAmount: amount('MntExeOtrMnda'),
  slaughterBase: amount('MntFaeCarneOtrMnda'),
  margin: amount('MntMargComOtrMnda'),
  taxAmount: amount('IVAOtrMnda'),
  taxes: z.array(tax).meta({ description: 'Additional taxes.' }),
  unwithheldTaxAmount: amount('IVANoRetOtrMnda'),
  totalAmount: z.number().meta({ description: 'MntTotOtrMnda', examples: [9_690_000] })
}).meta({ id: 'OtherCurrencyTotals' })

const totals = z.object({
  currency,
  netAmount: z.number(),
  exemptAmount: z.number(),
  vatRate: amount('In percent, when some line is subject to VAT.'),
  taxAmount: z.number().meta({ description: 'VAT alone.' }),
  taxes: z.array(tax).meta({ description: 'Additional taxes.' }),
  slaughterBase: amount('MntBase: base of tax 17.'),
  margin: amount('MntMargenCom: base of taxes 14 and 50.'),
  ownTaxAmount: amount('IVAProp: the sender\'s part of VAT.'),
  thirdPartyTaxAmount: amount('IVATerc: its principal\'s part of VAT.'),
  unwithheldTaxAmount: amount('IVANoRet: VAT that the buyer pays to the seller.'),
  constructionCredit: amount('CredEC: lowers the total.'),
  depositAmount: amount('GrntDep: deposits on containers, part of the total.'),
  commissions: z.object({ netAmount: z.number(), exemptAmount: z.number(), taxAmount: z.number() }).optional()
    .meta({ description: 'Sums of the commissions, which lower the total.' }),
  totalAmount: z.number(),
  nonBillableAmount: amount('MontoNF: charged without being billed; may be negative.'),
  periodAmount: amount('MontoPeriodo: the total and what is not billable.'),
  previousBalance: amount('SaldoAnterior'),
  amountToPay: amount('VlrPagar'),
  otherCurrency: otherCurrency.optional().meta({
    description: 'The totals in another currency; those of an export in pesos.'
  })
}).meta({ id: 'DocumentTotals', description: 'What a document does not have is left out.', examples: [exampleTotals] })

const preview = z.object({
  valid: z.boolean(),
  totals: totals.nullable(),
  problems: z.array(z.object({
    code: z.string(),
    path: z.string(),
    message: z.string(),
    siiCode: z.string().nullable().meta({ description: 'The code with which the SII would have answered.' }),
    posted: z.string().nullable(),
    computed: z.string().nullable()
  }))
})

const receipt = z.object({
  correlationId: z.string().meta({ description: 'UUID of the document; empty in a dry run.', examples: [exampleId] }),
  status: enumOutboxStatus.nullable(),
  statusText: z.string().meta({ examples: ['Issued'] }),
  documentType: z.string().meta({ examples: ['33'] }),
  invoiceTypeCode: z.string().meta({ examples: ['33'] }),
  invoiceNumber: z.string().meta({
    description: 'The folio; empty while the document waits for one.', examples: ['1001']
  }),
  currency,
  totalAmount: z.number().meta({ examples: [52_253] }),
  issuedAt: z.string().nullable().meta({ examples: ['2026-11-20T13:45:12.345Z'] }),
  waitingFor: z.string().optional().meta({
    description: 'Why the document waits: an error code such as FOLIOS_MISSING.'
  }),
  dryRun: preview.optional().meta({ description: 'What a dry run found; only there with X-Dry-Run.' })
})

export const saved = enveloped('WebhookSave', receipt)

export const correlation = z.object({ correlationId: z.uuid() })
export const retryBody = z.strictObject({
  correlationId: z.uuid(),
  payload: invoiceDocument.optional()
}).meta({ examples: [{ correlationId: exampleId, payload: examplePayload }] })

const record = z.object({
  correlationId: z.string().meta({ examples: [exampleId] }),
  channelType: enumChannelType,
  status: enumOutboxStatus.meta({ examples: [5] }),
  channelTypeText: z.string().meta({ examples: ['Webhook'] }),
  statusText: z.string().meta({ examples: ['Accepted'] }),
  invoiceTypeCode: z.string().meta({ examples: ['33'] }),
  customerTaxNumber: z.string().meta({ examples: ['88888888-8'] }),
  customerCompanyName: z.string().meta({ examples: ['Ferretería El Roble Ltda.'] }),
  invoiceNumber: z.string().meta({ examples: ['1001'] }),
  currency,
  totalAmount: z.number().meta({ examples: [52_253] }),
  createdById: z.string().nullable().meta({
    description: 'The user, or the access key.', examples: ['ak_test_Jx3vQ0c1dW8nT5yRk2LbHsZu']
  }),
  createdAt: timestamp
})

export const listQuery = z.object({
  ...paging,
  status: queryInteger({ min: 1, max: 8 }).optional(),
  channelType: queryInteger({ min: 1, max: 3 }).optional(),
  invoiceTypeCode: queryInteger({ min: 1, max: 999 }).optional(),
  customerTaxNumber: z.string().max(15).optional().describe('The receiver\'s RUT, with or without dots.'),
  invoiceNumber: queryInteger({ min: 1, max: 9_999_999_999 }).optional(),
  correlationId: z.uuid().optional(),
  startDate: z.iso.date().optional().describe('First issue date, YYYY-MM-DD.'),
  endDate: z.iso.date().optional().describe('Last issue date, YYYY-MM-DD.'),
  search: z.string().min(1).max(100).optional().describe(
    "Part of the receiver's name, the beginning of its RUT, or a folio."
  )
})

export const page = envelopedPage('Webhook', record)

const sentence = z.object({ en: z.string(), es: z.string() })
const explainedReason = z.object({
  code: z.string(),
  description: z.string().meta({
    description: 'In the words of the SII; for REFERENCE_PENDING the correlationId of the document waited for.'
  }),
  explanation: sentence.nullable(),
  remedy: sentence.nullable(),
  remedyAction: z.enum(remedyActions).nullable().meta({
    description: 'The remedy for machines: what is to be done before Webhook/Retry, and what that does.'
  })
})

export const detail = enveloped(
  'WebhookDetail',
  z.object({
    ...record.shape,
    issueDate: z.string().meta({ examples: ['2026-11-20'] }),
    issuedAt: timestamp.nullable(),
    folio: z.number().nullable().meta({ examples: [1001] }),
    trackId: z.string().nullable().meta({ description: "The SII's number of the upload.", examples: ['5939675646'] }),
    payload: z.unknown().meta({ description: 'The posted document, as it came.', examples: [examplePayload] }),
    totals,
    reason: z.array(explainedReason).nullable().meta({
      description: 'Why it waits, gets no further, failed, was refused or objected to.', examples: [null]
    }),
    verdict: z.object({ state: z.string(), explanation: sentence.nullable(), reasons: z.array(explainedReason) })
      .nullable()
      .meta({ examples: [{ state: 'DOK', explanation: { en: 'Accepted.', es: 'Aceptado.' }, reasons: [] }] }),
    retry: z.object({ way: z.enum(Object.keys(retryWays)), explanation: sentence }).nullable().meta({
      description: 'What Webhook/Retry would do; null while the document has not stopped.', examples: [null]
    }),
    history: z.array(z.object({ status: enumOutboxStatus, statusText: z.string(), at: timestamp, detail: z.unknown() }))
      .meta({ examples: [[{ status: 2, statusText: 'Issued', at: '2026-11-20T13:45:12.345Z', detail: null }]] })
  })
)

export const pdfQuery = z.object({
  correlationId: z.uuid(),
  format: z.enum(['letter', '80mm']).optional().describe('80mm for boletas and letter for the rest when left out.'),
  cedible: queryBoolean().optional().describe(
    'Adds the copy that can be assigned to a third party, where the type has one.'
  ),
  templateId: z.uuid().optional().describe(
    'A template to draw with in place of the default; it must be for the type, and its format is taken.'
  )
})

export const xmlFile = fileAnswer('The signed DTE, ISO-8859-1, byte for byte as it was signed', ['application/xml'])
export const pdfFile = fileAnswer('The printed representation', ['application/pdf'])

// Two thousand documents with several reasons each.
export const resultForm = uploadForm({ fileMissing: 'RESULT_FILE_MISSING', maxFileBytes: 2 * 1024 * 1024, fields: {} })

const count = z.int().min(0)

export const takenResult = enveloped(
  'UploadResult',
  z.object({
    trackId: z.string().meta({ examples: ['1234567890'] }),
    documents: count.meta({ description: 'Documents of the envelope that are in no other by now.', examples: [3] }),
    updated: count.meta({ description: 'Those of which the result told something new.', examples: [2] }),
    unchanged: count.meta({ examples: [1] }),
    pending: count.meta({
      description: 'Those without a verdict yet: upload the file again once they have one.', examples: [0]
    }),
    contradicted: count.meta({
      description: 'Those of which the result says otherwise than the SII did when asked; they stay as they are.',
      examples: [0]
    }),
    unknown: count.meta({ description: 'Told of in the result, but not in the envelope.', examples: [0] })
  })
)
