import { z } from 'zod'
import { enveloped, fileAnswer } from '../../http/envelope.ts'
import { queryInteger } from '../../http/paging.ts'
import { uploadForm } from '../../http/plugins/multipart.ts'
import { lacks } from './schemas.ts'

// The SII's file has two documents: some 10 kB.
export const exchangeForm = uploadForm({
  fileMissing: 'EXCHANGE_FILE_MISSING', maxFileBytes: 1024 * 1024,
  fields: {
    Number: queryInteger({ min: 1, max: 9_999_999_999 }).meta({
      description: 'The number in the name of the file: 1234567 of ENVIO_DTE_1234567.xml.', examples: [1234567]
    })
  }
})

export const exchangeFile = fileAnswer(
  'A .zip with RECEPCION_ENVIO_n.xml, ENVIO_RECIBOS_n.xml and RESULTADO_DTE_n.xml.', ['application/zip']
)

export const samplesFile = fileAnswer('A .zip with a PDF for each copy, and MANIFIESTO.csv.', ['application/zip'])

export const goLiveBody = z.strictObject({
  tenantCode: z.string().min(1).max(40).meta({ description: 'The tenant in production.', examples: ['andes'] })
})

export const productionSetup = enveloped('GoneLive', z.object({
  tenantCode: z.string().meta({ description: 'The tenant in production.', examples: ['andes'] }),
  copied: z.object({
    settings: z.array(z.string()).meta({
      description: 'Members of Tenant/Update that were empty there.', examples: [['address', 'municipality']]
    }),
    templates: z.array(z.string()).meta({
      description: 'Names of the templates that were not there.', examples: [['Facturas con logo']]
    })
  }).meta({ description: 'What was taken over.' }),
  ready: z.boolean().meta({ description: 'Whether the tenant can issue in production.', examples: [false] }),
  missing: lacks('the tenant in production'),
  steps: z.array(z.object({
    page: z.object({
      name: z.string().meta({ examples: ['Solicitud de timbraje electrónico'] }),
      address: z.string().meta({ examples: ['https://palena.sii.cl/cvc_cgi/dte/of_solicita_folios'] })
    }),
    message: z.string().meta({ examples: ['Request folios of each type and upload the files with Folio/Upload.'] })
  }).meta({ id: 'ProductionStep' })).meta({ description: 'What a person does on the SII\'s pages of production.' })
}).meta({ id: 'GoneLive' }))
