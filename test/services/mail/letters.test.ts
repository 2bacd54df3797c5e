import { describe, expect, it } from 'vitest'
import { isMailable } from '../../../src/services/mail/emails.ts'
import { htmlOf, type Letter, textOf } from '../../../src/services/mail/letter.ts'
import {
  certificateExpiringLetter, documentLetter, invitationLetter, passwordChangedLetter, passwordResetLetter
} from '../../../src/services/mail/letters.ts'

const [link, taxNumber, at] = [
  'https://facturas.example/reset-password#token=x', '76123456-0', new Date('2026-11-20T15:00:00Z')
]

/** Every letter that names somebody, with one name in all places. */
function lettersNaming (name: string, rut: string | undefined = taxNumber): Letter[] {
  const company = { businessName: name, taxNumber: rut }
  return [
    ...Object.values(passwordResetLetter({ fullName: name, minutes: 30, link })),
    ...Object.values(invitationLetter({ ...company, fullName: name, hours: 24, link })),
    ...Object.values(passwordChangedLetter({ fullName: name, at })),
    ...Object.values(certificateExpiringLetter({ ...company, holderName: name, notAfter: at, days: 7 })),
    documentLetter({
      documentType: 33, folio: 7, issueDate: '2026-11-20', senderName: name, senderTaxNumber: taxNumber, hasPdf: true
    })
  ]
}

const linksIn = (text: string): string[] =>
  Array.from(text.matchAll(/[\w+.-]*(?:https?:|www\.|@|evil)\S*/gi), ([found]) => found)

describe('a letter', () => {
  it('shows lawful names as they are, in HTML escaped', () => {
    for (const name of ['Comercial O\'Higgins Nº 3', 'Inversiones Andes S.p.A.', 'Ferretería <Ñ> & Hijos "El Clavo"']) {
      for (const letter of lettersNaming(name)) {
        expect(textOf(letter)).toContain(name)
        expect(htmlOf(letter, 'es')).not.toContain('<Ñ>')
      }
    }
  })

  it.each([
    'Gane un premio en evil.example', 'https://evil.example/x', 'www.evil.example', 'ana@evil.example', 'ｅｖｉｌ．ｃｏｍ',
    'Ana\r\nBcc: todos@evil.example', 'evil\u202eelpmaxe', 'evil\u200b', '\u0000evil', `${'x'.repeat(200)} evil.example`
  ])('shows nothing of a name that could lead somewhere else: %j', (name) => {
    for (const letter of lettersNaming(name)) {
      for (const text of [letter.subject, textOf(letter), htmlOf(letter, 'es')]) {
        expect(linksIn(text.replaceAll(link, ''))).toEqual([])
        expect(text.length).toBeLessThan(3000)
      }
      expect(letter.subject).not.toMatch(/\p{C}/u)
      expect(letter.subject.length).toBeLessThan(200)
    }
  })

  it('names a company by its RUT where its name cannot stand in it', () => {
    const [invitation] = Object.values(
      invitationLetter({ businessName: 'Mercado.cl', taxNumber, fullName: 'Ana', hours: 24, link })
    )
    const document = documentLetter({
      documentType: 33, folio: 7, issueDate: '2026-11-20', senderName: 'Mercado.cl', senderTaxNumber: taxNumber,
      hasPdf: false
    })

    expect(invitation!.subject).toBe('Su cuenta de Timbre en la empresa de RUT 76123456-0')
    expect(document.subject).toBe('Factura Electrónica N° 7 de RUT 76123456-0')
    expect(document.paragraphs[1]).toMatch(/^La empresa de RUT 76123456-0 le envía su /)
    expect(
      Object.values(invitationLetter({ businessName: 'Mercado.cl', fullName: 'Ana', hours: 24, link }))[0]!.subject
    ).toBe('Su cuenta de Timbre en una empresa')
  })
})

it.each([
  ['compras@austral.example', true],
  ['josé@ñandú.example', true],
  ['a.b+c@x.example', true],
  ['a@x.example,b', false],
  ['<a@x.example', false],
  ['a@x.example;b', false],
  ['a"b@x.example', false],
  ['a@x\u200b.example', false],
  ['a@x@y', false],
  ['a b@x', false]
])('mails go to exactly one address: %j', (email, goes) => {
  expect(isMailable(email)).toBe(goes)
})
