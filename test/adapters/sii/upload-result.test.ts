import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readUploadResult } from '../../../src/adapters/sii/upload-result.ts'
import { readBookResult } from '../../../src/adapters/sii/book-result.ts'
import { bookResultText, envelopeResultText, uploadResultXml } from '../../support/upload-result.ts'

const read = (text: string) => readUploadResult(Buffer.from(text, 'latin1'))

describe('the result of an envelope that the SII mails', () => {
  it('is read completely', () => {
    const text = uploadResultXml({
      issuer: '88888888-8',
      trackId: '0001234567',
      subtotals: [{ type: 33, informed: 3, rejected: 1, objected: 1, accepted: 1 }],
      documents: [
        {
          folio: 7, type: 33, state: 'RCH - DTE Rechazado',
          details: ['(REF-3-750) DTE Referenciado no ha sido recibido', 'REF L[2]-3-758 Falta código']
        },
        { folio: 8, type: 33, state: 'DTE Aceptado con Reparos Leves', details: ['sin código alguno'] }
      ]
    })

    expect(read(text)).toEqual({
      issuerTaxNumber: '88888888-8',
      trackId: '1234567',
      state: 'EPR',
      subtotals: [{ documentType: 33, informed: 3, accepted: 1, rejected: 1, objected: 1 }],
      documents: [
        {
          documentType: 33,
          folio: 7,
          state: 'RCH',
          reasons: [
            { code: 'REF-3-750', description: '(REF-3-750) DTE Referenciado no ha sido recibido' },
            { code: 'REF L[2]-3-758', description: 'REF L[2]-3-758 Falta código' }
          ]
        },
        { documentType: 33, folio: 8, state: 'RLV', reasons: [{ code: 'RLV', description: 'sin código alguno' }] }
      ],
      reasons: []
    })
  })

  it('says what is wrong with an envelope that was refused as a whole', () => {
    const text = uploadResultXml({
      issuer: '88888888-8', trackId: '5', state: 'RCT - Rechazado por Error en Caratula',
      errors: ['(CRT-3-19) Fecha/Numero Resolucion Invalido']
    })

    expect(read(text)).toMatchObject({ state: 'RCT', reasons: [{ code: 'CRT-3-19' }], documents: [] })
  })

  it.each([
    ['nothing', ''],
    ['no XML', 'hello'],
    ['another file of the SII', '<RECEPCIONDTE><STATUS>0</STATUS></RECEPCIONDTE>'],
    ['no track id', uploadResultXml({ issuer: '88888888-8', trackId: '' })],
    ['a track id in letters', uploadResultXml({ issuer: '88888888-8', trackId: 'x1' })],
    [
      'a folio in letters',
      uploadResultXml({
        issuer: '88888888-8', trackId: '1', documents: [{ folio: 'x' as never, type: 33, state: 'RCH', details: [] }]
      })
    ],
    [
      'a DOCTYPE',
      `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${
        uploadResultXml({ issuer: '88888888-8', trackId: '1' }).replace(/<\?xml.*\?>/, '')
      }`
    ],
    ['nesting without end', `<RESULTADO_ENVIO>${'<a>'.repeat(15_000)}${'</a>'.repeat(15_000)}</RESULTADO_ENVIO>`]
  ])('is not %s', (_, text) => {
    expect(read(text)).toBeUndefined()
  })

  it('is read or refused, and never throws, for any content', () => {
    const whole = uploadResultXml({
      issuer: '88888888-8', trackId: '1', documents: [{ folio: 1, type: 33, state: 'RCH', details: ['(DTE-3-505) x'] }]
    })
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(40), fc.string(), (at, cut, text) => {
        expect(() => read(whole.slice(0, at) + text + whole.slice(at + cut))).not.toThrow()
      }),
      { numRuns: 200 }
    )
  })
})

describe('the result of an envelope that comes as text', () => {
  it('is read from its counters to the reasons of each document', () => {
    expect(read(envelopeResultText)).toEqual({
      issuerTaxNumber: '88888888-8', trackId: '34287111', state: 'EPR', reasons: [],
      subtotals: [
        { documentType: 33, informed: 4, accepted: 3, rejected: 1, objected: 0 },
        { documentType: 56, informed: 1, accepted: 1, rejected: 0, objected: 0 },
        { documentType: 61, informed: 3, accepted: 2, rejected: 0, objected: 1 }
      ],
      documents: [
        {
          documentType: 33, folio: 101, state: 'RCH',
          reasons: [{ code: 'DTE-3-505', description: '(DTE-3-505) Firma DTE Incorrecta' }]
        },
        {
          documentType: 61, folio: 7, state: 'RPR',
          reasons: [{ code: 'REF-2-780', description: '(REF-2-780) Referencia sin folio' }]
        }
      ]
    })
  })

  it.each([
    ['with line ends of Windows', envelopeResultText.replaceAll('\n', '\r\n')],
    ['below the subject of a mail', `Resultado de Validacion\n\n${envelopeResultText}`]
  ])('is the same %s', (_, text) => {
    expect(read(text)).toEqual(read(envelopeResultText))
  })

  it('uses the text of a document without a code as its reason', () => {
    const text = envelopeResultText.replace('(DTE-3-505) ', '').replace('(REF-2-780) ', '(REF-2-780) con codigo: ')
    expect(read(`${text}\nAtentamente, SII\n`)?.documents).toMatchObject([
      { folio: 101, state: 'RCH', reasons: [{ code: 'RCH', description: 'Firma DTE Incorrecta' }] },
      { folio: 7, state: 'RPR', reasons: [{ code: 'REF-2-780' }] }
    ])
  })

  it('is read from both sections when objections are separate from rejections', () => {
    const text = envelopeResultText.replace('Tipo DTE : 61', 'Detalle de Reparos\n==================\nTipo DTE : 61')
    expect(read(text)).toEqual(read(envelopeResultText))
  })

  it.each(['Rut de Empresa Emisora', 'Identificador de Envio', 'Estado del Envio'])('is invalid without its %s', (label) => {
    expect(read(envelopeResultText.replace(new RegExp(`${label}.*`), ''))).toBeUndefined()
  })
})

describe('the result of a book that comes as text', () => {
  const readBook = (text: string) => readBookResult(Buffer.from(text, 'latin1'))

  it('is read with the state of its envelope', () => {
    expect(readBook(bookResultText('LOK - Envio de Libro Aceptado - Cuadrado', 'LTC - Libro Cerrado - Informacion Cuadrada')))
      .toEqual({ issuerTaxNumber: '88888888-8', trackId: '34288111', state: 'LOK', reasons: [] })
  })

  it('uses its text as the reasons when it was refused', () => {
    const words = 'LRH - Envio de Libro Rechazado - Descuadrado'
    expect(readBook(bookResultText(words, 'LTC - Libro Cerrado'))).toMatchObject({
      state: 'LRH', reasons: [{ code: 'LRH', description: words }]
    })
  })

  it.each(['(LBR-3) Folio repetido', 'El total no es la suma de las lineas'])('has its details as reasons, too: %s', (line) => {
    const text = `${bookResultText('LRH - Descuadrado', 'LTC')}\nDetalle de Rechazos y Reparos\n====\n   ${line}\n`
    expect(readBook(text)?.reasons.map(({ description }) => description)).toEqual(['LRH - Descuadrado', line])
  })
})
