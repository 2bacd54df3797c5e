import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { explainSiiCode, siiCodes } from '../../../src/services/invoicing/sii-codes.ts'
import { defined, first } from '../../support/expecting.ts'

const source = '../shared/domain/sii.md'

/** The codes that the SII's manuals name, by source. */
const published = {
  'S8, STATUS': '0 1 2 3 5 6 7 8 9 99',
  'S9, ESTADO': 'REC SOK FOK PDR CRT EPR RSC RFR RCT RCH RPR RLV RPT VOF RCO 001 002 003 106 107',
  'S9, errors of the query': '−1 −2 −3 −4 −5 −6 −7 −8 −9 −10 −11 −12 −13 −14',
  'S10, ESTADO': 'DOK DNK FAU FNA FAN EMP TMD TMC MMD MMC AND ANC',
  S14:
    'ENV-3-0 ENV-3-6 CRT-3-18 CRT-3-19 CRT-x-11 SCH-00001 DTE-3-100 DTE-3-101 DTE-3-505 DTE-3-601 CAF-3-517 TED-2-510 HED-3-211 HED-2-260 HED-3-305 HED-3-861 REF-3-415 REF-3-750',
  'S40, observed': 'PRD'
}

describe('the explanations of the SII\'s codes', () => {
  it('have both languages and a remedy in both', () => {
    for (const { en, es, remedy } of Object.values(siiCodes)) {
      for (const sentence of [en, es, remedy.en, remedy.es]) expect(sentence).toMatch(/^\p{Lu}.*\.$/u)
      expect(en).not.toBe(es)
    }
  })

  it.each(Object.entries(published))('cover every code of [%s]', (_source, codes) => {
    expect(codes.split(' ').filter((code) => explainSiiCode(code) === undefined)).toEqual([])
  })

  it.skipIf(!existsSync(source))('cover every code of the tables of [S8] to [S10] and [S14]', () => {
    const codes = ['6.3', '6.4', '6.5', '6.9'].flatMap(codesOfSection)

    expect(codes.length).toBeGreaterThan(60)
    expect(codes.filter((code) => explainSiiCode(code) === undefined)).toEqual([])
  })

  it("distinguish an upload's STATUS 1 from the token state 001", () => {
    expect(explainSiiCode('1')?.en).toContain('permission')
    expect(explainSiiCode('001')?.en).toContain('token')
  })

  it.each([
    ['REF L[2]-3-758', 'REF-3-758'],
    ['REF L12-3-758', 'REF-3-758'],
    [' dte-3-101 ', 'DTE-3-101'],
    ['−3', '-3'],
    ['CRT-3-11', 'CRT-X-11'],
    ['CRT-2-11', 'CRT-X-11'],
    ['DTE-505', 'DTE-3-505'],
    ['HED-260', 'HED-2-260']
  ])('find %s as %s', (written, canonical) => {
    expect(explainSiiCode(written)).toBe(siiCodes[canonical])
  })

  it('classify an unknown reason by its section and level', () => {
    expect(explainSiiCode('HED-3-999')).toMatchObject({
      en: 'Rejection that concerns the header or the totals.', es: 'Rechazo en el encabezado o los totales.'
    })
    expect(explainSiiCode('DET-2-1')?.en).toBe('Objection that concerns the lines of detail.')
    expect(explainSiiCode('LSX-00265')?.en).toContain('schema')
  })

  it.each(['', 'hello', '__proto__', 'constructor', '77', 'DTE-9-1', '-15'])('do not explain %j', (text) => {
    expect(explainSiiCode(text)).toBeUndefined()
  })
})

/** The codes in the first column of a section's table; a cell may hold several, and a range of service errors. */
function codesOfSection (number: string): string[] {
  const text = readFileSync(source, 'utf8')
  const section = first(text.slice(text.indexOf(`### ${number} `)).split('\n### '))
  const cells = section.split('\n').filter((line) => line.startsWith('| ')).map((line) => defined(line.split('|')[1]).trim())
  return cells.filter((cell) => !/^(STATUS|ESTADO|Code|other)$/.test(cell)).flatMap(codesInCell)
}

function codesInCell (cell: string): string[] {
  if (cell.includes('…')) return Array.from({ length: 14 }, (_, index) => `−${index + 1}`)
  return cell.replace('L[n]', 'L[1]').split(/\s*[/,]\s*/)
}
