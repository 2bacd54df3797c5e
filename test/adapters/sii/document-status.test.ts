import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  json, page, plain, resetsTheConnection, soap, startScriptedSii, type Reply, type ScriptedSii
} from './support/scripted-sii.ts'
import { first } from '../../support/expecting.ts'
import { andes, boleta, factura, gatewayTo } from './support/world.ts'

const advanced = '/DTEWS/services/QueryEstDteAv'
const simple = '/DTEWS/QueryEstDte.jws'
const rest = '/recursos/v1/boleta.electronica/99999999-9-39-7/estado'

let sii: ScriptedSii
beforeEach(async () => { sii = await startScriptedSii() })
afterEach(async () => { await sii.close() })

function advancedAnswer (body: string, state = '0', gloss = ''): string {
  return `<SII:RESPUESTA xmlns:SII="http://www.sii.cl/XMLSchema"><SII:RESP_HDR><SII:ESTADO>${state}</SII:ESTADO><SII:GLOSA>${gloss}</SII:GLOSA></SII:RESP_HDR><SII:RESP_BODY>${body}<NUMATENCION>137416 [25/07/2026 12:08:20]</NUMATENCION></SII:RESP_BODY></SII:RESPUESTA>`
}

function simpleAnswer (state: string, glossElement = 'GLOSA_ESTADO'): string {
  return `<SII:RESPUESTA xmlns:SII="http://www.sii.cl/XMLSchema"><SII:RESP_HDR><ESTADO>${state}</ESTADO><${glossElement}>glosa</${glossElement}><ERR_CODE>0</ERR_CODE><GLOSA_ERR>error</GLOSA_ERR><NUM_ATENCION>1</NUM_ATENCION></SII:RESP_HDR></SII:RESPUESTA>`
}

const parametersOf = (path: string) =>
  [...first(sii.requestsTo(path)).body.toString().matchAll(/<(\w+) xsi:type="xsd:string">([^<]*)</g)].map((
    [, name, value]
  ) => [name, value])

describe('a document', () => {
  it('is queried with QueryEstDteAv, with dashes in its date and its signature on one line', async () => {
    sii.on(
      advanced,
      soap(
        advancedAnswer(
          '<RECIBIDO>SI</RECIBIDO><ESTADO>DOK</ESTADO><GLOSA>Documento Recibido</GLOSA><TRACKID>253772832</TRACKID>'
        )
      )
    )

    const status = await gatewayTo(sii.url).documentStatus(andes, factura)

    expect(status).toEqual({ kind: 'known', state: 'DOK', gloss: 'Documento Recibido', trackId: '253772832' })
    expect(parametersOf(advanced)).toEqual([
      ['RutEmpresa', '99999999'],
      ['DvEmpresa', '9'],
      ['RutReceptor', '77777777'],
      ['DvReceptor', 'K'],
      ['TipoDte', '33'],
      ['FolioDte', '60'],
      ['FechaEmisionDte', '05-11-2026'],
      ['MontoDte', '119000'],
      ['FirmaDte', 'c2lnbmF0dXJl+/=='],
      ['Token', 'DTETOKEN2']
    ])
    expect(sii.requestsTo(simple)).toHaveLength(0)
  })

  it('is queried with QueryEstDte when QueryEstDteAv has no answer, with its date without dashes', async () => {
    sii.on(advanced, page('mantención'))
    sii.on(simple, soap(simpleAnswer('DOK')))

    const status = await gatewayTo(sii.url).documentStatus(andes, factura)

    expect(status).toEqual({ kind: 'known', state: 'DOK', gloss: 'glosa', trackId: undefined })
    expect(parametersOf(simple)).toEqual([
      ['RutConsultante', '11111111'],
      ['DvConsultante', '1'],
      ['RutCompania', '99999999'],
      ['DvCompania', '9'],
      ['RutReceptor', '77777777'],
      ['DvReceptor', 'K'],
      ['TipoDte', '33'],
      ['FolioDte', '60'],
      ['FechaEmisionDte', '05112026'],
      ['MontoDte', '119000'],
      ['Token', 'DTETOKEN2']
    ])
  })

  it('is read with the body before the header, both of which hold an ESTADO', async () => {
    const swapped =
      '<RESPUESTA><RESP_BODY><RECIBIDO>SI</RECIBIDO><ESTADO>DNK</ESTADO><TRACKID>253772832</TRACKID></RESP_BODY><RESP_HDR><ESTADO>0</ESTADO></RESP_HDR></RESPUESTA>'
    sii.on(advanced, soap(swapped))

    expect(await gatewayTo(sii.url).documentStatus(andes, factura)).toEqual({
      kind: 'known', state: 'DNK', gloss: '', trackId: '253772832'
    })
  })

  it.each(['DNK', 'FAN', 'TMD', 'TMC', 'MMD', 'MMC', 'AND', 'ANC'])('%s is known to the SII', async (state) => {
    sii.on(
      advanced,
      soap(advancedAnswer(`<RECIBIDO>SI</RECIBIDO><ESTADO>${state}</ESTADO><GLOSA>x</GLOSA><TRACKID>0</TRACKID>`))
    )

    expect(await gatewayTo(sii.url).documentStatus(andes, factura)).toEqual({
      kind: 'known', state, gloss: 'x', trackId: undefined
    })
  })

  it.each(['FAU', 'FNA', 'EMP'])('%s is not seen', async (state) => {
    sii.on(advanced, soap(advancedAnswer(`<RECIBIDO>NO</RECIBIDO><ESTADO>${state}</ESTADO><GLOSA>x</GLOSA>`)))

    expect(await gatewayTo(sii.url).documentStatus(andes, factura)).toEqual({ kind: 'notSeen', state, gloss: 'x' })
  })

  it('is unknown when the SII only says that it did not receive it', async () => {
    sii.on(advanced, soap(advancedAnswer('<RECIBIDO>NO</RECIBIDO>')))

    expect(await gatewayTo(sii.url).documentStatus(andes, factura)).toMatchObject({ kind: 'notSeen', state: 'FAU' })
  })

  it("is not considered received from the query's state alone", async () => {
    sii.on(advanced, soap(advancedAnswer('')))
    sii.on(simple, page('mantención'))

    expect((await gatewayTo(sii.url).documentStatus(andes, factura)).kind).toBe('unavailable')
  })

  it.each(['1', '2'])('requests a new token when QueryEstDteAv answers %s', async (state) => {
    sii.on(
      advanced, soap(advancedAnswer('', state, 'TOKEN')),
      soap(advancedAnswer('<RECIBIDO>SI</RECIBIDO><ESTADO>DOK</ESTADO>'))
    )

    expect((await gatewayTo(sii.url).documentStatus(andes, factura)).kind).toBe('known')
    expect(sii.requestsTo('/DTEWS/GetTokenFromSeed.jws')).toHaveLength(2)
  })

  it.each(['001', '002', '003'])('requests a new token when QueryEstDte answers %s', async (state) => {
    sii.on(advanced, resetsTheConnection)
    sii.on(simple, soap(simpleAnswer(state)), soap(simpleAnswer('FAU', 'GLOSA')))

    expect(await gatewayTo(sii.url).documentStatus(andes, factura)).toEqual({
      kind: 'notSeen', state: 'FAU', gloss: 'glosa'
    })
    expect(sii.requestsTo('/DTEWS/GetTokenFromSeed.jws')).toHaveLength(2)
  })

  it('is unavailable when neither service answers', async () => {
    sii.on(advanced, soap(advancedAnswer('', '9', 'USUARIO NO AUTORIZADO')))
    sii.on(simple, soap(simpleAnswer('-3')))

    expect(await gatewayTo(sii.url).documentStatus(andes, factura)).toEqual({
      kind: 'unavailable', cause: 'ESTADO -3, glosa'
    })
  })

  it('is queried with the decimals of its total', async () => {
    sii.on(advanced, soap(advancedAnswer('<ESTADO>FAU</ESTADO>')))

    await gatewayTo(sii.url).documentStatus(andes, { ...factura, documentType: 110, totalAmount: '1500.75' })

    expect(parametersOf(advanced)).toContainEqual(['MontoDte', '1500.75'])
  })
})

describe('a boleta', () => {
  it('is queried over REST', async () => {
    sii.on(rest, json({ codigo: 'DOK', descripcion: 'Documento recibido' }))

    const status = await gatewayTo(sii.url).documentStatus(andes, boleta)

    expect(status).toEqual({ kind: 'known', state: 'DOK', gloss: 'Documento recibido', trackId: undefined })
    expect(first(sii.requestsTo(rest)).path).toBe(
      `${rest}?rut_receptor=66666666&dv_receptor=6&monto=119000&fechaEmision=05-11-2026`
    )
    expect(sii.requestsTo('/DTEWS')).toHaveLength(0)
  })

  const answers: [string, Reply, string][] = [
    ['FAU', json({ codigo: 'FAU', descripcion: 'no recibido' }), 'notSeen'],
    ['DNK', json({ codigo: 'DNK' }), 'known'],
    ['404 in words', plain('boleta no encontrada', 404), 'notSeen'],
    ['404 as a page', page('not here', 404), 'unavailable'],
    ['500', plain('error', 500), 'unavailable'],
    ['a page', page('mantención'), 'unavailable'],
    ['a code of no table', json({ codigo: '?' }), 'unavailable'],
    ['a reset', resetsTheConnection, 'unavailable']
  ]
  it.each(answers)('%s', async (_, reply, kind) => {
    sii.on(rest, reply)

    expect((await gatewayTo(sii.url).documentStatus(andes, boleta)).kind).toBe(kind)
  })

  it('answers a 401 with a new token, once', async () => {
    sii.on(rest, plain('NO ESTA AUTENTICADO', 401))

    expect((await gatewayTo(sii.url).documentStatus(andes, boleta)).kind).toBe('unavailable')
    expect(sii.requestsTo(rest)).toHaveLength(2)
  })
})
