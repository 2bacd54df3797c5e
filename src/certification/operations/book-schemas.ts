import { z } from 'zod'
import { enveloped } from '../../http/envelope.ts'
import { kind } from './kind.ts'

export const issueBookBody = z.strictObject({
  kind,
  name: z.string().max(80).meta({ description: 'The book, as Progress names it.', examples: ['LIBRO DE VENTAS'] }),
  notificationNumber: z.int().min(1).max(9_999_999_999).nullish().meta({
    description: 'FolioNotificacion. Leave it out: the attention number of the set is right, unless the SII answered LNC.',
    examples: [null]
  })
})

export const issuedBook = enveloped('IssuedBook', z.object({
  name: z.string().meta({ description: 'As the SII\'s pages name it.', examples: ['LIBRO DE VENTAS'] }),
  attempt: z.int().meta({ description: 'Number of the attempt, from 1.', examples: [1] }),
  issued: z.boolean().meta({ description: 'False for a dry run.', examples: [true] }),
  period: z.string().meta({ description: 'Its month, YYYY-MM.', examples: ['2026-11'] }),
  entries: z.int().meta({ description: 'Documents or folios that it lists.', examples: [8] }),
  fileName: z.string().meta({ description: 'As it is uploaded.', examples: ['LIBRO_DE_VENTAS_2026-11.xml'] }),
  xml: z.string().meta({
    description: 'The signed file. It is uploaded in ISO-8859-1.', examples: ['<?xml version="1.0" encoding="ISO-8859-1"?> …']
  })
}).meta({ id: 'IssuedBook' }))

export const declaration = enveloped('CertificationDeclaration', z.object({
  rows: z.array(z.object({
    kind,
    page: z.object({
      name: z.string().meta({ examples: ['Declarar avance'] }),
      address: z.string().meta({ examples: ['https://maullin.sii.cl/cvc_cgi/dte/pe_avance1'] })
    }).meta({ description: 'Where to declare it.' }),
    name: z.string().meta({ description: 'As the page names it.', examples: ['SET BASICO'] }),
    attentionNumber: z.int().nullable().meta({
      description: 'Attention number; null where the page asks for none.', examples: [5038170]
    }),
    trackId: z.string().meta({ description: 'Without zeros before it.', examples: ['258973214'] }),
    day: z.string().meta({ description: 'When it was sent, DD-MM-YYYY.', examples: ['20-11-2026'] })
  }).meta({ id: 'DeclarationRow' })).meta({ description: 'Envelopes that the SII accepted and that are not declared yet.' }),
  lines: z.string().meta({
    description: 'The rows as lines to copy, with tabs.', examples: ['SET BASICO\t5038170\t258973214\t20-11-2026\n']
  })
}).meta({ id: 'CertificationDeclaration' }))
