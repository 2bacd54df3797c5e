import { z } from 'zod'

const documentType = z.int().meta({ description: 'Code of the document type.', examples: [33] })
const typeName = z.string().meta({ description: 'Name of the document type.', examples: ['Factura Electrónica'] })
const amount = (description: string, example: number) => z.number().meta({ description, examples: [example] })
export const notes = (of: string) => z.array(z.string()).meta({
  description: `What the SII tells a person about ${of}; not interpreted.`,
  examples: [['IMPORTANTE: Considerar que los descuentos por línea deben ser indicados en las representaciones impresas.']]
})
const caseNumber = z.int().meta({ description: 'Number of the case in its set.', examples: [1] })

const testDocument = z.object({
  case: caseNumber,
  documentType,
  typeName,
  changes: z.object({
    case: caseNumber,
    reason: z.string().meta({ description: 'Why, in the words of the file.', examples: ['ANULA FACTURA'] })
  }).nullable().meta({ description: 'What a note changes: the document of an earlier case; null for others.' }),
  lines: z.int().meta({ description: 'How many lines the document has.', examples: [2] }),
  netAmount: amount('Net amount, in pesos.', 841571),
  exemptAmount: amount('Exempt amount; of exports, in their currency.', 0),
  taxAmount: amount('VAT, in pesos.', 159898),
  totalAmount: amount('Total; of exports, in their currency.', 1001469)
}).meta({ id: 'TestDocument' })

const testPurchase = z.object({
  documentType: z.int().meta({ description: 'Code of the document type; 30 and 60 are paper documents.', examples: [30] }),
  folio: z.int().meta({ description: 'The folio that the supplier gave it.', examples: [234] }),
  observation: z.string().meta({
    description: 'What becomes of its VAT, in the words of the file.', examples: ['FACTURA CON IVA USO COMUN']
  }),
  exemptAmount: amount('Exempt amount, in pesos.', 0),
  netAmount: amount('Net amount, in pesos.', 30019),
  totalAmount: amount('Total, in pesos.', 35723)
}).meta({ id: 'TestPurchase' })

export const testSet = z.object({
  name: z.string().meta({ description: 'The set, as the SII\'s pages name it.', examples: ['SET BASICO'] }),
  attentionNumber: z.int().nullable().meta({
    description: 'Attention number, which you declare with the track id of its envelope; null in the set of boletas.',
    examples: [5038170]
  }),
  kind: z.enum(['documents', 'salesBook', 'purchaseBook', 'guideBook']).meta({
    description: 'What the set asks for: documents in one envelope, or a book.', examples: ['documents']
  }),
  documents: z.array(testDocument).meta({ description: 'Its documents, in the order of the cases; empty for books.' }),
  purchases: z.array(testPurchase).meta({ description: 'The purchases of a book of purchases; empty for others.' }),
  notes: notes('this set')
}).meta({ id: 'TestSet' })

export const folioNeed = z.object({
  documentType,
  typeName,
  needed: z.int().meta({ description: 'Folios that one attempt takes; another attempt takes as many again.', examples: [4] }),
  active: z.int().meta({ description: 'Folios left in active blocks.', examples: [12] }),
  inactive: z.int().meta({ description: 'Folios of blocks that are not active.', examples: [0] })
}).meta({ id: 'FolioNeed' })
