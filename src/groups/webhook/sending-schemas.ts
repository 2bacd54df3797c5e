import { z } from 'zod'
import { enveloped, envelopedBoolean, envelopedList, timestamp } from '../../http/envelope.ts'
import { id } from '../../http/ids.ts'
import { email, paragraphs } from '../../http/texts.ts'
import { mostRecipients } from '../../services/publishing/document-sending.ts'
import { exampleId } from './save-examples.ts'

export const delivery = z.object({
  to: z.string().meta({ description: 'The address.', examples: ['compras@roble.example'] }),
  state: z.enum(['queued', 'sent', 'failed']).meta({
    description: 'sent: the mail server took it. Whether it was read is not known.', examples: ['sent']
  }),
  at: timestamp.meta({ description: 'When it was sent, or else when it was queued.' }),
  failure: z.string().nullable().meta({
    description: 'Why it was not sent: the answer of the mail server, or a code such as TOO_LATE or MAIL_OFF.', examples: [null]
  })
}).meta({ id: 'DocumentDelivery' })

export const deliveries = envelopedList('DocumentDelivery', delivery)

// Addresses and words, every character written as \uXXXX.
export const sendBodyLimit = 24 * 1024

export const sendBody = z.strictObject({
  correlationId: id,
  to: z.array(email()).min(1).max(mostRecipients).meta({
    description: 'The addresses, each of which gets a mail of its own.', examples: [['compras@roble.example']]
  }),
  message: paragraphs({ max: 1000 }).optional().meta({
    description: 'Your own words, above the files; lines are paragraphs. With the simulator, without links, addresses and phone numbers.',
    examples: ['Gracias por su compra.']
  }),
  copyToMe: z.boolean().optional().meta({
    description: 'Send it to your own email as well; with the tenant\'s keys, to that of the tenant.', examples: [false]
  })
}).meta({
  examples: [{ correlationId: exampleId, to: ['compras@roble.example'], message: 'Gracias por su compra.' }]
})

export const correlationBody = z.strictObject({ correlationId: id }).meta({ examples: [{ correlationId: exampleId }] })

export const publicLink = enveloped('PublicLink', z.object({
  url: z.string().meta({
    description: 'The address of the page. Who has it can see the document.',
    examples: ['https://facturas.example/d/Jx3vQ0c1dW8nT5yRk2LbHsZu7Qv2mB9xK4tR1nW8cZ5']
  }),
  openedAt: timestamp.nullable().meta({
    description: 'When the page of this link was first opened, by a person or a program; null if it was not.', examples: [null]
  })
}))

export { envelopedBoolean }
