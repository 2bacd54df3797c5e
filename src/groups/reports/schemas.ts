import { z } from 'zod'
import { enveloped } from '../../http/envelope.ts'
import { queryDay } from '../../http/paging.ts'

const date = z.string().meta({ examples: ['2026-11-20'] })

export const rangeQuery = z.object({
  startDate: queryDay().optional().describe(
    'First issue date, a date or a date-time. Default: 29 days before endDate.'
  ),
  endDate: queryDay().optional().describe(
    'Last issue date, a date or a date-time. Default: today in Chile. The range covers at most 366 days.'
  )
})

const sums = {
  currency: z.string().meta({
    description:
      'Currency of the amounts, as named by Chilean customs. With several currencies there is one entry for each, pesos first.',
    examples: ['PESO CL']
  }),
  documents: z.int().meta({ examples: [128] }),
  netAmount: z.number().meta({ examples: [1_990_000] }),
  exemptAmount: z.number().meta({ examples: [0] }),
  taxAmount: z.number().meta({ description: 'VAT only.', examples: [378_100] }),
  totalAmount: z.number().meta({
    description: 'Sum of totalAmount. Credit notes (61) count as positive amounts, as printed.',
    examples: [2_368_100]
  })
}

const totals = z.array(
  z.object(sums).meta({ id: 'DocumentSums', description: 'Number of documents in one currency and their exact sums.' })
)
  .meta({ description: 'One entry for each currency, pesos first; empty if there are no documents.' })
const sales = totals.meta({
  description:
    'What was sold, one entry for each currency: invoices, boletas and debit notes, less credit notes. Without guides (52), settlements (43), purchase invoices (46) and the notes about them, and without documents that are Waiting, Rejected or Failed. The amounts are negative where credit notes prevail.'
})
const typeSums = {
  documentType: z.int().meta({ examples: [33] }), typeName: z.string().meta({ examples: ['Factura Electrónica'] }), ...sums
}
const channel = {
  channelType: z.int().meta({ description: 'EnumChannelType', examples: [1] }),
  channelTypeText: z.string().meta({ examples: ['Webhook'] })
}
const statusSums = z.object({
  status: z.int().meta({ description: 'EnumOutboxStatus', examples: [5] }),
  statusText: z.string().meta({ examples: ['Accepted'] }), ...sums
})
  .meta({ id: 'StatusSums' })

export const channelData = enveloped('ChannelDataReport', z.object({
  startDate: date,
  endDate: date,
  totals,
  sales,
  salesByChannel: z.array(z.object({ ...channel, ...sums })).meta({ description: '`sales` by channel; they add up to it.' }),
  channels: z.array(z.object({
    ...channel,
    ...sums,
    statuses: z.array(statusSums)
  }))
}).meta({ id: 'ChannelDataReport' }))

const sentence = (example: { en: string, es: string }) =>
  z.object({ en: z.string(), es: z.string() }).nullable().meta({ examples: [example] })
const seconds = z.number().nullable()

export const overviewData = enveloped(
  'OverviewDataReport',
  z.object({
    startDate: date,
    endDate: date,
    totals,
    sales,
    salesByType: z.array(z.object(typeSums)).meta({
      description: '`sales` by document type; they add up to it. The amounts of credit notes are negative.'
    }),
    salesByDay: z.array(z.object({ date, ...sums })).meta({
      description: '`sales` by issue date; they add up to it. Days without sales are omitted.'
    }),
    types: z.array(z.object(typeSums)),
    statuses: z.array(statusSums),
    days: z.array(z.object({ date, ...sums })).meta({
      description: 'By issue date; days without documents are omitted.'
    }),
    acceptance: z.object({
      accepted: z.int().meta({ examples: [77] }),
      acceptedWithObjections: z.int().meta({ examples: [3] }),
      rejected: z.int().meta({ examples: [1] }),
      rate: z.number().nullable().meta({
        description:
          'Share of accepted documents (with or without objections) among those with a verdict: 0 to 1, four decimals; null if none has a verdict.',
        examples: [0.9876]
      })
    }),
    siiCodes: z.array(z.object({
      code: z.string().meta({ examples: ['DTE-3-101'] }),
      documents: z.int().meta({ description: 'Documents with this code.', examples: [1] }),
      explanation: sentence({ en: 'The document was received before.', es: 'El documento fue recibido antes.' }),
      remedy: sentence({ en: 'Nothing: it is not sent again.', es: 'Nada: no se envía de nuevo.' })
    })).meta({ description: 'The ten most frequent codes of objections, rejections and failures.' }),
    timeToVerdict: z.object({
      documents: z.int().meta({ description: 'Documents of the range with a verdict.', examples: [81] }),
      medianSeconds: seconds.meta({
        description: 'Seconds from issue to verdict, rounded to tenths.', examples: [42.5]
      }),
      p90Seconds: seconds.meta({ description: '90 % of the documents had their verdict within this time.', examples: [180.2] })
    }),
    folios: z.array(z.object({
      documentType: z.int().meta({ examples: [33] }), typeName: z.string().meta({ examples: ['Factura Electrónica'] }),
      active: z.int().meta({ description: 'Folios left in active blocks.', examples: [872] }),
      uploaded: z.int().meta({ description: 'Folios in blocks that are not activated yet.', examples: [1000] }),
      daysLeft: z.int().nullable().meta({
        description: 'Days until the active blocks are used up at the pace of the last week, or expired; null if neither is foreseeable.',
        examples: [47]
      })
    })).meta({ description: 'Current values, independent of the range.' })
  }).meta({ id: 'OverviewDataReport' })
)
