import { z } from 'zod'
import { id } from '../../http/ids.ts'
import { enveloped, envelopedList, timestamp } from '../../http/envelope.ts'
import { uploadForm } from '../../http/plugins/multipart.ts'

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
  state: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]).meta({
    id: 'EnumFolioBlockState',
    description: 'Status of a folio block.',
    'x-enum-varnames': ['Uploaded', 'Active', 'Exhausted', 'Expired'],
    examples: [2]
  }),
  stateText: z.string().meta({ examples: ['Active'] }),
  position: z.int().nullable().meta({
    description: 'Position in the queue of its document type; null until activated.', examples: [1]
  }),
  daysLeft: z.int().nullable().meta({
    description:
      'Days until the block is used up at the pace of the last week, or expires, whichever comes first; null if neither is foreseeable.',
    examples: [47]
  }),
  uploadedAt: timestamp,
  activatedAt: timestamp.nullable()
}).meta({ id: 'InvoiceNumberBlock' })

export const folioBlocks = envelopedList('InvoiceNumberBlock', folioBlock)

export const uploaded = enveloped(
  'FolioUpload', z.object({ id: z.uuid().meta({ description: 'Id of the block; uploading the same file again returns the same id.' }) })
)

export const cafForm = uploadForm({ fileMissing: 'FOLIO_FILE_MISSING', fields: {} })

export const activateBody = z.strictObject({ id })
