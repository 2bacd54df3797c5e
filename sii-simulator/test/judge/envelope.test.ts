import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { envelope } from '../support/documents.ts'
import { accepted, createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => { world = await createWorld() })
afterAll(() => world.close())

describe('a good envelope', () => {
  it.each([33, 34, 39, 41, 46, 52, 110])('of type %i is processed and its document accepted', async (type) => {
    const extra = {}
    const found = await world.judge(envelope([await world.make({ type, extra })], world.signer))

    expect(found).toMatchObject({ state: 'EPR', reasons: [], documents: [accepted] })
  })

  it.each([[56, 33], [61, 33], [111, 110], [112, 110]])(
    'of type %i is accepted once the %i that it refers to is',
    async (type, referred) => {
      const original = await world.make({ type: referred })
      await world.judge(envelope([original], world.signer))
      const extra = {
        Referencia: [{
          NroLinRef: 1, TpoDocRef: String(referred), FolioRef: original.folio, FchRef: '2026-11-20', CodRef: 3
        }]
      }

      expect(await world.judgeOne(await world.make({ type, extra }))).toEqual(accepted)
    })

  it('of type 43 is accepted', async () => {
    const lines = [{ NroLinDet: 1, TpoDocLiq: '33', NmbItem: 'Ventas del mes', MontoItem: 10_000 }]
    const totals = {
      MntNeto: 10_000, TasaIVA: 19, IVA: 1900, Comisiones: { ValComNeto: 1000, ValComExe: 0, ValComIVA: 190 },
      MntTotal: 10_710
    }
    const extra = {
      Comisiones: [{ NroLinCom: 1, TipoMovim: 'C', Glosa: 'Comisión', ValComNeto: 1000, ValComExe: 0, ValComIVA: 190 }]
    }

    expect(await world.judgeOne(await world.make({ type: 43, lines, totals, extra }))).toEqual(accepted)
  })

  it('may hold several types and many documents', async () => {
    const documents = [await world.make(), await world.make(), await world.make({ type: 34 })]

    expect(await world.judge(envelope(documents, world.signer))).toMatchObject({
      state: 'EPR', documents: [accepted, accepted, accepted]
    })
  })

  it('may leave the namespaces to the envelope, so long as the DTE verifies cut out', async () => {
    expect(await world.judgeOne(await world.make({}, { withoutOwnNamespaces: true }))).toEqual(accepted)
  })
})

describe('the schema comes first', () => {
  async function expectSchemaRefusal (bytes: Buffer, code: RegExp): Promise<void> {
    const found = await world.judge(bytes)
    expect(found).toMatchObject({ state: 'RSC', documents: [] })
    expect(found.reasons).toContain('SCH-00001')
    expect(found.detail).toMatch(code)
  }

  it('without xsi:schemaLocation', async () => {
    await expectSchemaRefusal(
      envelope([await world.make()], world.signer, {}, { withoutSchemaLocation: true }), /LSX-00333/
    )
  })

  it('an element out of its order', async () => {
    const swapped = (text: string) => text.replace(/(<RznSoc>[^<]*<\/RznSoc>)(<GiroEmis>[^<]*<\/GiroEmis>)/, '$2$1')
    await expectSchemaRefusal(envelope([await world.make({}, { body: swapped })], world.signer), /LSX-00213.*RznSoc/)
  })

  it('a text that is too long', async () => {
    await expectSchemaRefusal(
      envelope([await world.make({ emisor: { GiroEmis: 'x'.repeat(81) } })], world.signer), /LSX-00222.*GiroEmis/
    )
  })

  it('a file that does not declare ISO-8859-1', async () => {
    const utf8 = (text: string) => text.replace('encoding="ISO-8859-1"', 'encoding="windows-1252"')
    await expectSchemaRefusal(envelope([await world.make()], world.signer, {}, { file: utf8 }), /CHR-00001/)
  })

  it('a file in one line', async () => {
    const oneLine = (text: string) => text.replaceAll('\n', ' ')
    const lines = Array.from(
      { length: 60 }, (_, index) => ({ NroLinDet: index + 1, NmbItem: 'Cosa', DscItem: 'd'.repeat(300), MontoItem: 83 })
    )
    await expectSchemaRefusal(envelope([await world.make({ lines })], world.signer, {}, { file: oneLine }), /CHR-00002/)
  })

  it('a second DTE hidden in a comment', async () => {
    const document = await world.make()
    const hidden = (text: string) =>
      text.replace('</Caratula>', `</Caratula><!--${document.text.replaceAll('--', '- -')}-->`)
    await expectSchemaRefusal(envelope([document], world.signer, {}, { file: hidden }), /told apart/)
  })
})

describe('the envelope’s signature comes second', () => {
  it('a changed cover sheet', async () => {
    const changed = (text: string) => text.replace('<FchResol>2014-08-22', '<FchResol>2014-08-23')
    expect(await world.judge(envelope([await world.make()], world.signer, {}, { file: changed }))).toMatchObject({
      state: 'RFR', reasons: ['ENV-3-1']
    })
  })

  it('white space that a pretty-printer added between documents', async () => {
    const indented = (text: string) => text.replace('<DTE ', '  <DTE ')
    expect(await world.judge(envelope([await world.make()], world.signer, {}, { file: indented }))).toMatchObject({
      state: 'RFR'
    })
  })

  it('a signer who may not sign for the company', async () => {
    const stranger = await world.client.certificate({ holderTaxNumber: '11111111-1', authorise: false })
    expect(await world.judge(envelope([await world.make()], stranger))).toMatchObject({
      state: 'RFR', reasons: ['ENV-3-6']
    })
  })
})

describe('the cover sheet comes third', () => {
  it.each([
    ['CRT-3-18', 'is not addressed to the SII', { RutReceptor: '88888888-8' }],
    ['CRT-3-11', 'names another sender than the uploader', { RutEnvia: '11111111-1' }],
    ['CRT-3-12', 'names another company', { RutEmisor: '88888888-8' }],
    ['CRT-3-19', 'claims a resolution that is not the company’s', { NroResol: 80 }],
    ['CRT-3-20', 'counts wrong', { SubTotDTE: [{ TpoDTE: 33, NroDTE: 2 }] }],
  ])('%s: it %s', async (code, _what, cover) => {
    expect(await world.judge(envelope([await world.make()], world.signer, cover))).toMatchObject({
      state: 'RCT', reasons: [code], documents: []
    })
  })

  it('a company’s own resolution is held against number and date', async () => {
    const company = { rut: '44444444-4', name: 'Otra empresa' }
    const order = { taxNumber: company.rut }
    const signer = await world.client.certificate(order)
    const caf = await world.client.caf(33, order)
    await world.client.post('/simulator/companies', {
      taxNumber: company.rut, resolution: { number: 99, date: '2014-10-21' }
    })
    const token = await world.client.token(signer)
    const stateWith = async (folio: number, cover: object) => {
      const bytes = envelope([await world.make({ folio, party: company }, { caf, signer })], signer, {
        RutEmisor: company.rut, ...cover
      })
      await world.client.upload(bytes, token, { company: company.rut })
      return (await world.client.ledger(`?company=${company.rut}`)).uploads.at(-1)?.['state']
    }

    expect(await stateWith(1, { NroResol: 99, FchResol: '2014-10-21' })).toBe('EPR')
    expect(await stateWith(2, { NroResol: 99, FchResol: '2014-10-22' })).toBe('RCT')
    expect(await stateWith(3, { NroResol: 0, FchResol: '2014-10-21' })).toBe('RCT')
  })
})
