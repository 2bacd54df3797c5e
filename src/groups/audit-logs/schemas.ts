import { z } from 'zod'
import { enveloped, pagesOf, timestamp } from '../../http/envelope.ts'
import { inOrder, queryDayOrMoment, queryInteger, walked, walkedPage, walking } from '../../http/paging.ts'
import { tableAnswer, tableFormat } from '../../http/plugins/table-files.ts'

const record = z.object({
  id: z.uuid(),
  sequence: z.int().meta({
    description: "Position in the tenant's hash chain, from 1 without gaps.", examples: [42]
  }),
  at: timestamp,
  userId: z.string().nullable().meta({
    description: 'The user or access key; null if the service itself made the change.',
    examples: ['0199f3a2-7c1e-7b60-9d52-4f1c2a9be002']
  }),
  userName: z.string().meta({ examples: ['admin@andes.example'] }),
  action: z.string().meta({ examples: ['folio.activate'] }),
  entity: z.string().meta({ examples: ['folioBlock'] }),
  entityId: z.string().meta({ examples: ['0199a3c4-7d1e-7b3a-9f00-5c2d8e4b1a6f'] }),
  details: z.unknown().meta({
    description: 'Details of the change; never a secret. Documents issued together by the same user or key share one row: ' +
      'its `documents` name each of them, and `entityId` is the first.',
    examples: [{ documentType: 33, rangeFrom: 1, rangeTo: 100 }]
  }),
  address: z.string().nullable().meta({ description: "The caller's IP address.", examples: ['192.0.2.10'] }),
  requestId: z.string().nullable().meta({ examples: ['01a1f82f-8800-7387-bd78-77f011356dc4'] })
}).meta({ id: 'AuditLog' })

const filters = {
  user: z.string().min(1).max(200).optional().describe('Id of a user or key, or part of a name.'),
  action: z.string().min(1).max(100).optional().describe('`folio.activate`, or `folio` for all folio actions.'),
  entity: z.string().min(1).max(100).optional().describe(
    'What was changed: `folioBlock`, `invoice` …'
  ),
  entityId: z.string().min(1).max(200).optional(),
  startDate: queryDayOrMoment().optional().describe('From this day in Chile on (a date), or from this moment on (a date-time).'),
  endDate: queryDayOrMoment().optional().describe('Up to this day in Chile (a date), or up to this moment (a date-time); it is included.')
}

export const listQuery = walked(inOrder(z.object({ ...walking, ...filters })))

export const exportQuery = inOrder(z.object({ ...filters, format: tableFormat }))
export const exportFile = tableAnswer('The entries')

export const verifyQuery = z.object({
  after: queryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER }).default(0).describe(
    'Begin after this entry, which an earlier call reached; 0 begins with the first.'
  )
})

export const verification = enveloped('AuditVerification', z.object({
  records: z.int().meta({ description: 'Entries of the whole chain.', examples: [1200] }),
  after: z.int().meta({ description: 'The entry after which this check began.', examples: [0] }),
  intactUpTo: z.int().meta({ description: 'The last entry up to which the chain is intact.', examples: [1200] }),
  hash: z.string().meta({
    description: 'The hash of that entry.',
    examples: ['5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef']
  }),
  complete: z.boolean().meta({ description: 'Whether the end of the chain was reached.', examples: [true] }),
  firstBroken: z.int().nullable().meta({ description: 'The first entry that is wrong; null if none is.', examples: [null] }),
  problem: z.enum(['rowMissing', 'rowAltered', 'headMissing', 'headDisagrees']).nullable().meta({
    description:
      '`rowMissing`, `rowAltered`: an entry was deleted or changed. `headMissing`, `headDisagrees`: the noted end of the chain is gone, or another one.',
    examples: [null]
  })
}))

export const page = enveloped(pagesOf('AuditLog'), walkedPage(record))
