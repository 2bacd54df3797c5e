import { z } from 'zod'
import { enveloped, timestamp } from '../../http/envelope.ts'
import { enumCustomerState } from './list-schemas.ts'

const example = {
  state: 5, stateText: 'Claimed', siiReceivedAt: '2026-11-20T13:45:30.000Z', claimableUntil: '2026-11-29T02:59:59.000Z',
  assignable: { code: 24, text: 'Documento reclamado' }, askedAt: '2026-11-21T13:46:02.120Z'
}
const exampleEvent = {
  code: 'RCD', description: 'Reclamo al Contenido del Documento', responsible: '88888888-8', at: '2026-11-21T12:05:36.000Z'
}

const members = {
  state: enumCustomerState,
  stateText: z.string().meta({ examples: [example.stateText] }),
  siiReceivedAt: timestamp.nullable().meta({
    description: 'When the SII received the document; null until it says.', examples: [example.siiReceivedAt]
  }),
  claimableUntil: timestamp.nullable().meta({
    description: 'The end of the eighth day after that, by when the customer can claim it.', examples: [example.claimableUntil]
  }),
  assignable: z.object({
    code: z.int().meta({ description: '20 to 25, as the SII\'s registry answers.', examples: [24] }),
    text: z.string().meta({ description: 'In the words of the SII.', examples: ['Documento reclamado'] })
  }).meta({ id: 'Assignability' }).nullable().meta({
    description: 'Whether the document can be assigned; null until asked, at the end of the days or by Webhook/AskRegistry.',
    examples: [example.assignable]
  }),
  askedAt: timestamp.nullable().meta({
    description: 'When the registry answered last.', examples: [example.askedAt]
  })
}

export const customer = z.object(members).meta({ id: 'DocumentCustomer', examples: [example] })

export const customerDetail = z.object({
  ...members,
  events: z.array(z.object({
    code: z.string().meta({
      description: 'ACD accepts the content, ERM gives the receipt, RCD, RFP and RFT claim; NCA and ENC are credit notes. Other codes are as the SII lists them.',
      examples: [exampleEvent.code]
    }),
    description: z.string().meta({ description: 'In the words of the SII.', examples: [exampleEvent.description] }),
    responsible: z.string().meta({ description: 'The RUT of who acted.', examples: [exampleEvent.responsible] }),
    at: timestamp.meta({ examples: [exampleEvent.at] })
  }).meta({ id: 'DocumentCustomerEvent' })).meta({ description: 'What the registry lists, as it came.', examples: [[exampleEvent]] })
}).meta({ id: 'DocumentCustomerDetail', examples: [{ ...example, events: [exampleEvent] }] })

export const registryAsked = enveloped('RegistryAsked', z.object({
  correlationIds: z.array(z.uuid()).meta({
    description: 'The documents that are asked about.', examples: [['01a1f82f-8800-7387-bd78-77f011356dc4']]
  })
}))

export const askRegistryBody = z.strictObject({
  correlationIds: z.array(z.uuid()).min(1).max(20).meta({
    description: 'Ids of documents.', examples: [['01a1f82f-8800-7387-bd78-77f011356dc4']]
  })
})
