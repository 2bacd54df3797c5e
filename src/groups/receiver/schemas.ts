import { z } from 'zod'
import { enveloped } from '../../http/envelope.ts'

const known = (description: string, example: string) => z.string().nullable().meta({ description, examples: [example] })

export const findQuery = z.object({
  taxNumber: z.string().min(1).max(40).describe('The RUT with its check digit, with or without dots.').meta({ examples: ['88888888-8'] })
})

export const receiver = enveloped('Receiver', z.object({
  taxNumber: z.string().meta({ description: 'The RUT.', examples: ['88888888-8'] }),
  isElectronic: z.boolean().nullable().meta({
    description: 'Whether the SII\'s directory lists it as an electronic taxpayer; null if the installation has no directory.', examples: [true]
  }),
  exchangeMailbox: known('Where it takes documents of other companies, from the directory.', 'dte@roble.example'),
  directoryDate: known('The day of the directory.', '2026-11-01'),
  businessName: known('Name, of the latest document or of the directory.', 'Ferretería El Roble Ltda.'),
  businessActivity: known('Activity (giro).', 'Venta de materiales de construcción'),
  address: known('Address.', 'Av. Matta 1290'),
  municipality: known('Municipality (comuna).', 'Santiago'),
  city: known('City.', 'Santiago'),
  email: known('Email address in the latest document.', 'compras@roble.example'),
  contact: known('Whom to contact.', 'Marta Rojas'),
  internalCode: known('Your own code for the receiver.', 'C-104')
}).meta({ id: 'Receiver', description: 'What is known of a company; null for what is not known.' }))
