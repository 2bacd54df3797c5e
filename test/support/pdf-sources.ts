/** Typst sources of templates: a good one, and what can be taken away from it. */

/** A whole page with everything that the law wants; `{{…}}` parts can be replaced. */
export const goodSource = `#import "/dte.typ": *
#import "/factura.typ": details-table, discounts-section, references-section, totals
#set text(font: "Inter", size: 8.5pt, fill: ink)

#let copy(cedible: false) = page(paper: "us-letter", margin: 20mm, background: watermark(), {
  grid(columns: (1fr, auto), gutter: 14pt, { logo(); text(14pt, weight: 700, fill: accent, foldable(doc.sender.businessName)) }, sii-box())
  v(8pt)
  [Emitida el #long-date(doc.issueDate) a #foldable(doc.receiver.at("businessName", default: "quien la reciba"))]
  details-table()
  discounts-section()
  references-section()
  align(right, totals())
  v(8pt)
  stamp()
  if cedible { receipt(); align(right, doc.cedibleLegend) }
})

#copy()
#if job.cedible { copy(cedible: true) }
`

/** The same with one thing replaced that is there for certain. */
export function sourceWith (there: string, instead: string): string {
  if (!goodSource.includes(there)) throw new Error(`not in the source: ${there}`)
  return goodSource.replaceAll(there, instead)
}

/** A white square of one pixel. */
export const pixelPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

export function svg (inside = '<circle cx="30" cy="30" r="28" fill="#0b6e4f"/>'): string {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 60">${inside}</svg>`).toString('base64')
}
