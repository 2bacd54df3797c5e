import { z } from 'zod'
import { enveloped } from '../../http/envelope.ts'

const date = z.string().meta({ examples: ['2026-11-20'] })

export const rangeQuery = z.object({
  startDate: z.iso.date().optional().describe(
    'First date of issue, YYYY-MM-DD; 29 days before the last one when left out.'
  ),
  endDate: z.iso.date().optional().describe(
    'Last date of issue, YYYY-MM-DD; today in Chile when left out. At most 366 days in all.'
  )
})

const sums = {
  currency: z.string().meta({
    description:
      "Of the amounts, by its name in the customs' table; whatever has several has an entry for each, pesos first.",
    examples: ['PESO CL']
  }),
  documents: z.int().meta({ examples: [128] }),
  netAmount: z.number().meta({ examples: [1_990_000] }),
  exemptAmount: z.number().meta({ examples: [0] }),
  taxAmount: z.number().meta({ description: 'VAT alone.', examples: [378_100] }),
  totalAmount: z.number().meta({
    description: 'Sum of totalAmount; credit notes (61) count as they are printed, without a sign.',
    examples: [2_368_100]
  })
}

const totals = z.array(
  z.object(sums).meta({ id: 'DocumentSums', description: 'Documents of one currency and their exact sums.' })
)
  .meta({ description: 'One entry for each currency, pesos first; empty where there is no document.' })
const statusSums = z.object({
  status: z.int().meta({ description: 'EnumOutboxStatus', examples: [5] }),
  statusText: z.string().meta({ examples: ['Accepted'] }), ...sums
})
  .meta({ id: 'StatusSums' })

export const channelData = enveloped('ChannelDataReport', z.object({
  startDate: date,
  endDate: date,
  totals,
  channels: z.array(z.object({
    channelType: z.int().meta({ description: 'EnumChannelType', examples: [1] }),
    channelTypeText: z.string().meta({ examples: ['Webhook'] }),
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
    types: z.array(
      z.object({
        documentType: z.int().meta({ examples: [33] }),
        typeName: z.string().meta({ examples: ['Factura Electrónica'] }), ...sums
      })
    ),
    statuses: z.array(statusSums),
    days: z.array(z.object({ date, ...sums })).meta({
      description: 'By date of issue; days without a document are left out.'
    }),
    acceptance: z.object({
      accepted: z.int().meta({ examples: [77] }),
      acceptedWithObjections: z.int().meta({ examples: [3] }),
      rejected: z.int().meta({ examples: [1] }),
      rate: z.number().nullable().meta({
        description:
          'Accepted, with objections or without, among those with a verdict: 0 to 1, four decimals; null when none has one.',
        examples: [0.9876]
      })
    }),
    siiCodes: z.array(z.object({
      code: z.string().meta({ examples: ['DTE-3-101'] }),
      documents: z.int().meta({ description: 'Documents that met it.', examples: [1] }),
      explanation: sentence({ en: 'The document was received before.', es: 'El documento fue recibido antes.' }),
      remedy: sentence({ en: 'Nothing: it is not sent again.', es: 'Nada: no se envía de nuevo.' })
    })).meta({ description: 'The ten codes of objections, rejections and failures that most documents met.' }),
    timeToVerdict: z.object({
      documents: z.int().meta({ description: 'Documents of the range that have a verdict.', examples: [81] }),
      medianSeconds: seconds.meta({
        description: 'From the issue to the verdict, to the tenth of a second.', examples: [42.5]
      }),
      p90Seconds: seconds.meta({ description: 'Nine in ten had their verdict within this time.', examples: [180.2] })
    }),
    folios: z.array(z.object({
      documentType: z.int().meta({ examples: [33] }), typeName: z.string().meta({ examples: ['Factura Electrónica'] }),
      active: z.int().meta({ description: 'Folios left in active blocks.', examples: [872] }),
      uploaded: z.int().meta({ description: 'Folios in blocks that are not activated yet.', examples: [1000] })
    })).meta({ description: 'As they are now, whatever the range.' })
  }).meta({ id: 'OverviewDataReport' })
)
