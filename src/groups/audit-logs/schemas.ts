import { z } from 'zod'
import { envelopedPage, timestamp } from '../../http/envelope.ts'
import { paging, queryDay } from '../../http/paging.ts'

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

export const listQuery = z.object({
  ...paging,
  user: z.string().min(1).max(200).optional().describe('Id of a user or key, or part of a name.'),
  action: z.string().min(1).max(100).optional().describe('`folio.activate`, or `folio` for all folio actions.'),
  entity: z.string().min(1).max(100).optional().describe(
    'What was changed: `folioBlock`, `invoice` …'
  ),
  entityId: z.string().min(1).max(200).optional(),
  startDate: queryDay().optional().describe('First day in Chile, a date or a date-time.'),
  endDate: queryDay().optional().describe('Last day in Chile, a date or a date-time.')
})

export const page = envelopedPage('AuditLog', record)
