import type { Sentence } from '../../shared/errors.ts'
import { hasUnseenCharacters } from '../../shared/names.ts'

const longestMessage = 300

const unreadable: Sentence = {
  en: 'this file cannot be read from a template', es: 'este archivo no se puede leer desde una plantilla'
}
const general: Sentence = { en: 'the template cannot be compiled here', es: 'la plantilla no se puede compilar aquí' }

/** Messages that speak of the compiler's machine or come from its libraries, reworded for the author of a template. */
const rewordings: [RegExp, (...parts: string[]) => Sentence][] = [
  [/^file not found \(searched at (\S+?)\)/, (path) => ({
    en: `there is no file ${path} for a template; it can read /data.json, /stamp.png and its logo`,
    es: `no existe el archivo ${path} para una plantilla; puede leer /data.json, /stamp.png y su logo`
  })],
  [/^(?:file not found|failed to load file)/, () => unreadable],
  [
    /^(?:failed to download package|package not found|failed to load package|failed to decompress package|package )/,
    () => ({
      en: 'packages cannot be imported; import "/dte.typ", "/factura.typ" and "/boleta.typ"',
      es: 'no se pueden importar paquetes; importe "/dte.typ", "/factura.typ" y "/boleta.typ"'
    })
  ],
  [
    /WebAssembly|^plugin /i,
    () => ({
      en: 'this is not a plugin that can be run', es: 'esto no es un complemento (plugin) que se pueda ejecutar'
    })
  ],
  [
    /^failed to (?:decode image|load image|parse SVG)|^the PDF could not be loaded|^unknown image format/,
    () => ({
      en: 'the image is damaged or of a type that cannot be drawn',
      es: 'la imagen está dañada o es de un tipo que no se puede dibujar'
    })
  ],
  [
    /^failed to parse (JSON|TOML|YAML|XML|CSV|CBOR|BibLaTeX)\b/,
    (format) => ({ en: `the data is not valid ${format}`, es: `los datos no son ${format} válido` })
  ],
  [
    /^failed to (?:parse|decode|read|load)/,
    () => ({ en: 'the data cannot be read', es: 'los datos no se pueden leer' })
  ],
  [
    /^regex parse error/, () => ({ en: 'the regular expression is not valid', es: 'la expresión regular no es válida' })
  ],
  [
    /^maximum (?:function call|show rule|layout|grouping) depth exceeded/,
    () => ({
      en: 'calls itself, or nests, too deeply', es: 'se llama a sí misma, o se anida, con demasiada profundidad'
    })
  ],
  [/^PDF\/A-2b error: the text `"(.+?)"` could not be displayed/u, (text) => ({
    en: `the fonts cannot show ${visible(unquoted(text))}`,
    es: `las fuentes no pueden mostrar ${visible(unquoted(text))}`
  })],
  [
    /^PDF\/A-2b error: document contains an attached file/,
    () => ({ en: 'files cannot be attached to the PDF', es: 'no se pueden adjuntar archivos al PDF' })
  ],
  [
    /^PDF\/A/,
    () => ({
      en: 'the drawing has something that a PDF/A file cannot hold',
      es: 'el dibujo tiene algo que un archivo PDF/A no admite'
    })
  ]
]

// The template's author wrote the text of these messages.
const authors = /^(?:panicked with|assertion failed|equality assertion failed|inequality assertion failed)/
// Data structures, paths, memory addresses and namespaces of the program, and URLs.
const internal =
  /[A-Z]\w+(?:\(| ?\{)|\w::\w|\b0x[0-9a-f]|\w+:\/\/|\/(?:home|root|usr|tmp|var|opt|nonexistent|proc)\b|\.rs\b|\bspan\b|\bfile id\b|--\w/i

/**
 * A compiler message for the author of a template: reworded if it is known, unchanged if it is plain, and a general
 * sentence otherwise.
 */
export function plainSentence (message: string): Sentence {
  const text = message.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  if (authors.test(text)) return same(text)
  for (const [pattern, reword] of rewordings) {
    const match = pattern.exec(text)
    if (match) return bounded(reword(...match.slice(1).map((part: string | undefined) => part ?? '')))
  }
  const withoutHints = text.replace(/, hints: .*$/, '')
  return withoutHints === '' || internal.test(withoutHints) ? general : same(withoutHints)
}

function same (text: string): Sentence {
  return bounded({ en: text, es: text })
}

function bounded ({ en, es }: Sentence): Sentence {
  return { en: en.slice(0, longestMessage), es: es.slice(0, longestMessage) }
}

/** Adds the code point, because a character that the fonts lack may be invisible elsewhere too. */
function visible (text: string): string {
  const number = `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return hasUnseenCharacters(text) ? number : `"${text}" (${number})`
}

/** The text of a Rust string literal. */
export function unquoted (literal: string): string {
  return literal.replace(/\\u\{([0-9a-f]{1,6})\}|\\(.)/gi, (_, hex: string | undefined, character: string) =>
    hex === undefined ? escapes[character] ?? character : String.fromCodePoint(Math.min(parseInt(hex, 16), 0x10ffff)))
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', 0: '\0' }
