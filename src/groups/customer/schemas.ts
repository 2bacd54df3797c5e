import { z } from 'zod'
import { enveloped, envelopedBoolean, envelopedPage, timestamp } from '../../http/envelope.ts'
import { byId, deletion, id } from '../../http/ids.ts'
import { paging, queryBoolean } from '../../http/paging.ts'
import { takingBack } from '../../http/read-only-members.ts'
import { tableAnswer } from '../../http/plugins/table-files.ts'
import { exportQuery, headings, headingsForm, imported, importForm as formOf } from '../../http/sheet-imports.ts'
import { emails, line } from '../../http/texts.ts'
import { customerColumns } from '../../services/customers/customers.ts'

export { byId, deletion, envelopedBoolean, exportQuery, headings, headingsForm, imported }

export const exportFile = tableAnswer('The customers')

export const importForm = formOf(customerColumns, { 'Nombre de fantasía': null, Detalle: 'notes' })

const optional = (description: string, max: number, example: string) =>
  line({ max, mayBeEmpty: true }).meta({ description: `${description}; "" clears it.`, examples: [example] })

const columns = {
  taxNumber: z.string().min(1).max(40).meta({
    description: 'The RUT with its check digit, with or without dots; 55555555-5 of a foreigner without RUT.', examples: ['88888888-8']
  }),
  foreignId: optional('Passport or identity number (NumId) of a foreigner, whose `taxNumber` is 55555555-5', 20, 'AB123456'),
  nationality: optional("Code of a foreigner's country in the customs' table (Nacionalidad)", 3, '563'),
  businessName: line({ max: 100 }).meta({ description: 'Name (RznSocRecep).', examples: ['Ferretería El Roble Ltda.'] }),
  businessActivity: optional('Activity (GiroRecep)', 40, 'Venta de materiales de construcción'),
  address: optional('Address (DirRecep)', 70, 'Av. Matta 1290'),
  municipality: optional('Municipality (CmnaRecep)', 20, 'Santiago'),
  city: optional('City (CiudadRecep)', 20, 'Santiago'),
  email: emails({ max: 80 }).meta({
    description: 'Where documents are mailed to: one address, or several with ; or , between them; "" clears it.',
    examples: ['compras@roble.example']
  }),
  paymentMethod: z.int().min(0).max(3).meta({
    description: 'FmaPago; see Common/PaymentMethods. 0 clears it.', examples: [2]
  }),
  paymentDays: z.int().min(0).max(3650).meta({
    description: 'Days from the issue date to the due date (FchVenc). 0 clears it.', examples: [30]
  }),
  notes: z.string().trim().max(2000).meta({
    description: 'For yourselves: they are on no document; "" clears them.', examples: ['Recibe de 9 a 13 horas.']
  }),
  archived: z.boolean().meta({ description: 'Whether lists leave it out. Documents can still name it.', examples: [false] })
}

const { businessName, taxNumber, ...others } = columns
const known = (description: string, example: string | null) =>
  z.string().nullable().meta({ description, examples: [example] })

const whole = z.object({
  id: z.uuid().meta({ description: 'What a document names it by: `header.receiver.customerId`.' }),
  taxNumber: z.string().meta({ description: 'The RUT.', examples: ['88888888-8'] }),
  foreignId: known('Passport or identity number of a foreigner.', null),
  nationality: known("Code of a foreigner's country in the customs' table.", null),
  businessName: z.string().meta({ description: 'Name.', examples: ['Ferretería El Roble Ltda.'] }),
  businessActivity: known('Activity (giro).', 'Venta de materiales de construcción'),
  address: known('Address.', 'Av. Matta 1290'),
  municipality: known('Municipality (comuna).', 'Santiago'),
  city: known('City.', 'Santiago'),
  email: known('Where documents are mailed to.', 'compras@roble.example'),
  paymentMethod: z.int().nullable().meta({ description: 'FmaPago; see Common/PaymentMethods.', examples: [2] }),
  paymentDays: z.int().nullable().meta({ description: 'Days from the issue date to the due date.', examples: [30] }),
  notes: known('For yourselves.', 'Recibe de 9 a 13 horas.'),
  archived: z.boolean().meta({ description: 'Whether lists leave it out.', examples: [false] }),
  createdAt: timestamp,
  updatedAt: timestamp
}).meta({ id: 'Customer' })

export const page = envelopedPage('Customer', whole)
export const customer = enveloped('CustomerDetail', whole)

const date = z.string().meta({ examples: ['2026-11-30'] })
const amount = (example: number, description: string) => z.number().meta({ description, examples: [example] })

export const months = enveloped('CustomerMonths', z.object({
  startDate: date.meta({ description: 'First issue date.', examples: ['2025-12-01'] }),
  endDate: date.meta({ description: 'Last issue date.' }),
  isComplete: z.boolean().meta({
    description: 'Of a customer with more than 20,000 documents in this time, only the newest 20,000 are added up: `false`.',
    examples: [true]
  }),
  months: z.array(z.object({
    month: z.string().meta({ description: 'Of the issue dates.', examples: ['2026-11'] }),
    currency: z.string().meta({ description: 'As named by Chilean customs; amounts of several are not added.', examples: ['PESO CL'] }),
    documents: z.int().meta({ examples: [3] }),
    netAmount: amount(120_000, 'Net.'),
    exemptAmount: amount(0, 'Exempt.'),
    taxAmount: amount(22_800, 'VAT only.'),
    totalAmount: amount(142_800, 'Negative where credit notes prevail.')
  })).meta({ description: 'Months without documents are left out.' })
}).meta({ id: 'CustomerMonths' }))

export const listQuery = z.object({
  ...paging,
  search: z.string().trim().min(1).max(100).optional().describe(
    'The beginning of the RUT, or words of the name. Accents and capitals do not matter.'
  ),
  archived: queryBoolean().default(false).describe('`true`: the archived ones instead of those in use.')
})

const example = {
  taxNumber: '88888888-8', businessName: 'Ferretería El Roble Ltda.', businessActivity: 'Venta de materiales de construcción',
  address: 'Av. Matta 1290', municipality: 'Santiago', city: 'Santiago', email: 'compras@roble.example',
  paymentMethod: 2, paymentDays: 30
}

export const createBody = z.strictObject({ taxNumber, businessName, ...z.object(others).partial().shape })
  .meta({ examples: [example] })

export const updateBody = takingBack(
  z.strictObject({ id, ...z.object(columns).partial().shape }).meta({
    examples: [{ id: '0199f3a2-7c1e-7b60-9d52-4f1c2a9be007', paymentDays: 60 }]
  }), whole
)
