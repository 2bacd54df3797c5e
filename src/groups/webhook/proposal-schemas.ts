import { z } from 'zod'
import { envelopedList } from '../../http/envelope.ts'

export const proposalQuery = (description: string) =>
  z.object({ search: z.string().min(1).max(100).optional().describe(`${description} Accents and capitals do not matter.`) })

const known = (description: string, example: string) =>
  z.string().nullable().meta({ description, examples: [example] })

export const earlierReceivers = envelopedList('EarlierReceiver', z.object({
  taxNumber: z.string().meta({ description: 'The RUT.', examples: ['88888888-8'] }),
  businessName: known('Name.', 'Ferretería El Roble Ltda.'),
  businessActivity: known('Activity (giro).', 'Venta de materiales de construcción'),
  address: known('Address.', 'Av. Matta 1290'),
  municipality: known('Municipality (comuna).', 'Santiago'),
  city: known('City.', 'Santiago'),
  email: known('Email address.', 'compras@roble.example'),
  contact: known('Whom to contact.', 'Marta Rojas'),
  internalCode: known('Your own code for the receiver.', 'C-104')
}).meta({ id: 'EarlierReceiver', description: 'A receiver of earlier documents; null for what is not known.' }))

export const earlierItems = envelopedList('EarlierItem', z.object({
  itemCode: z.object({
    codeType: z.string().meta({ description: 'TpoCodigo.', examples: ['INT1'] }),
    codeValue: z.string().meta({ description: 'VlrCodigo.', examples: ['TAL-850'] })
  }).nullable().meta({
    description: 'The code and its kind.', examples: [{ codeType: 'INT1', codeValue: 'TAL-850' }]
  }),
  itemName: z.string().meta({ description: 'Name.', examples: ['Taladro percutor 850 W'] }),
  unitOfMeasure: known('Unit.', 'UN'),
  unitPrice: z.number().nullable().meta({ description: 'Price of a unit.', examples: [42_990] }),
  exempt: z.boolean().meta({ description: 'Whether the line was exempt from VAT.', examples: [false] }),
  linePrices: z.enum(['net', 'gross']).meta({
    description: 'Whether the price is without VAT, or with it, as in boletas.', examples: ['net']
  }),
  currency: z.string().meta({ description: 'Currency of the price, as named by Chilean customs.', examples: ['PESO CL'] })
}).meta({ id: 'EarlierItem', description: 'An item of earlier documents.' }))
