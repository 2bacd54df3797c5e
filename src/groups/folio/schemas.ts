import { z } from 'zod'
import { id } from '../../http/ids.ts'
import { enveloped, envelopedList, fileAnswer, timestamp } from '../../http/envelope.ts'
import { queryInteger } from '../../http/paging.ts'
import { uploadForm } from '../../http/plugins/multipart.ts'
import { takingBack } from '../../http/read-only-members.ts'
import { plannedDays } from '../../services/tenants/folio-plan.ts'
import { mostRehearsalFolios, rehearsalTypes } from '../../services/tenants/rehearsals.ts'

const count = (description: string, example: number) => z.int().meta({ description, examples: [example] })

const date = z.string().meta({ examples: ['2026-11-20'] })

const folioBlock = z.object({
  id: z.uuid(),
  documentType: z.int().meta({ examples: [33] }),
  typeName: z.string().meta({ examples: ['Factura Electrónica'] }),
  environment: z.string().meta({ examples: ['certification'] }),
  rangeFrom: z.int().meta({ examples: [1] }),
  rangeTo: z.int().meta({ examples: [1000] }),
  next: z.int().nullable().meta({
    description: 'Next folio to be assigned; null if none are left.', examples: [129]
  }),
  remaining: z.int().meta({ examples: [872] }),
  authorisedOn: date,
  expiresOn: date.nullable().meta({
    description: 'Last day on which documents can be issued with these folios; null if they do not expire.',
    examples: ['2027-05-20']
  }),
  state: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]).meta({
    id: 'EnumFolioBlockState',
    description: 'Status of a folio block. `Stopped`: the SII has a document of another program under one of its folios; activate it with `next`.',
    'x-enum-varnames': ['Uploaded', 'Active', 'Exhausted', 'Expired', 'Stopped'],
    examples: [2]
  }),
  stateText: z.string().meta({ examples: ['Active'] }),
  position: z.int().nullable().meta({
    description: 'Position in the queue of its document type; null until activated.', examples: [1]
  }),
  daysLeft: z.int().nullable().meta({
    description:
      'Days until the block is used up at the pace of the last week (the documents of the last seven days by seven), or expires, whichever comes first; null if neither is foreseeable. An active block begins when the one before it in the queue ends.',
    examples: [47]
  }),
  typeDaysLeft: z.int().nullable().meta({
    description: 'Days until all active blocks of the type are used up or expired; 0 if none is active, null if not foreseeable.',
    examples: [120]
  }),
  uploadedAt: timestamp,
  activatedAt: timestamp.nullable(),
  stoppedAt: timestamp.nullable().meta({
    description: 'When the SII said that another program had used one of the folios; null if it did not, or after `Activate` with `next`.'
  }),
  usedElsewhere: z.array(z.object({
    from: count('First folio of the range.', 1), to: count('Last folio of the range.', 128)
  })).meta({ description: 'Folios that another program used, as `Activate` was told with `next`; both ends included.' })
}).meta({ id: 'InvoiceNumberBlock' })

export const folioBlocks = envelopedList('InvoiceNumberBlock', folioBlock)

export const uploaded = enveloped(
  'FolioUpload', z.object({ id: z.uuid().meta({ description: 'Id of the block; uploading the same CAF again, however its file was saved, returns the same id.' }) })
)

export const cafForm = uploadForm({ fileMissing: 'FOLIO_FILE_MISSING', fields: {} })

export const rehearseBody = z.strictObject({
  documentType: z.literal(rehearsalTypes).meta({
    description: 'Code of the document type.', examples: [33]
  }),
  count: z.int().min(1).max(mostRehearsalFolios).meta({ description: 'How many folios.', examples: [1000] })
})

export const rehearsed = enveloped('InvoiceNumberBlock', folioBlock)

export const activateBody = takingBack(z.strictObject({
  id,
  next: z.int().min(1).max(9_999_999_999).optional().meta({
    description: 'The first folio to use, of a CAF that another program used in part. The folios before it are recorded as used elsewhere. Required for a stopped block.',
    examples: [129]
  }),
  state: z.unknown().optional().meta({
    readOnly: true, examples: [5],
    description: 'Shows that the body is what List answered: its `next`, unless you changed it, is then taken as omitted.'
  })
}), folioBlock)

export const planQuery = z.object({
  days: queryInteger({ min: 1, max: 180 }).default(plannedDays)
    .describe('For how many days the folios are to last. Those of some types expire after 180 days.')
})

const day = (description: string) => z.string().nullable().meta({ description, examples: ['2026-12-18'] })

export const folioPlans = envelopedList('FolioPlan', z.object({
  documentType: z.int().meta({ examples: [33] }),
  typeName: z.string().meta({ examples: ['Factura Electrónica'] }),
  perDay: z.number().meta({
    description: 'Documents a day: the average of the last week or of the last four weeks, whichever is more.', examples: [31.5]
  }),
  remaining: count('Folios left in active blocks.', 872),
  inactive: count('Folios in blocks that are uploaded and not activated.', 0),
  expiring: count('Those of both that expire before they are used at this pace.', 0),
  waiting: count('Documents that wait for a folio.', 0),
  runsOutOn: day('When active and inactive folios are used up or expired; null if neither is foreseeable.'),
  requestBy: day('The day by which to request others: `foliosLowDays` of the tenant before `runsOutOn`, or today.'),
  suggested: count(
    'How many to request on the SII\'s site; 0 if there are enough. At most as many as were issued in the last 90 days (in `days`, if those are more), and what waits. For sets of a certification that are due, three times what they take; for that of boletas five.',
    1965
  ),
  certification: z.object({
    needed: count('Folios that one attempt at each set that is due takes.', 4),
    sets: z.array(z.object({
      name: z.string().meta({ description: 'As the SII\'s pages name it.', examples: ['SET BASICO'] }),
      needed: count('Folios that its next attempt takes; 0 if none is due. The number is not known of the simulation.', 4),
      attempts: z.array(z.object({
        number: count('Number of the attempt, from 1.', 1),
        state: z.string().meta({ description: 'As in Certification/Progress.', examples: ['Objected'] }),
        ranges: z.array(z.object({
          from: count('First folio of the range.', 1), to: count('Last folio of the range.', 4)
        })).meta({ description: 'The folios that it took; both ends included. No other attempt can use them.' })
      }).meta({ id: 'AttemptFolios' }))
    }).meta({ id: 'SetFolios' })).meta({ description: 'Each set with documents of the type.' })
  }).nullable().meta({ description: 'What a certification takes of the type; null in production, and for a type of no set.' })
}).meta({ id: 'FolioPlan', description: 'The folios of a type: until when they last, and how many to request.' }))

export const spentQuery = z.object({
  documentType: queryInteger({ min: 1, max: 999 }).optional().describe('Only this document type.')
})

const folio = z.int().meta({ examples: [1000] })

export const spentFolios = envelopedList('SpentFolios', z.object({
  documentType: z.int().meta({ examples: [33] }),
  typeName: z.string().meta({ examples: ['Factura Electrónica'] }),
  folios: z.array(z.object({
    folio,
    correlationId: z.uuid().meta({ description: 'The document that had the folio.' }),
    reason: z.string().meta({ description: 'The code for which the document left it.', examples: ['DTE-3-505'] }),
    explanation: z.object({
      en: z.string().meta({ examples: ['The SII found a document of this type and folio already.'] }),
      es: z.string().meta({ examples: ['El SII ya tiene un documento de este tipo y folio.'] })
    }).nullable(),
    spentAt: timestamp.meta({ description: 'When the document left the folio.' })
  })).meta({ description: 'Folios that documents left for another one.' }),
  ranges: z.array(z.object({
    from: folio.meta({ description: 'First folio of the range.' }),
    to: folio.meta({ description: 'Last folio of the range.' }),
    cause: z.enum(['spent', 'expired']).meta({
      description: '`spent`: documents left the folios. `expired`: unused folios of an expired block.'
    })
  })).meta({ description: 'What to annul on the SII\'s site; both ends included.' })
}).meta({ id: 'SpentFolios' }))

export const spentFile = fileAnswer('The ranges as CSV (UTF-8, semicolons)', ['text/csv'])
