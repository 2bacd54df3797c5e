import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLatin1 } from '../../../src/dte/xml/canonical.ts'
import { characterName, toLatin1Text } from '../../../src/dte/values/text.ts'
import { anyCharacter } from '../../support/texts.ts'

describe('toLatin1Text', () => {
  it.each([
    ['Cañería de ½"', 'Cañería de ½"'],
    ['Nin\u0303o', 'Niño'],
    ['“comillas” ‘simples’ – raya — guion…', '"comillas" \'simples\' - raya - guion...'],
    ['€ 10 • ™ № 3', 'EUR 10 * (TM) N° 3'],
    ['  dos\tcolumnas\r\ny líneas\u00a0', 'dos columnas y líneas'],
    ['sin\u200b ancho\ufeff y gui\u00adon', 'sin ancho y guion'],
    ["O'Higgins & <fin>", "O'Higgins & <fin>"],
    ['œuvre ﬁn', 'oeuvre fin']
  ])('brings "%s" to "%s"', (posted, text) => {
    expect(toLatin1Text(posted)).toEqual({ text, foreign: [], controls: [] })
  })

  it('names each unsupported character once', () => {
    expect(toLatin1Text('łódź 🍕🍕').foreign.map(characterName)).toEqual(['ł (U+0142)', 'ź (U+017A)', '🍕 (U+1F355)'])
    expect(toLatin1Text('medio \ud83c carácter').foreign.map(characterName)).toEqual(['U+D83C'])
  })

  it('names control characters, those of ISO-8859-1 too', () => {
    expect(toLatin1Text('a\u0000b\u001bc\u0085d\u0000').controls.map(characterName)).toEqual([
      'U+0000', 'U+001B', 'U+0085'
    ])
  })

  it('returns only ISO-8859-1 text, or names what is not', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (posted) => {
      const { text, foreign, controls } = toLatin1Text(posted)

      if (foreign.length === 0 && controls.length === 0) {
        expect(isLatin1(text)).toBe(true)
        expect(Buffer.from(text, 'latin1').toString('latin1')).toBe(text)
      }
    }), { numRuns: 1000 })
  })

  it('leaves its own output unchanged', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (posted) => {
      const { text, foreign, controls } = toLatin1Text(posted)
      fc.pre(foreign.length === 0 && controls.length === 0)

      expect(toLatin1Text(text).text).toBe(text)
    }), { numRuns: 1000 })
  })

  it('changes printable ISO-8859-1 text only at its edges', () => {
    const latin1 = fc.string({
      unit: fc.integer({ min: 0xa1, max: 0xff }).filter((code) => code !== 0xad).map((code) => String.fromCharCode(code)
      )
    })
    fc.assert(fc.property(latin1, (posted) => {
      expect(toLatin1Text(posted)).toEqual({ text: posted, foreign: [], controls: [] })
    }))
  })
})
