import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDigit, parseRut } from '../../../src/dte/values/rut.ts'
import { createAnonymiser } from '../../../src/services/evidence/anonymiser.ts'
import { escapeMarkup } from '../../../src/shared/escape-markup.ts'
import { defined } from '../../support/expecting.ts'

const nothing = { words: [], ruts: [], numbers: [] }
const rutOf = (body: number): string => `${body}-${checkDigit(String(body))}`
const rut = fc.integer({ min: 1_000_000, max: 59_999_999 }).map(rutOf)
const name = fc.array(fc.constantFrom('Ñuñoa', 'Pérez', 'Quiñones', 'Ágil & Cía', 'O\'Higgins', 'Roble (Sur-1/2)', 'Vidriería'), { minLength: 2, maxLength: 4 })
  .map((parts) => parts.join(' '))
const amount = fc.integer({ min: 10_000, max: 999_999_999 }).map(String)
const trackId = fc.integer({ min: 10_000_000, max: 999_999_999 }).map((number) => String(number).padStart(10, '0'))
const facts = fc.record({
  issuer: rut, receiver: rut, holder: rut, name, address: name, amount, trackId,
  folio: fc.integer({ min: 1, max: 99_999 })
})
type Facts = typeof facts extends fc.Arbitrary<infer Value> ? Value : never

const dotted = (text: string): string => text.replace(/\B(?=(\d{3})+-)/g, '.')
const inTwo = (text: string, kind: string): string => {
  const [body, digit] = text.split('-')
  return `<Rut${kind} xsi:type="xsd:string">${body}</Rut${kind}><Dv${kind} xsi:type="xsd:string">${digit}</Dv${kind}>`
}

/** What Timbre stores: SOAP, its escaped answer, JSON, an address, the fields of an upload, a page. */
const textsOf = ({ issuer, receiver, holder, name, address, amount, trackId, folio }: Facts): string[] => [
  `<m:getEstUp>${inTwo(issuer, 'Compania')}<TrackId xsi:type="xsd:string">${trackId}</TrackId></m:getEstUp>`,
  `<m:getEstDte>${inTwo(holder, 'Consultante')}${inTwo(receiver, 'Receptor')}<FolioDte>${folio}</FolioDte><MontoDte>${amount}</MontoDte><FirmaDte>QUJD/${'aB3+'.repeat(20)}==</FirmaDte></m:getEstDte>`,
  `&lt;TRACKID&gt;${trackId}&lt;/TRACKID&gt;\r\n&lt;GLOSA&gt;RUT ${dotted(issuer)}, ${escapeMarkup(escapeMarkup(name)).toUpperCase().replaceAll('&AMP;', '&amp;').replaceAll('AMP;', 'amp;')}&lt;/GLOSA&gt;`,
  JSON.stringify({ rut_emisor: issuer, rut_envia: holder, trackid: Number(trackId), detalle: `El monto ${amount} de ${receiver}` }),
  `/recursos/v1/boleta.electronica/${issuer}-39-${folio}/estado?rut_receptor=${receiver.split('-')[0]}&dv_receptor=${receiver.split('-')[1]}&monto=${amount}`,
  `rutSender: ${holder.split('-')[0]}\ndvSender: ${holder.split('-')[1]}\narchivo: DTE-1.xml, 900 bytes, SHA-256 ${'0a'.repeat(32)}`,
  `<html>${escapeMarkup(name)}, ${escapeMarkup(address)}, ventas@elroble.example Identificador de envío : ${trackId}</html>`
]

const personalOf = ({ issuer, receiver, holder, name, address, amount, trackId }: Facts) =>
  ({ words: [name, address], ruts: [issuer, receiver, holder], numbers: [amount, trackId] })

describe('an anonymised answer', () => {
  it('contains no personal data of random documents, in any form', () => {
    fc.assert(fc.property(facts, (given) => {
      const anonymous = createAnonymiser(personalOf(given))
      const text = textsOf(given).map(anonymous).join('\n')

      const bodies = [given.issuer, given.receiver, given.holder].map((one) => one.split('-')[0] ?? '')
      const bare = text.replaceAll('.', '')
      for (const secret of [...bodies, given.amount, given.trackId, String(Number(given.trackId)), 'elroble', 'aB3+']) {
        expect(bare).not.toContain(secret)
      }
      const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
      for (const part of ['nunoa', 'perez', 'quinones', 'cia', 'higgins', 'roble', 'vidrieria']) expect(plain).not.toContain(part)
    }), { seed: 7, numRuns: 300 })
  })

  it('replaces each RUT consistently in every form, with a correct check digit', () => {
    fc.assert(fc.property(rut, (given) => {
      const anonymous = createAnonymiser(nothing)
      const whole = anonymous(given)
      const [body, digit] = whole.split('-')

      expect(parseRut(whole)).toBe(whole)
      expect(whole).toHaveLength(given.length)
      expect(anonymous(dotted(given))).toBe(dotted(whole))
      expect(anonymous(inTwo(given, 'Emisor'))).toBe(inTwo(whole, 'Emisor'))
      expect(anonymous(`Rut ${given.split('-')[0]} sin permiso`)).toBe(`Rut ${body} sin permiso`)
      expect(anonymous(`rut_receptor=${given.split('-')[0]}&dv_receptor=${given.split('-')[1]}`)).toBe(`rut_receptor=${body}&dv_receptor=${digit}`)
    }), { seed: 7, numRuns: 200 })
  })

  it('keeps the length and the leading zeros of a track id, consistently', () => {
    const anonymous = createAnonymiser({ ...nothing, numbers: ['0260003916'] })

    const first = anonymous('<TRACKID>0260003916</TRACKID>')

    expect(first).toMatch(/^<TRACKID>0[1-9]\d{8}<\/TRACKID>$/)
    expect(first).not.toContain('0260003916')
    expect(anonymous('con Trackid 0260003916. Debe esperar')).toBe(`con Trackid ${defined(/\d+/.exec(first))[0]}. Debe esperar`)
  })

  it('keeps codes, states, words, blanks and namespaces byte for byte', () => {
    const anonymous = createAnonymiser({ words: ['Andes SpA'], ruts: ['76192083-9'], numbers: ['119000'] })
    const answer = '<?xml version="1.0" encoding="UTF-8"?>\r\n<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema">' +
      '\r\n\t&lt;SII:RESPUESTA xmlns:SII=&quot;http://www.sii.cl/XMLSchema&quot;&gt;&#xd;\n  <ESTADO>-11</ESTADO><GLOSA>ERROR: NO EXISTE EL ENVIO</GLOSA>' +
      '<ERR_CODE>DTE-3-505</ERR_CODE> Firma DTE Incorrecta (ENV-3-6) 2026-11-28 10:15:00 TIPO_DOCTO 33 <FOLIO>0060</FOLIO> Debe esperar 900 segundos'

    expect(anonymous(answer)).toBe(answer)
  })
})
