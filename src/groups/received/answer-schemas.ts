import { z } from 'zod'
import { enveloped, fileAnswer, pageSchema, pagesOf, timestamp } from '../../http/envelope.ts'
import { byId } from '../../http/ids.ts'
import { numbered, paging, queryInteger } from '../../http/paging.ts'
import { email, line } from '../../http/texts.ts'
import { answerKinds, answerStates } from '../../model/received.ts'
import { said } from '../../shared/schema-problems.ts'

export { byId }

const enumAnswerState = z.union(Object.values(answerStates).map((value) => z.literal(value))).meta({
  id: 'EnumAnswerState',
  description: 'What became of an answer to a supplier.',
  'x-enum-varnames': Object.keys(answerStates),
  examples: [2]
})

export const supplierAnswer = z.object({
  id: z.uuid().meta({ description: 'Id of the answer.' }),
  kind: z.enum(answerKinds).meta({
    description: '`reception`: RecepcionEnvio; `result`: ResultadoDTE; `receipt`: EnvioRecibos.', examples: ['result']
  }),
  fileId: z.uuid().meta({ description: 'Id of the file that brought the documents.' }),
  documentIds: z.array(z.uuid()).meta({ description: 'The documents that it is about.' }),
  code: z.int().nullable().meta({ description: 'EstadoRecepEnv or EstadoDTE; null for receipts.', examples: [0] }),
  comment: z.string().meta({ description: 'The comment; of a receipt, the place.', examples: ['DTE Aceptado OK'] }),
  number: z.int().nullable().meta({ description: 'IdRespuesta, your own number of the answer; null for receipts.', examples: [7] }),
  recipient: z.string().meta({ description: 'RUT of the supplier.', examples: ['99999999-9'] }),
  address: z.string().nullable().meta({
    description: 'Where it is mailed to; null until that is known.', examples: ['dte@nires.example']
  }),
  state: enumAnswerState,
  stateText: z.string().meta({ description: 'The state by its name.', examples: ['Sent'] }),
  failure: z.string().nullable().meta({ description: 'Why it was not sent, in a code.', examples: [null] }),
  createdAt: timestamp.meta({ description: 'When it was given.' }),
  sentAt: timestamp.nullable().meta({ description: 'When it was mailed.' })
}).meta({ id: 'SupplierAnswer' })

export const answers = enveloped(pagesOf('SupplierAnswer'), pageSchema(supplierAnswer))
export const oneAnswer = enveloped('SupplierAnswer', supplierAnswer)
export const answerFile = fileAnswer('The signed file', ['application/xml'])

export const answersQuery = z.object({
  ...paging,
  documentId: z.uuid().optional().describe('Only answers about this document.'),
  state: queryInteger({ min: 1, max: 4 }).optional().describe(numbered(answerStates))
})

/** Of a body with a hundred ids and a text. */
export const idsLimit = 32 * 1024

export const ids = z.array(z.uuid().toLowerCase()).min(1).max(100).meta({ description: 'Ids of received documents.' })
const commentMissing = said({ en: 'must say why', es: 'debe decir por qué' })
const unwritable = said({
  en: 'must have only characters of ISO-8859-1', es: 'debe tener solo caracteres de ISO-8859-1'
})

const writable = (text: z.ZodString) => text.refine((value) => !/[^\t\x20-\xff]/.test(value), { error: unwritable })

export const answerBody = z.strictObject({
  ids,
  result: z.literal([0, 1, 2]).meta({
    description: 'EstadoDTE. 0: accepted; 1: accepted with discrepancies; 2: rejected.', examples: [0]
  }),
  comment: writable(line({ max: 256 })).optional().meta({
    description: 'EstadoDTEGlosa; mandatory with 1 and 2, where it says why.', examples: ['Faltan dos cajas']
  })
}).check((context) => {
  const { result, comment } = context.value
  if (result === 0 || comment !== undefined) return
  context.issues.push({ code: 'custom', path: ['comment'], input: comment, message: commentMissing })
})

export const receiptBody = z.strictObject({
  ids,
  place: writable(line({ max: 80 })).meta({
    description: 'Recinto: where the goods or services were received.', examples: ['Bodega Central, Santiago']
  })
})

export const resendBody = z.strictObject({
  id: z.uuid().meta({ description: 'Id of the answer.' }),
  address: email().optional().meta({
    description: "Instead of the supplier's mailbox.", examples: ['dte@nires.example']
  })
})

export const asked = enveloped('AskedAnswers', z.object({
  results: z.array(z.object({
    id: z.uuid().meta({ description: 'Id of the received document.' }),
    outcome: z.enum(['queued', 'refused']).meta({ description: '`refused`: nothing was answered.', examples: ['queued'] }),
    answerId: z.uuid().nullable().meta({ description: 'Id of the answer; null if it was refused.' }),
    reason: z.string().nullable().meta({ description: 'Why it was refused.', examples: [null] }),
    explanation: z.object({ en: z.string(), es: z.string() }).nullable().meta({ description: 'The reason in words.', examples: [null] })
  })).meta({ description: 'One for each document.' })
}))
