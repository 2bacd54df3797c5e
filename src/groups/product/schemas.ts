import { z } from 'zod'
import { enveloped, envelopedBoolean, envelopedPage, timestamp } from '../../http/envelope.ts'
import { byId, deletion, id } from '../../http/ids.ts'
import { paging, queryBoolean } from '../../http/paging.ts'
import { takingBack } from '../../http/read-only-members.ts'
import { tableAnswer } from '../../http/plugins/table-files.ts'
import { exportQuery, headings, headingsForm, imported, importForm as formOf } from '../../http/sheet-imports.ts'
import { line } from '../../http/texts.ts'
import { productColumns } from '../../services/customers/products.ts'
import { taxCodesPerLineMax } from '../../dte/tables/limits.ts'
import { numberWithoutNoise } from '../../shared/numerals.ts'
import { said } from '../../shared/schema-problems.ts'

export { byId, deletion, envelopedBoolean, exportQuery, headings, headingsForm, imported }

export const exportFile = tableAnswer('The products')

export const importForm = formOf(productColumns, { Precio: 'grossUnitPrice', Stock: null })

const tooFine = said({ en: 'must have at most 6 decimals', es: 'debe tener a lo más 6 decimales' })

const columns = {
  code: line({ max: 35, mayBeEmpty: true }).meta({
    description: 'Your own code (VlrCodigo), unique within the tenant; "" clears it.', examples: ['TAL-850']
  }),
  name: line({ max: 80 }).meta({ description: 'Name (NmbItem).', examples: ['Taladro percutor 850 W'] }),
  description: z.string().trim().max(1000).meta({
    description: 'Description (DscItem), of several lines if need be; "" clears it.', examples: ['Con maletín y dos brocas']
  }),
  unitOfMeasure: line({ max: 4, mayBeEmpty: true }).meta({
    description: 'Unit (UnmdItem); "" clears it.', examples: ['UN']
  }),
  unitPrice: z.number().min(0).max(999_999_999_999).overwrite(numberWithoutNoise(6)).refine(
    (price) => Number(price.toFixed(6)) === price, tooFine
  ).meta({
    description: 'Price of a unit, up to six decimals; see `grossPrice`. 0 clears it.', examples: [42_990]
  }),
  currency: z.string().max(20).meta({
    description: 'Currency of the price, as named by Chilean customs or by ISO 4217; "" is the peso.', examples: ['PESO CL']
  }),
  grossPrice: z.boolean().meta({
    description: 'Whether the price includes VAT. A document whose prices are the other way takes it with VAT added or taken off.',
    examples: [false]
  }),
  exempt: z.boolean().meta({ description: 'Whether it is exempt from VAT (IndExe 1).', examples: [false] }),
  taxCodes: z.array(z.string().trim().min(1).max(10)).max(taxCodesPerLineMax).meta({
    description: 'Codes of its additional taxes (CodImpAdic); see Common/AdditionalTaxes. [] for none.', examples: [[]]
  }),
  archived: z.boolean().meta({ description: 'Whether lists leave it out. Documents can still name it.', examples: [false] })
}

const { name, ...others } = columns
const known = (description: string, example: string) => z.string().nullable().meta({ description, examples: [example] })

const whole = z.object({
  id: z.uuid().meta({ description: 'What a line names it by: `details[].productId`.' }),
  code: known('Your own code.', 'TAL-850'),
  name: z.string().meta({ description: 'Name.', examples: ['Taladro percutor 850 W'] }),
  description: known('Description.', 'Con maletín y dos brocas'),
  unitOfMeasure: known('Unit.', 'UN'),
  unitPrice: z.number().nullable().meta({ description: 'Price of a unit.', examples: [42_990] }),
  currency: z.string().meta({ description: 'Currency of the price, as named by Chilean customs.', examples: ['PESO CL'] }),
  grossPrice: z.boolean().meta({ description: 'Whether the price includes VAT.', examples: [false] }),
  exempt: z.boolean().meta({ description: 'Whether it is exempt from VAT.', examples: [false] }),
  taxCodes: z.array(z.string()).meta({ description: 'Codes of its additional taxes.', examples: [[]] }),
  archived: z.boolean().meta({ description: 'Whether lists leave it out.', examples: [false] }),
  createdAt: timestamp,
  updatedAt: timestamp
}).meta({ id: 'Product' })

export const page = envelopedPage('Product', whole)
export const product = enveloped('ProductDetail', whole)

export const listQuery = z.object({
  ...paging,
  search: z.string().trim().min(1).max(100).optional().describe(
    'The beginning of the code, or words of the name. Accents and capitals do not matter.'
  ),
  archived: queryBoolean().default(false).describe('`true`: the archived ones instead of those in use.')
})

export const createBody = z.strictObject({ name, ...z.object(others).partial().shape }).meta({
  examples: [{ code: 'TAL-850', name: 'Taladro percutor 850 W', unitOfMeasure: 'UN', unitPrice: 42_990 }]
})

export const updateBody = takingBack(
  z.strictObject({ id, ...z.object(columns).partial().shape }).meta({
    examples: [{ id: '0199f3a2-7c1e-7b60-9d52-4f1c2a9be008', unitPrice: 44_990 }]
  }), whole
)
