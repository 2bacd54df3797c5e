const references: Readonly<Record<string, string>> = {
  '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '\r': '&#13;'
}

/**
 * Escapes text for an element or a quoted attribute of HTML or XML; CR as well, which a parser would turn into LF. Tax
 * documents have an escape of their own (dte/xml/canonical.ts): canonical XML prescribes every byte of a signed text.
 */
export function escapeMarkup (text: string): string {
  return text.replace(/[&<>"'\r]/g, (character) => references[character] ?? character)
}
