import type { RequestOf, ResultOf } from '../../../clients/typescript/client.ts'
import type { PdfFormat } from '../shared/pdf-frame.tsx'

export type Template = ResultOf<'/api/PdfTemplate/Get', 'get'>
type Created = RequestOf<'/api/PdfTemplate/Create', 'post'>['body']
type DocumentTypes = Exclude<Created, Blob> extends { documentTypes?: infer Types } ? NonNullable<Types> : never

/** The form of a template; of a new one, `id` is missing. */
export interface Draft {
  id?: string
  kind: 'settings' | 'code'
  name: string
  documentTypes: string[]
  format: PdfFormat
  isDefault: boolean
  accentColor: string
  /** Base64; empty without a logo. */
  logo: string
  footer: string
  itemCode: boolean
  unitOfMeasure: boolean
  discount: boolean
  showPayment: boolean
  source: string
}

const firstSource = `#import "/dte.typ": *
#import "/factura.typ": body, closing, parties

#set document(title: title, date: issue-date)
#set text(font: "Inter", size: 8.5pt, lang: "es", fill: ink, features: (calt: 0))

#let copy(cedible: false) = page(paper: "us-letter", margin: 18mm, background: watermark(), {
  grid(columns: (1fr, auto), gutter: 14pt,
    { logo(width: 7cm); text(14pt, weight: 700, fill: accent, foldable(doc.sender.businessName)) },
    sii-box())
  v(8pt)
  parties()
  body()
  v(1fr)
  closing(cedible)
})

#copy()
#if job.cedible { copy(cedible: true) }
`

export function newDraft (kind: Draft['kind'], name: string): Draft {
  return {
    kind, name, documentTypes: [], format: 'letter', isDefault: true, accentColor: '#1f3a5f', logo: '', footer: '',
    itemCode: true, unitOfMeasure: true, discount: true, showPayment: true, source: kind === 'code' ? firstSource : ''
  }
}

export function draftOf ({ settings, documentTypes, source, ...template }: Template): Draft {
  return {
    id: template.id, kind: template.kind, name: template.name, format: template.format, isDefault: template.isDefault,
    documentTypes: (documentTypes ?? []).map(String), accentColor: settings.accentColor, logo: settings.logo ?? '',
    footer: settings.footer ?? '', ...settings.columns, showPayment: settings.showPayment, source: source ?? ''
  }
}

/** What Create and Update take. */
export function bodyOf ({ name, kind, documentTypes, format, isDefault, source, ...draft }: Draft) {
  return {
    name: name.trim(), kind, documentTypes: documentTypes.map(Number) as DocumentTypes, format, isDefault, settings: settingsOf(draft),
    ...(kind === 'code' ? { source } : {})
  }
}

export function settingsOf (
  { accentColor, logo, footer, itemCode, unitOfMeasure, discount, showPayment }: Omit<Draft, 'name' | 'kind' | 'documentTypes' | 'format' | 'isDefault' | 'source'>
) {
  return { accentColor, logo, footer, columns: { itemCode, unitOfMeasure, discount }, showPayment }
}

/** WCAG's contrast of a colour with white, from 1 to 21. Undefined for what is no colour. */
export function contrastOnWhite (colour: string): number | undefined {
  const [, ...parts] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour) ?? []
  if (parts.length !== 3) return undefined
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = parseInt(part, 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

/** `source:12:5: message`, as the server names a place in the source. */
export function placesIn (errors: readonly string[]): Array<{ line: number, column: number, message: string }> {
  return errors.flatMap((error) => {
    const [, line, column, message] = /^source:(\d+):(\d+): (.*)$/s.exec(error) ?? []
    return line && column && message ? [{ line: Number(line), column: Number(column), message }] : []
  })
}
