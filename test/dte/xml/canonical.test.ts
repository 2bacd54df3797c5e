import fc from 'fast-check'
import { XmlDocument } from 'libxml2-wasm'
import { describe, expect, it } from 'vitest'
import {
  canonicalReferences, element, escapeText, isLatin1, toLatin1, unescapeText
} from '../../../src/dte/xml/canonical.ts'
import { latin1Text } from '../../support/texts.ts'

// Line ends and tabs too: every character that the file may hold.
const anyText = fc.oneof(
  latin1Text(),
  fc.array(fc.constantFrom('\t', '\n', '\r', '\r\n', '\u0085', '\u00a0', 'x', '&', "'")).map((parts) => parts.join(''))
)

/** What libxml2 makes of a file in ISO-8859-1. */
function canonicalByLibxml2 (xml: string): string {
  const document = XmlDocument.fromBuffer(toLatin1(`<?xml version="1.0" encoding="ISO-8859-1"?>${xml}`))
  try {
    return document.canonicalizeToString()
  } finally {
    document.dispose()
  }
}

describe('canonical text', () => {
  it('escapes & < > and CR, but not quotes', () => {
    expect(escapeText('a & b < c > d " e \' f\r\ng\t')).toBe('a &amp; b &lt; c &gt; d " e \' f&#xD;\ng\t')
  })

  it('equals the canonical form of libxml2', () => {
    fc.assert(fc.property(anyText, (text) => {
      const xml = `<NmbItem>${escapeText(text)}</NmbItem>`

      expect(canonicalByLibxml2(xml)).toBe(xml)
    }), { numRuns: 2000 })
  })

  it('reads back as what was written', () => {
    fc.assert(fc.property(anyText, (text) => {
      expect(unescapeText(escapeText(text))).toBe(text)
    }), { numRuns: 2000 })
  })

  it('has no empty elements', () => {
    expect(element('Folio', 0) + element('RznSoc', '') + element('GiroEmis', undefined) + element('DirOrigen', 'A&B'))
      .toBe('<Folio>0</Folio><DirOrigen>A&amp;B</DirOrigen>')
  })
})

describe('canonicalReferences', () => {
  it('converts foreign references like libxml2', () => {
    const reference = fc.constantFrom(
      '&amp;', '&lt;', '&gt;', '&quot;', '&apos;', '&#209;', '&#xd1;', '&#38;', '&#x3C;', '&#13;', '&#xD;', '&#8217;',
      '&#x1F600;', '&#10;'
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(reference, latin1Text().map(escapeText))), (parts) => {
        const xml = `<CAF version="1.0"><RS>${parts.join('')}</RS></CAF>`

        expect(canonicalReferences(xml)).toBe(canonicalByLibxml2(xml))
      }), { numRuns: 2000 })
  })

  it('leaves canonical text unchanged', () => {
    fc.assert(fc.property(anyText.map(escapeText), (text) => {
      expect(canonicalReferences(text)).toBe(text)
    }))
  })
})

describe('toLatin1', () => {
  it('writes one byte for each character', () => {
    expect(toLatin1('<RznSoc>Ñandú ½ ÿ</RznSoc>').toString('latin1')).toBe('<RznSoc>Ñandú ½ ÿ</RznSoc>')
    expect(toLatin1('Ñ')).toEqual(Buffer.from([0xd1]))
  })

  it.each(['€', '’', '😀', '\u0000', '\u001f'])('refuses %j instead of losing it', (character) => {
    expect(isLatin1(character)).toBe(false)
    expect(() => toLatin1(`a${character}`)).toThrow(RangeError)
  })
})
