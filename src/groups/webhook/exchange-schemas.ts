import { z } from 'zod'
import { timestamp } from '../../http/envelope.ts'

const entry = z.object({
  code: z.int().nullable().meta({ description: 'EstadoRecepDTE or EstadoDTE; null for receipts.', examples: [0] }),
  codeText: z.string().nullable().meta({ description: 'The official words of the code.', examples: ['DTE Aceptado OK'] }),
  comment: z.string().meta({ description: "The receiver's words; of a receipt, the place.", examples: ['DTE Aceptado OK'] }),
  responder: z.string().meta({ description: 'RUT of who answered.', examples: ['88888888-8'] }),
  signerTaxNumber: z.string().nullable().meta({ description: 'RUT in the certificate.', examples: ['11111111-1'] }),
  signerName: z.string().meta({ description: 'Name in the certificate.', examples: ['Rosa Núñez Soto'] }),
  receivedAt: timestamp.meta({ description: 'When the mail arrived.' }),
  mailId: z.uuid().meta({
    description: 'The mail that brought it (Mailbox/Message).', examples: ['01a1f82f-8800-7387-bd78-77f011356dc4']
  })
}).meta({ id: 'ExchangeAnswer' })

export const exchange = z.object({
  reception: entry.nullable().meta({ description: 'Whether the document was received (RecepcionDTE).' }),
  result: entry.nullable().meta({ description: 'Whether it is accepted (ResultadoDTE).' }),
  receipt: entry.nullable().meta({ description: 'Goods or services were received (Ley 19.983).' })
}).meta({ id: 'Exchange' })
