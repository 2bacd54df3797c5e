import { z } from 'zod'
import { enveloped, envelopedBoolean, envelopedList, timestamp } from '../../http/envelope.ts'
import { taxAuthority } from '../../http/enumerations.ts'
import { deletion } from '../../http/ids.ts'
import { uploadForm } from '../../http/plugins/multipart.ts'
import { qrOnPdf } from '../../model/qr-on-pdf.ts'
import { takingBack } from '../../http/read-only-members.ts'
import { email } from '../../http/texts.ts'
import { said } from '../../shared/schema-problems.ts'

const resolution = z.strictObject({
  number: z.int().min(0).max(999_999).meta({ description: 'Resolution number (NroResol); 0 in certification.', examples: [0] }),
  date: z.iso.date().meta({ description: 'Resolution date (FchResol).', examples: ['2026-09-01'] })
}).meta({ id: 'Resolution', description: 'The SII resolution that authorises electronic invoicing.' })

const environment = z.enum(['certification', 'production'])

const lack = z.object({
  code: z.string().meta({ examples: ['CERTIFICATE_MISSING'] }),
  documentType: z.int().nullable().meta({
    description: 'The type whose documents need it; null if all do.', examples: [null]
  }),
  blocking: z.boolean().meta({ description: 'Whether documents cannot be issued or sent before it is done.' }),
  message: z.string().meta({ examples: ['There is no certificate. Upload one with Tenant/Certificate.'] })
})

const typeReadiness = z.object({
  documentType: z.int().meta({ examples: [33] }),
  typeName: z.string().meta({ examples: ['Factura Electrónica'] }),
  ready: z.boolean().meta({ description: 'Whether documents of the type can be issued and sent.', examples: [false] }),
  remaining: z.int().meta({ description: 'Folios left in active blocks.', examples: [872] }),
  daysLeft: z.int().nullable().meta({
    description:
      'Days until the active blocks are used up at the pace of the last week, or expire; null if neither is foreseeable.',
    examples: [47]
  })
})

const settings = z.object({
  id: z.uuid(),
  tenantCode: z.string().meta({ examples: ['andes'] }),
  taxNumber: z.string().meta({ examples: ['77777777-7'] }),
  businessName: z.string().meta({ examples: ['Comercial Andes SpA'] }),
  businessActivity: z.string().meta({ examples: ['Venta de artículos de montaña'] }),
  activityCodes: z.array(z.int()).meta({ examples: [[476_301]] }),
  address: z.string().nullable().meta({ examples: ['Avenida Providencia 1234'] }),
  municipality: z.string().nullable().meta({ examples: ['Providencia'] }),
  city: z.string().nullable().meta({ examples: ['Santiago'] }),
  branchName: z.string().nullable().meta({ examples: ['Casa matriz'] }),
  branchCode: z.string().nullable().meta({ examples: ['81234567'] }),
  phone: z.string().nullable().meta({ examples: ['+56 2 2345 6789'] }),
  email: z.string().nullable().meta({ examples: ['facturas@andes.example'] }),
  siiOffice: z.string().nullable().meta({ examples: ['SANTIAGO ORIENTE'] }),
  environment: z.string().meta({ examples: ['certification'] }),
  taxAuthority,
  taxAuthorityText: z.string().max(200).meta({ examples: ['Simulator'] }),
  certificationResolution: resolution.nullable(),
  productionResolution: resolution.nullable().meta({ examples: [null] }),
  refuseWhenNotReady: z.boolean().meta({ examples: [false] }),
  strictFormat: z.boolean().meta({ examples: [false] }),
  mailReceivers: z.boolean(),
  publicPages: z.boolean().meta({ examples: [false] }),
  qrOnPdf: qrOnPdf.meta({ examples: ['none'] }),
  keepIssued: z.boolean().meta({ examples: [false] }),
  foliosLowDays: z.int().meta({ examples: [7] }),
  foliosLowNumber: z.int().meta({ examples: [0] }),
  requireSecondFactor: z.boolean().meta({ examples: [false] }),
  certificateExpiresAt: timestamp.nullable(),
  readiness: z.object({
    ready: z.boolean().meta({
      description: 'Whether documents of at least one type can be issued and sent; `types` tells it of each.',
      examples: [false]
    }),
    missing: z.array(lack).meta({ description: 'Remaining steps.' }),
    types: z.array(typeReadiness).meta({
      description: 'Each type that you have folios of, or had documents of in the last 90 days.'
    })
  }),
  createdAt: timestamp,
  updatedAt: timestamp
}).meta({ id: 'TenantDto' })

export const tenant = enveloped('TenantDto', settings)

/** A text of the company on its documents, by its XML element. */
function optionalText (element: string, max: number, example: string) {
  return z.string().trim().max(max).meta({
    description: `${element}; "" clears it.`, examples: [example]
  })
}

/** Of another tenant they are refused: what is meant for that one must not change this one. */
const whose = {
  // No id as elsewhere: one of another tenant is refused with its path, as any wrong member.
  id: z.string().max(200).meta({
    description: 'As GetTenant answers it; it must be that of the tenant.',
    examples: ['0199f3a2-7c1e-7b60-9d52-4f1c2a9be005']
  }),
  tenantCode: z.string().max(200).meta({
    description: 'As GetTenant answers it; it must be that of the tenant.', examples: ['andes']
  })
}

export const updateBody = takingBack(z.strictObject({
  taxNumber: z.string().min(3).max(40).meta({
    description: 'RUTEmisor. Cannot change once the tenant has folios or documents.', examples: ['77777777-7']
  }),
  businessName: z.string().trim().min(1).max(100).meta({ description: 'RznSoc', examples: ['Comercial Andes SpA'] }),
  businessActivity: z.string().trim().max(80).meta({
    description: 'GiroEmis; "" clears it.', examples: ['Venta de artículos de montaña']
  }),
  activityCodes: z.array(z.int().min(1).max(999_999)).max(4).meta({
    description: 'Economic activity codes registered with the SII (Acteco).', examples: [[476_301]]
  }),
  address: optionalText('DirOrigen', 70, 'Avenida Providencia 1234'),
  municipality: optionalText('CmnaOrigen', 20, 'Providencia'),
  city: optionalText('CiudadOrigen', 20, 'Santiago'),
  branchName: optionalText('Sucursal', 20, 'Casa matriz'),
  branchCode: z.string().regex(
    /^(?:[1-9]\d{0,8})?$/, said({ en: 'must be a number of up to 9 digits', es: 'debe ser un número de hasta 9 dígitos' })
  ).meta({
    description: 'Branch code assigned by the SII (CdgSIISucur); "" clears it.', examples: ['81234567']
  }),
  phone: optionalText('Telefono', 20, '+56 2 2345 6789'),
  email: email({ max: 80, mayBeEmpty: true }).meta({
    description: 'CorreoEmisor; "" clears it.', examples: ['facturas@andes.example']
  }),
  siiOffice: optionalText('SII regional office printed below the folio', 60, 'SANTIAGO ORIENTE'),
  environment: environment.meta({ description: 'Cannot change once the tenant has folios or documents.' }),
  taxAuthority,
  certificationResolution: resolution,
  productionResolution: resolution,
  refuseWhenNotReady: z.boolean().meta({
    description: 'If folios or the certificate are missing, refuse the document (422) instead of leaving it Waiting.'
  }),
  strictFormat: z.boolean().meta({
    description: 'Refuse documents (422) also for obligations of the format that the SII does not check by itself, instead of issuing them with `notices`.'
  }),
  mailReceivers: z.boolean().meta({
    description:
      'Email each accepted document to its `receiver.email`: PDF, signed XML and, for documents exchanged between companies, the EnvioDTE envelope addressed to the receiver.'
  }),
  publicPages: z.boolean().meta({
    description: 'Let documents have a public page (Webhook/PublicLink), which mails to receivers then link to. If switched off, no link opens; switched on again, those that were not revoked open again.',
    examples: [false]
  }),
  qrOnPdf: qrOnPdf.meta({
    description: 'Print a QR code that opens the public page on tickets (80 and 58 mm) or on all PDFs, if `publicPages` is on. The PDF of a document in force makes its link; one that you revoked is not made again, and then there is no code.',
    examples: ['none']
  }),
  keepIssued: z.boolean().meta({
    description: 'Keep the receiver of each issued document as a customer, and each line with a code as a product, if it is not there yet. One that is there never changes.',
    examples: [false]
  }),
  foliosLowDays: z.int().min(0).max(365).meta({
    description: 'Warn administrators when the folios of a type last at most so many days; 0 does not look at days.',
    examples: [7]
  }),
  foliosLowNumber: z.int().min(0).max(1_000_000).meta({
    description: 'Warn administrators when at most so many folios of a type are left; 0 does not look at their number.',
    examples: [0]
  }),
  requireSecondFactor: z.boolean().meta({
    description:
      'Require a second factor of all users. Those without one can sign in, but only set one up (403 `SECOND_FACTOR_SETUP_REQUIRED`). To turn it off, a user with a second factor gives a code.'
  }),
  ...whose
}).partial(), settings)

const certificateShape = z.object({
  id: z.uuid(),
  holderTaxNumber: z.string().meta({ examples: ['12345678-5'] }),
  holderName: z.string().meta({ examples: ['Ana Rojas'] }),
  issuerName: z.string().meta({ examples: ['CA de prueba'] }),
  serialNumber: z.string().meta({ examples: ['5f3a91c07be24d18'] }),
  notBefore: timestamp,
  notAfter: timestamp.meta({ examples: ['2029-11-20T13:45:12.345Z'] }),
  uploadedAt: timestamp,
  daysLeft: z.int().meta({ description: 'Whole days until the certificate expires.', examples: [1096] })
})

export const certificate = enveloped('Certificate', certificateShape)

export const certificateFacts = enveloped('CertificateFacts', certificateShape.omit({ id: true, uploadedAt: true }))

export const certificateForm = uploadForm({
  fileMissing: 'CERTIFICATE_FILE_MISSING',
  fields: { Password: z.string().max(256).meta({ description: 'Password of the file.', examples: ['clave-del-archivo'] }) }
})

const key = z.object({
  id: z.uuid(),
  accessKey: z.string().meta({ examples: ['ak_test_Jx3vQ0c1dW8nT5yRk2LbHsZu'] }),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable().meta({ description: 'Precise to the minute; null if never used.' })
})

export const keys = envelopedList('TenantKey', key)

export const createdKey = enveloped(
  'CreatedTenantKey',
  key.omit({ lastUsedAt: true }).extend({
    secretKey: z.string().meta({
      description: 'Shown only once; Timbre stores only its hash.',
      examples: ['sk_7Qv2mB9xK4tR1nW8cZ5jH0pLdF3sY6uEgA2iO9bXwTk4fGh']
    })
  })
)

export { deletion, envelopedBoolean }

export const tenantKeysBody = z.strictObject({
  tenantCode: z.string().min(1).max(200).meta({ examples: ['andes'] }),
  accessKey: z.string().min(1).max(200).meta({ examples: ['ak_test_Jx3vQ0c1dW8nT5yRk2LbHsZu'] }),
  secretKey: z.string().min(1).max(200).meta({ examples: ['sk_7Qv2mB9xK4tR1nW8cZ5jH0pLdF3sY6uEgA2iO9bXwTk4fGh'] })
})
