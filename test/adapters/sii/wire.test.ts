import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeAnswer, presentable } from '../../../src/adapters/sii/answer-text.ts'
import { baseAddress, serviceNamespace } from '../../../src/adapters/sii/endpoints.ts'
import { asTrackId, rutParts } from '../../../src/adapters/sii/identifiers.ts'
import { multipart } from '../../../src/adapters/sii/multipart.ts'
import { escapeMarkup } from '../../../src/shared/escape-markup.ts'
import { soapBody } from '../../../src/adapters/sii/soap.ts'
import { findAll, parseXml, textOf } from '../../../src/adapters/sii/xml-answer.ts'
import { readReceipt } from '../../../src/adapters/sii/receipt.ts'
import { defined } from '../../support/expecting.ts'
import { receipt } from './support/scripted-sii.ts'

/** The characters XML 1.0 allows, the awkward ones often. */
const xmlText = fc.string({
  unit: fc.oneof(
    fc.constantFrom('&', '<', '>', '"', "'", ']]>', '\r', '\n', '\t', 'ñ', '€', '𝄞', '&amp;'),
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 })
  )
})

describe('hosts', () => {
  const doors: [Parameters<typeof baseAddress>[0], Parameters<typeof baseAddress>[1], string][] = [
    [{ authority: 'sii', environment: 'certification' }, 'documents', 'https://maullin.sii.cl'],
    [{ authority: 'sii', environment: 'certification' }, 'boletas', 'https://apicert.sii.cl'],
    [{ authority: 'sii', environment: 'certification' }, 'boletaUploads', 'https://pangal.sii.cl'],
    [{ authority: 'sii', environment: 'production' }, 'documents', 'https://palena.sii.cl'],
    [{ authority: 'sii', environment: 'production' }, 'boletas', 'https://api.sii.cl'],
    [{ authority: 'sii', environment: 'production' }, 'boletaUploads', 'https://rahue.sii.cl'],
    [{ authority: 'simulator', environment: 'production' }, 'boletaUploads', 'http://127.0.0.1:4000/sii']
  ]
  it.each(doors)('%j %s → %s', (target, endpoint, expected) => {
    expect(baseAddress(target, endpoint, 'http://127.0.0.1:4000/sii/')).toBe(expected)
  })

  it("give a simulator only a configured address, and never the SII's", () => {
    expect(baseAddress({ authority: 'simulator', environment: 'production' }, 'documents', undefined)).toBeUndefined()
  })

  it('name services by their environment', () => {
    expect(serviceNamespace('production', '/DTEWS/QueryEstUp.jws')).toBe('https://palena.sii.cl/DTEWS/QueryEstUp.jws')
  })
})

describe('a multipart body', () => {
  const form = fc.record({
    fields: fc.array(
      fc.tuple(fc.constantFrom('rutSender', 'dvSender', 'rutCompany', 'dvCompany'), fc.stringMatching(/^[0-9K]{1,8}$/)),
      { maxLength: 6 }
    ),
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 2000 }),
      fc.array(fc.constantFrom('\r\n', '--', 'Timbre', '\r\n--Timbre', 'x')).map((parts) =>
        new TextEncoder().encode(parts.join(''))
      )
    )
  })

  it('parses into the same fields and bytes for any file', () => {
    fc.assert(fc.property(form, ({ fields, bytes }) => {
      const { contentType, body } = multipart({
        fields, file: { field: 'archivo', name: 'a.xml', contentType: 'text/xml', bytes: Buffer.from(bytes) }
      })

      const parts = takeApart(body, contentType.replace('multipart/form-data; boundary=', ''))

      expect(parts.slice(0, -1)).toEqual(
        fields.map(([name, value]) => ({
          head: `Content-Disposition: form-data; name="${name}"`, content: Buffer.from(value)
        }))
      )
      expect(parts.at(-1)).toEqual({
        head: 'Content-Disposition: form-data; name="archivo"; filename="a.xml"\r\nContent-Type: text/xml',
        content: Buffer.from(bytes)
      })
    }))
  })

  it('escapes file names in its headers', () => {
    const { body } = multipart({
      fields: [],
      file: { field: 'archivo', name: 'a"\r\nX: y/../ñ.xml', contentType: 'text/xml', bytes: Buffer.alloc(0) }
    })

    expect(body.toString()).toContain('filename="a___X__y_..__.xml"')
  })

  function takeApart (body: Buffer, boundary: string) {
    const separator = `--${boundary}`
    const pieces: Buffer[] = []
    for (let at = 0; ;) {
      const next = body.indexOf(separator, at)
      if (next === -1) {
        expect(body.subarray(at).toString()).toBe('--\r\n')
        return pieces.slice(1).map(readPart)
      }
      pieces.push(body.subarray(at, next))
      at = next + separator.length
    }
  }

  function readPart (piece: Buffer) {
    expect(piece.subarray(0, 2).toString()).toBe('\r\n')
    expect(piece.subarray(-2).toString()).toBe('\r\n')
    const blank = piece.indexOf('\r\n\r\n')
    return { head: piece.subarray(2, blank).toString(), content: piece.subarray(blank + 4, -2) }
  }
})

describe('a SOAP body', () => {
  it('preserves each parameter, whatever its text', () => {
    fc.assert(fc.property(fc.array(xmlText, { minLength: 1, maxLength: 4 }), (values) => {
      const body = soapBody({
        namespace: 'urn:x', name: 'ask', parameters: values.map((value) => ['part', value] as const)
      })

      const root = defined(parseXml(body.toString()))

      expect(findAll(root, 'part').map(({ text }) => text)).toEqual(values.map((value) => value.trim()))
    }))
  })

  it('escapes what would end an element or an attribute', () => {
    expect(escapeMarkup('a<b>&"c"\r\n')).toBe('a&lt;b&gt;&amp;&quot;c&quot;&#13;\n')
  })
})

describe('an XML answer', () => {
  it('never throws for any content', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.string().map((text) => `<a>${text}</a>`)), (text) => {
      expect(() => parseXml(text)).not.toThrow()
    }))
  })

  it('is unknown when a receipt is cut at any place', () => {
    const whole = receipt(0, '<TRACKID>0245678901</TRACKID>')

    const outcomes = Array.from(whole, (_, length) => readReceipt(200, whole.slice(0, length)).result.kind)

    expect(new Set(outcomes)).toEqual(new Set(['unknown']))
    expect(readReceipt(200, whole).result.kind).toBe('received')
  })

  it('refuses entities before parsing', () => {
    expect(parseXml('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')).toBeUndefined()
    expect(parseXml('<a><![CDATA[<!doctype html>]]></a>')).toBeUndefined()
  })

  it('is not read when it has more tags than any answer needs', () => {
    expect(parseXml(`<a>${'<b/>'.repeat(30_000)}</a>`)?.children).toHaveLength(30_000)
    expect(parseXml(`<a>${'<b/>'.repeat(50_000)}</a>`)).toBeUndefined()
  })

  it('refuses UTF-16 with another label', () => {
    expect(parseXml(Buffer.from('<?xml version="1.0"?><a>1</a>', 'utf16le').toString())).toBeUndefined()
  })

  it('drops comments and joins text with CDATA', () => {
    expect(textOf(defined(parseXml('<a><b>1<!-- no --><![CDATA[2]]>3</b></a>')), 'b')).toBe('123')
  })
})

describe('the text of an answer', () => {
  const texts: [string, Buffer, string | undefined, string][] = [
    ['UTF-8 by its header', Buffer.from('peña'), 'text/xml; charset=utf-8', 'peña'],
    ['UTF-8 by default', Buffer.from('peña'), undefined, 'peña'],
    ['Latin-1 by its header', Buffer.from('peña', 'latin1'), 'text/xml;charset=ISO-8859-1', 'peña'],
    [
      'Latin-1 by its declaration', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?>peÃ±a', 'latin1'),
      'text/xml', '<?xml version="1.0" encoding="ISO-8859-1"?>peÃ±a'
    ],
    ['Latin-1 under a wrong label', Buffer.from('peña', 'latin1'), 'text/xml; charset="UTF-8"', 'peña'],
    ['UTF-8 behind a mark', Buffer.from('\uFEFF<a/>'), 'text/xml', '<a/>']
  ]
  it.each(texts)('%s', (_, content, contentType, expected) => {
    expect(decodeAnswer(content, contentType)).toBe(expected)
  })
})

describe('text to be stored', () => {
  it('is one bounded line that any database accepts, for any content', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '\0', '𝄞', '\ud800', 'ñ'), maxLength: 3000, size: 'max' }),
        (text) => {
          const words = presentable(text)

          expect(words.length).toBeLessThanOrEqual(500)
          expect(words).not.toMatch(/\p{Cc}/u)
          expect(Buffer.from(words).toString()).toBe(words)
        }))
  })

  it('keeps what is readable', () => {
    expect(presentable(' Giro\u0000 no\r\n válido \ud800 ')).toBe('Giro no válido \ufffd')
  })
})

describe('identifiers', () => {
  it('split a RUT into number and check digit', () => {
    expect(rutParts('7654321-K')).toEqual({ number: '7654321', checkDigit: 'K' })
  })

  it('recognise a track id', () => {
    expect(['0245678901', '253772832', '123456789012345'].map(asTrackId)).toEqual([
      '0245678901', '253772832', '123456789012345'
    ])
    expect(
      ['', '0', '0000000000', '12a', '-1', '1.5', ' 1', '123456789012345678901', undefined].map(asTrackId).filter(
        Boolean
      )
    ).toEqual([])
  })
})
