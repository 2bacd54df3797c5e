import { describe, expect, it } from 'vitest'
import { foldedName, hasUnseenCharacters, looksLikeAddress, mixesAlphabets } from '../../src/shared/names.ts'
import { defined } from '../support/expecting.ts'

const code = (text: string) => `U+${defined(text.codePointAt(0)).toString(16).toUpperCase()}`

describe('an invisible character', () => {
  it.each([
    ...'\u0000\u0007\t\n\r\u007f\u0085\u00ad\u034f\u061c\u115f\u180e\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e',
    ...'\u2060\u2061\u2066\u2067\u2068\u2069\u206a\u2800\u3164\ufe0f\ufeff\uffa0\ue000\ufdd0\u0378',
    '\u{e0041}',
    '\u{1d173}',
    '\u{f0000}',
    '\ud800'
  ].map((one) => [code(one), one]))('is found: %s', (_, one) => {
    expect(hasUnseenCharacters(`Ana${one}Rojas`)).toBe(true)
  })

  it.each([
    'Ñandú Pérez', "Comercial O'Higgins Nº 3", 'Größe & Söhne', '株式会社', 'Ana\u00a0Rojas', 'Café «Ñ» – 50 %', 'Acción 👍'
  ])('is not seen in %s', (text) => {
    expect(hasUnseenCharacters(text)).toBe(false)
  })
})

describe('names that look the same', () => {
  it.each([
    ['Administrator', 'ADMINISTRATOR'],
    ['Administrator', 'Ａｄｍｉｎｉｓｔｒａｔｏｒ'],
    ['Administrator', '𝐀𝐝𝐦𝐢𝐧𝐢𝐬𝐭𝐫𝐚𝐭𝐨𝐫'],
    ['Ventas Sur', '  ventas\u00a0\u2003 SUR '],
    ['Ñandú', 'n\u0303ANDU\u0301'],
    ['Strasse', 'Straße'],
    ['Oficina', 'O\ufb01cina'],
    ['Caja 2', 'caja ²']
  ])('fold to one: %s and %s', (one, other) => {
    expect(foldedName(other)).toBe(foldedName(one))
  })

  it.each([['Única', 'Unica'], ['Caja 1', 'Caja 2'], ['Ventas Sur', 'VentasSur']])(
    'are told apart by more: %s and %s',
    (one, other) => {
      expect(foldedName(other)).not.toBe(foldedName(one))
    }
  )

  it.each([['Аdministrator', true], ['Οperator', true], ['Ｖiewеr', true], ['Администратор', false], ['Αθήνα', false], [
    'Administrator', false
  ], ['株式会社 Andes', false]])('mix alphabets: %s', (text, mixes) => {
    expect(mixesAlphabets(text)).toBe(mixes)
  })
})

describe('text that mail programs turn into a link', () => {
  it.each([
    'http://evil.example',
    'Vea https:evil',
    'www.evil',
    'WWW.evil.example',
    'evil.com',
    'Gane en evil.com/premio',
    't.co',
    'ana@evil',
    'x://y',
    'ftp://x',
    'ｅｖｉｌ．ｃｏｍ',
    'evil。com',
    'evil․com',
    'банк.рф',
    '203.0.113.9',
    'Llame al +56 9 8765 4321',
    'Mercadolibre.cl',
    'J.Pérez'
  ])('is seen in %s', (text) => {
    expect(looksLikeAddress(text)).toBe(true)
  })

  it.each([
    'Juan M. Pérez',
    "Comercial O'Higgins Nº 3",
    'Inversiones Andes S.p.A.',
    'A.B.C. Ltda',
    'Transportes Ltda.',
    'Panadería E.I.R.L.',
    'María José del C. Núñez-Soto',
    'Caja 24 horas',
    'Dr. House',
    'Httpd Ltda',
    'Los 3 Hermanos 2024'
  ])('is not seen in %s', (text) => {
    expect(looksLikeAddress(text)).toBe(false)
  })
})
