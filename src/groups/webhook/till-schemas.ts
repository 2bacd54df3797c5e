import { z } from 'zod'
import { queryWords } from '../../http/paging.ts'
import { pdfFormats } from '../../services/ports.ts'
import { tillMembers } from '../../services/printing/till-copies.ts'

export const paper = z.enum(pdfFormats)

export const tillQuery = z.object({
  include: queryWords(tillMembers).optional().describe(
    'For tills: what the answer has beside the receipt, separated by commas: `ted`, `stamp`, `pdf`. A document that waits has none.'
  ),
  format: paper.optional().describe('Paper of the PDF in the answer. Default: 80mm for boletas, letter for all other types.')
})

/** What tills get beside a receipt. */
export const till = z.object({
  ted: z.string().nullable().optional().meta({
    description: 'The TED as XML text, exactly as signed; only with `include=ted`. Null if it could not be had: see `notIncluded`.',
    examples: ['<TED version="1.0"><DD>…</DD><FRMT algoritmo="SHA1withRSA">…</FRMT></TED>']
  }),
  stamp: z.string().nullable().optional().meta({
    description: 'The PDF417 of the TED as PNG in base64, without quiet zone, for a printer of 8 dots/mm: a pixel for a dot, 2 dots a module, 546 dots (68 mm) wide and at most 320 (40 mm) high; only with `include=stamp`.',
    examples: ['iVBORw0KGgo…']
  }),
  pdf: z.string().nullable().optional().meta({
    description: 'The PDF in base64, as GetPdf draws it; only with `include=pdf`.', examples: ['JVBERi0xLjcK…']
  }),
  notIncluded: z.array(z.object({
    member: z.enum(tillMembers).meta({ description: 'The member of the answer that is null.', examples: ['pdf'] }),
    errorCode: z.string().meta({ description: 'Why, as a code of the errors.', examples: ['PDF_UNAVAILABLE'] }),
    message: z.object({ en: z.string(), es: z.string() })
  })).optional().meta({
    description: 'What `include` asks for and could not be had, with the reason. The document is issued all the same; ask GetWebhook again.'
  })
})
