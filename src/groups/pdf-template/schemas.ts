import { z } from 'zod'
import { enveloped, envelopedBoolean, envelopedList, fileAnswer, timestamp } from '../../http/envelope.ts'
import { byId, deletion, id } from '../../http/ids.ts'
import { takingBack } from '../../http/read-only-members.ts'
import { line, name as nameOf } from '../../http/texts.ts'
import { pdfFormats } from '../../services/ports.ts'
import { said } from '../../shared/schema-problems.ts'

export { byId, deletion, envelopedBoolean }

const exampleSource = `#import "/dte.typ": *
#import "/factura.typ": details-table, totals
#set text(font: "Inter", size: 9pt, fill: ink)
#set page(paper: "us-letter", margin: 20mm, background: watermark())
#grid(columns: (1fr, auto), text(14pt, fill: accent, doc.sender.businessName), sii-box())
#details-table()
#align(right, totals())
#stamp()
#if job.cedible { pagebreak(); sii-box(); details-table(); totals(); stamp(); receipt(); doc.cedibleLegend }
`

// A square of one pixel.
const exampleLogo = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const exampleChoices = {
  accentColor: '#0b6e4f', logo: exampleLogo, footer: 'Cambios con boleta hasta 30 días después de la compra.'
}

const mostSourceBytes = 64 * 1024
const mostLogoCharacters = 360_000

/**
 * A source whose every other byte is escaped or half of a character written as \uXXXX, the logo with its slashes
 * escaped, and the rest.
 */
export const templateBodyLimit = 640 * 1024

const name = nameOf({ max: 100 }).meta({
  description: 'Unique within the tenant, ignoring case and spacing.', examples: ['Factura azul']
})

const kind = z.enum(['settings', 'code']).meta({
  description:
    '`settings`: the built-in design with your settings. `code`: your own Typst source, using the same building blocks.',
  examples: ['settings']
})

const format = z.enum(pdfFormats).meta({ description: 'Paper: a letter sheet, or a roll 80 or 58 mm wide.', examples: ['letter'] })

const documentType = z.literal([33, 34, 39, 41, 43, 46, 52, 56, 61, 110, 111, 112])

const documentTypes = z.array(documentType).max(12)
  .meta({ description: 'Document types it applies to; [] for all.', examples: [[33, 34]] })

const isDefault = z.boolean().meta({
  description:
    'Used for documents of these types in this format. A default for a specific type takes precedence over one for all types.'
})

const accentColor = z.string().regex(
  /^#[0-9a-fA-F]{6}$/, said({ en: 'must be a colour such as #1f3a5f', es: 'debe ser un color como #1f3a5f' })
).meta({ description: 'Color of headings, names and the total.', examples: ['#0b6e4f'] })
const logo = z.string().max(mostLogoCharacters).meta({
  description: 'Base64-encoded PNG, JPEG or SVG of at most 256 KiB; "" for none.', examples: [exampleLogo]
})
const footer = line({ max: 240, mayBeEmpty: true }).meta({
  description: 'One or two lines at the foot of each page; "" for none.',
  examples: ['Cambios con boleta hasta 30 días después de la compra.']
})
const showPayment = z.boolean().meta({ description: 'Print the payment terms and means of payment.' })
const columns = z.strictObject({ itemCode: z.boolean(), unitOfMeasure: z.boolean(), discount: z.boolean() })
const columnsNote = { description: 'Detail columns to print, if any line has a value in them.' }

const settingsInput = z.strictObject({
  accentColor, logo, footer, columns: columns.partial().meta(columnsNote), showPayment
}).partial()
  .meta({ id: 'PdfTemplateChoices', description: 'Design settings. Code templates can read them too.' })

const source = z.string().min(1).refine(
  (text) => Buffer.byteLength(text) <= mostSourceBytes,
  said({ en: 'must have at most 64 KiB', es: 'debe tener a lo más 64 KiB' })
)
  .meta({ description: 'Typst source; code templates only. See docs/pdf-templates.md.', examples: [exampleSource] })

const summary = {
  id: z.uuid(),
  name: z.string().meta({ examples: ['Factura azul'] }),
  kind,
  documentTypes: z.array(z.int()).nullable().meta({
    description: 'Document types it applies to; null for all.', examples: [[33, 34]]
  }),
  format,
  isDefault,
  createdAt: timestamp,
  updatedAt: timestamp
}

const settings = z.object({
  accentColor: z.string().meta({ examples: ['#0b6e4f'] }),
  logo: z.string().nullable().meta({ description: 'Base64-encoded image.', examples: [exampleLogo] }),
  footer: z.string().nullable().meta({ examples: ['Cambios con boleta hasta 30 días después de la compra.'] }),
  columns: z.object({ itemCode: z.boolean(), unitOfMeasure: z.boolean(), discount: z.boolean() }).meta(columnsNote),
  showPayment: z.boolean()
}).meta({ id: 'PdfTemplateSettings' })

export const list = envelopedList('PdfTemplateSummary', z.object(summary).meta({ id: 'PdfTemplateSummary' }))

const whole = z.object({
  ...summary,
  settings,
  source: z.string().nullable().meta({ description: 'Typst source; null unless the kind is `code`.', examples: [null] })
}).meta({ id: 'PdfTemplate' })

export const template = enveloped('PdfTemplate', whole)

export const createBody = z.strictObject({
  name,
  kind,
  documentTypes: documentTypes.default([]),
  format: format.default('letter'),
  isDefault: isDefault.default(false),
  settings: settingsInput.default({}),
  source: source.optional()
}).meta({
  examples: [{
    name: 'Factura verde', kind: 'settings', documentTypes: [33, 34], format: 'letter', isDefault: true,
    settings: exampleChoices
  }]
})

export const updateBody = takingBack(z.strictObject({
  id,
  name: name.optional(),
  kind: kind.optional().meta({ description: 'As Get answers it; another one is refused.', examples: ['settings'] }),
  documentTypes: documentTypes.optional(),
  format: format.optional(),
  isDefault: isDefault.optional(),
  settings: settingsInput.optional(),
  source: source.optional()
}).meta({ examples: [{ id: '0199f3a2-7c1e-7b60-9d52-4f1c2a9be004', isDefault: true, settings: exampleChoices }] }), whole)

export const previewBody = z.strictObject({
  kind,
  format: format.default('letter'),
  settings: settingsInput.default({}),
  source: source.optional(),
  cedible: z.boolean().default(false).meta({ description: 'Add the CEDIBLE copy, if the type has one.' }),
  correlationId: id.optional().meta({ description: 'One of your documents to render instead of a sample.' }),
  documentType: documentType.optional()
    .meta({ description: 'Document type of the sample. Default: 33, or 39 for paper of 80 and 58 mm.', examples: [33] }),
  sample: z.enum(['ordinary', 'bare', 'full', 'long']).default('ordinary')
    .meta({
      description: '`bare` has only mandatory fields, `full` has every text at its maximum length, `long` has sixty lines.',
      examples: ['ordinary']
    })
}).meta({ examples: [{ kind: 'settings', documentType: 33, sample: 'full', settings: exampleChoices }] })

export const previewFile = fileAnswer('The drawing', ['application/pdf'])
