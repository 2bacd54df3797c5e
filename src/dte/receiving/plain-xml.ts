import { escapeText } from '../xml/canonical.ts'
import type { ReceivedElement } from '../xml/received.ts'

/** How a program writes quotes and apostrophes between tags. */
export type Quotes = Readonly<Record<'"' | "'", string>>

const literal: Quotes = { '"': '"', "'": "'" }

/** Programs differ on it, and a parser cannot tell. */
export const quoteStyles: readonly Quotes[] = [
  literal, { '"': '&quot;', "'": '&apos;' }, { '"': '&quot;', "'": "'" }, { '"': '"', "'": '&apos;' }
]

/**
 * An element without namespaces and without white space between its tags, as stamps are signed. `caf` is how quotes
 * stand inside CAF, which the SII wrote.
 */
export function plainXml (element: ReceivedElement, quotes: Quotes = literal, caf: Quotes = quotes): string {
  const style = element.name === 'CAF' ? caf : quotes
  const attributes = Array.from(element.attributes, ([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`)
  const content = element.children.length > 0
    ? element.children.map((child) => plainXml(child, style, caf)).join('')
    : escapeText(element.node.content).replace(/["']/g, (quote) => style[quote as keyof Quotes])
  return `<${element.name}${attributes.join('')}>${content}</${element.name}>`
}
