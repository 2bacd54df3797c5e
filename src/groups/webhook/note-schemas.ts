import { z } from 'zod'
import { id } from '../../http/ids.ts'
import { line } from '../../http/texts.ts'
import { numberWithoutNoise } from '../../shared/numerals.ts'
import { said } from '../../shared/schema-problems.ts'

const example = '01a1f82f-8800-7387-bd78-77f011356dc4'
const noteReason = line({ max: 90 })

export const annulBody = z.strictObject({
  correlationId: id,
  reason: noteReason.meta({ description: 'Why: RazonRef of the note.', examples: ['Venta anulada'] })
}).meta({ examples: [{ correlationId: example, reason: 'Venta anulada' }] })

const mostTexts = 10
// As many lines as a note has.
const mostLines = 60

/** The texts, every character escaped. */
export const correctionBodyLimit = 64 * 1024

const textCorrection = z.strictObject({
  field: line({ max: 60 }).optional().meta({ description: 'What the text is, in your words.', examples: ['giro'] }),
  was: line({ max: 300 }).meta({ description: 'The text of the document that is wrong.', examples: ['Ferreteria'] }),
  is: line({ max: 300 }).meta({ description: 'What it should be.', examples: ['Ferretería industrial'] })
}).meta({ id: 'TextCorrection' })

const oneOfThese = said({
  en: 'give one of quantity, amount, unitPrice and discountAmount', es: 'indique uno solo de quantity, amount, unitPrice y discountAmount'
})
const correctionMembers = ['quantity', 'amount', 'unitPrice', 'discountAmount'] as const

const lineCorrection = z.strictObject({
  line: z.int().min(1).max(1000).meta({ description: 'Number of the line in the document, from 1.', examples: [1] }),
  quantity: z.number().positive().overwrite(numberWithoutNoise(6)).optional().meta({ description: 'How many units, with their share of what is left of the line.', examples: [2] }),
  amount: z.number().positive().overwrite(numberWithoutNoise(4)).optional().meta({
    description: 'How much of the line\'s total, with or without VAT like that; before the discounts of the whole document.',
    examples: [1990]
  }),
  unitPrice: z.number().min(0).max(999_999_999_999).overwrite(numberWithoutNoise(6)).optional().meta({
    description: 'The price of a unit as it should have been, with or without VAT like that of the line: the note is of the difference for the units left.',
    examples: [1890]
  }),
  discountAmount: z.number().min(0).max(999_999_999_999).overwrite(numberWithoutNoise(4)).optional().meta({
    description: 'The discount of the whole line as it should have been, in place of its own: the note is of the difference for the units left.',
    examples: [500]
  })
}).refine((line) => correctionMembers.filter((member) => line[member] !== undefined).length === 1, oneOfThese).meta({ id: 'LineCorrection' })

const eitherTextsOrLines = said({ en: 'give either texts or lines', es: 'indique texts o lines, uno de los dos' })
const addWithoutLines = said({ en: 'goes with lines only', es: 'va sólo con lines' })

export const correctBody = z.strictObject({
  correlationId: id,
  texts: z.array(textCorrection).min(1).max(mostTexts).optional().meta({ description: 'Texts to correct, without amount.' }),
  lines: z.array(lineCorrection).min(1).max(mostLines).optional().meta({
    description: 'Quantities or amounts of the lines to take off, or their prices or discounts as they should have been.'
  }),
  add: z.boolean().optional().meta({ description: '`true`: add the `lines` with a debit note instead.', examples: [false] }),
  reason: noteReason.optional().meta({
    description: 'Why: RazonRef of the note. Default: Corrige texto, or Corrige montos.', examples: ['Devolución de dos unidades']
  })
}).refine(({ texts, lines }) => (texts === undefined) !== (lines === undefined), { message: eitherTextsOrLines, path: ['texts'] })
  .refine(({ add, lines }) => add === undefined || lines !== undefined, { message: addWithoutLines, path: ['add'] })
  .meta({
    examples: [{
      correlationId: example, lines: [{ line: 1, quantity: 2 }], reason: 'Devolución de dos unidades'
    }]
  })
