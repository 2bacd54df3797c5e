import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { readCaf } from '../../../src/dte/signing/caf.ts'
import { stamp, type StampFacts, stampName } from '../../../src/dte/signing/stamp.ts'
import { createAuthority } from '../../support/authority.ts'
import { bigEndian, rsaSha1Verifies } from '../../support/rsa.ts'
import { latin1Text } from '../../support/texts.ts'

const authority = createAuthority()
const read = (businessName?: string) =>
  readCaf(authority.caf(businessName === undefined ? {} : { businessName }), {
    today: '2026-11-20', extraKeys: authority.extraKeys
  })
const caf = read()

const facts: StampFacts = {
  senderTaxNumber: '99999999-9',
  documentType: 33,
  folio: 60,
  issueDate: '2026-11-20',
  receiverTaxNumber: '60803000-K',
  receiverName: "Servicio O'Higgins & \"Compañía\"",
  totalAmount: '119000',
  firstItemName: 'Cañería <½">',
  stampedAt: '2026-11-20T07:30:00'
}

/** Checks FRMT as the SII does: the bytes of DD, the key that the CAF inside DD names. */
function verifies (ted: string): boolean {
  const text = (pattern: RegExp) => pattern.exec(ted)?.[1] ?? ''
  const signed = Buffer.from(text(/^<TED version="1\.0">(<DD>.*<\/DD>)<FRMT/), 'latin1')
  const key = { modulus: bigEndian(text(/<M>([^<]*)/)), exponent: bigEndian(text(/<E>([^<]*)/)) }
  return rsaSha1Verifies(signed, text(/<FRMT algoritmo="SHA1withRSA">([^<]*)<\/FRMT><\/TED>$/), key)
}

describe('stamp', () => {
  it('contains what the schema requires, in its order, on one line', async () => {
    const ted = await stamp(facts, caf)

    expect(ted.replace(caf.xml, '{CAF}').replace(/(SHA1withRSA">)[^<]+/, '$1{FRMT}')).toBe(
      '<TED version="1.0"><DD><RE>99999999-9</RE><TD>33</TD><F>60</F><FE>2026-11-20</FE><RR>60803000-K</RR>' +
      '<RSR>Servicio O Higgins &amp; Compania</RSR><MNT>119000</MNT><IT1>Caneria &lt;1/2 &gt;</IT1>{CAF}' +
      '<TSTED>2026-11-20T07:30:00</TSTED></DD><FRMT algoritmo="SHA1withRSA">{FRMT}</FRMT></TED>')
  })

  it('verifies with the public key of its CAF, by arithmetic alone', async () => {
    const ted = await stamp(facts, caf)

    expect(verifies(ted)).toBe(true)
    expect(verifies(ted.replace('<MNT>119000', '<MNT>119001'))).toBe(false)
  })

  it('verifies over a CAF whose name is in ISO-8859-1 and has character references', async () => {
    const ted = await stamp(facts, read('FERRETERÍA O&apos;HIGGINS &amp; HIJOS'))

    expect(ted).toContain('<RS>FERRETERÍA O&apos;HIGGINS &amp; HIJOS</RS>')
    expect(verifies(ted)).toBe(true)
  })

  it('uses a placeholder for missing names, since the schema requires one character', async () => {
    const ted = await stamp({ ...facts, receiverName: undefined, firstItemName: '""' }, caf)

    expect(ted).toContain('<RSR>CLIENTE</RSR>')
    expect(ted).toContain('<IT1>ITEM</IT1>')
  })
})

describe('stampName', () => {
  it.each([
    ['Ñandú Ltda.', 'Nandu Ltda.'],
    ['Straße Ærø', 'Strasse AEro'],
    ['3/4" caño', '3/4 cano'],
    ['1º piso, 50 % más', '1o piso, 50 % mas'],
    ['  dos   espacios ', 'dos espacios'],
    ['x'.repeat(41), 'x'.repeat(40)],
    [`${'x'.repeat(39)} y`, 'x'.repeat(39)],
    ['&'.repeat(50), '&'.repeat(40)]
  ])('makes of %j %j', (name, folded) => {
    expect(stampName(name)).toBe(folded)
  })

  it('is plain ASCII without quotes, at most forty characters, and stable when normalised again', () => {
    fc.assert(fc.property(latin1Text({ maxLength: 80 }), (name) => {
      const folded = stampName(name)

      expect(folded).toMatch(
        /^(?:[\x21\x23-\x26\x28-\x7e](?:[\x20\x21\x23-\x26\x28-\x7e]{0,38}[\x21\x23-\x26\x28-\x7e])?)?$/
      )
      expect(stampName(folded)).toBe(folded)
    }),
    { numRuns: 1000 }
    )
  })
})
