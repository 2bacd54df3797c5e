import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  bytes, cutsOff, json, page, plain, resetsTheConnection, soap, startScriptedSii, xml, type Reply, type ScriptedSii
} from './support/scripted-sii.ts'
import { first } from '../../support/expecting.ts'
import { andes, gatewayTo } from './support/world.ts'

const query = { kind: 'DTE', issuerTaxNumber: '99999999-9', trackId: '0245678901' } as const
const boletaQuery = { kind: 'BOLETA', issuerTaxNumber: '99999999-9', trackId: '123456789012345' } as const
const queryEstUp = '/DTEWS/QueryEstUp.jws'
const boletaStatus = '/recursos/v1/boleta.electronica.envio/99999999-9-123456789012345'

let sii: ScriptedSii
beforeEach(async () => { sii = await startScriptedSii() })
afterEach(async () => { await sii.close() })

function state (code: string, { gloss = 'glosa', body = '' } = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?><SII:RESPUESTA xmlns:SII="http://www.sii.cl/XMLSchema"><SII:RESP_HDR><TRACKID>0245678901</TRACKID><ESTADO>${code}</ESTADO><GLOSA>${gloss}</GLOSA><NUM_ATENCION>532 ( 2026/11/20 10:15:20)</NUM_ATENCION></SII:RESP_HDR>${body}</SII:RESPUESTA>`
}

function counters (type: number, [informed, accepted, rejected, objected]: number[]): string {
  return `<TIPO_DOCTO>${type}</TIPO_DOCTO><INFORMADOS>${informed}</INFORMADOS><ACEPTADOS>${accepted}</ACEPTADOS><RECHAZADOS>${rejected}</RECHAZADOS><REPAROS>${objected}</REPAROS>`
}

describe('QueryEstUp', () => {
  it('sends company, check digit, track id and token, in the order of the WSDL', async () => {
    sii.on(queryEstUp, soap(state('REC')))

    await gatewayTo(sii.url).envelopeStatus(andes, query)

    expect(first(sii.requestsTo(queryEstUp)).body.toString()).toContain(
      '<m:getEstUp xmlns:m="https://maullin.sii.cl/DTEWS/QueryEstUp.jws" soapenv:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><RutCompania xsi:type="xsd:string">99999999</RutCompania><DvCompania xsi:type="xsd:string">9</DvCompania><TrackId xsi:type="xsd:string">0245678901</TrackId><Token xsi:type="xsd:string">DTETOKEN2</Token></m:getEstUp>'
    )
  })

  it.each(['REC', 'SOK', 'FOK', 'PDR', 'PRD', 'CRT'])('%s is pending', async (code) => {
    sii.on(queryEstUp, soap(state(code)))

    expect(await gatewayTo(sii.url).envelopeStatus(andes, query)).toEqual({
      kind: 'pending', state: code, gloss: 'glosa'
    })
  })

  it.each(['RSC', 'RFR', 'RCT', 'RCO', 'VOF', 'RCH', 'RPT'])('%s is refused', async (code) => {
    sii.on(queryEstUp, soap(state(code)))

    expect(await gatewayTo(sii.url).envelopeStatus(andes, query)).toEqual({
      kind: 'refused', state: code, gloss: 'glosa', reasons: []
    })
  })

  it('extracts the reason codes from the text of a refusal', async () => {
    const gloss = 'RCT - Rechazado por Error en Caratula (CRT-3-19) (SCH-00001)'
    sii.on(queryEstUp, soap(state('RCT', { gloss })))

    expect(await gatewayTo(sii.url).envelopeStatus(andes, query)).toMatchObject({
      reasons: [{ code: 'CRT-3-19', description: gloss }, { code: 'SCH-00001', description: gloss }]
    })
  })

  it('reads the counters of every document type from EPR', async () => {
    const body = `<SII:RESP_BODY>${counters(33, [3, 1, 1, 1])}${counters(61, [2, 2, 0, 0])}</SII:RESP_BODY>`
    sii.on(queryEstUp, soap(state('EPR', { gloss: 'Envio Procesado', body })))

    expect(await gatewayTo(sii.url).envelopeStatus(andes, query)).toEqual({
      kind: 'processed',
      state: 'EPR',
      gloss: 'Envio Procesado',
      subtotals: [
        { documentType: 33, informed: 3, accepted: 1, rejected: 1, objected: 1 },
        { documentType: 61, informed: 2, accepted: 2, rejected: 0, objected: 0 }
      ],
      documents: []
    })
  })

  it('reads the body before the header, wherever NUM_ATENCION stands', async () => {
    const answer = `<RESPUESTA><RESP_BODY><NUM_ATENCION>1</NUM_ATENCION>${
      counters(34, [1, 1, 0, 0])
    }</RESP_BODY><RESP_HDR><ESTADO>EPR</ESTADO></RESP_HDR></RESPUESTA>`
    sii.on(queryEstUp, xml(`<e:Envelope xmlns:e="urn:e"><e:Body><v><![CDATA[${answer}]]></v></e:Body></e:Envelope>`))

    expect(await gatewayTo(sii.url).envelopeStatus(andes, query)).toMatchObject({
      kind: 'processed', gloss: '', subtotals: [{ documentType: 34, accepted: 1 }]
    })
  })

  const unreadable: [string, string][] = [
    ['has no counters', ''],
    [
      'lacks one counter',
      '<SII:RESP_BODY><TIPO_DOCTO>33</TIPO_DOCTO><INFORMADOS>1</INFORMADOS><ACEPTADOS>1</ACEPTADOS><RECHAZADOS>0</RECHAZADOS></SII:RESP_BODY>'
    ],
    [
      'has a counter that is no number',
      `<SII:RESP_BODY>${counters(33, [1, 1, 0, 0]).replace('<RECHAZADOS>0', '<RECHAZADOS>-')}</SII:RESP_BODY>`
    ]
  ]
  it.each(unreadable)('returns no verdict when EPR %s', async (_, body) => {
    sii.on(queryEstUp, soap(state('EPR', { body })))

    expect((await gatewayTo(sii.url).envelopeStatus(andes, query)).kind).toBe('unavailable')
  })

  it("reads counters when the state is the documents' verdict", async () => {
    sii.on(queryEstUp, soap(state('RPR', { body: `<SII:RESP_BODY>${counters(33, [1, 0, 0, 1])}</SII:RESP_BODY>` })))

    expect(await gatewayTo(sii.url).envelopeStatus(andes, query)).toMatchObject({
      kind: 'processed', state: 'RPR', subtotals: [{ objected: 1 }]
    })
  })

  it.each(['001', '002', '003'])('%s requests a new token, once', async (code) => {
    sii.on(queryEstUp, soap(state(code)), soap(state('SOK')))

    const status = await gatewayTo(sii.url).envelopeStatus(andes, query)

    const [first, second] = sii.requestsTo(queryEstUp).map(({ body }) => /<Token[^>]*>(\w+)</.exec(body.toString())?.[1]
    )
    expect(status.kind).toBe('pending')
    expect(second).not.toBe(first)
  })

  it('stops when the new token is refused, too', async () => {
    sii.on(queryEstUp, soap(state('003', { gloss: 'TOKEN NO EXISTE' })))

    expect(await gatewayTo(sii.url).envelopeStatus(andes, query)).toEqual({
      kind: 'unavailable', state: '003', cause: 'ESTADO 003, TOKEN NO EXISTE'
    })
    expect(sii.requestsTo(queryEstUp)).toHaveLength(2)
  })

  const troubles: [string, Reply][] = [
    ['a service error', soap(state('-11'))],
    ['a user without rights', soap(state('106'))],
    ['a state of no table', soap(state('XYZ'))],
    ['a page', page('mantención')],
    ['a page under 500', page('Error 500', 500)],
    ['an empty answer', bytes(Buffer.alloc(0), 'text/xml')],
    ['a cut answer', xml(state('EPR').slice(0, -30))],
    ['a connection cut short', cutsOff(state('EPR'))],
    ['a reset', resetsTheConnection],
    [
      'a SOAP fault',
      xml(
        '<e:Envelope xmlns:e="urn:e"><e:Body><e:Fault><faultstring>Acceso Denegado</faultstring></e:Fault></e:Body></e:Envelope>',
        500
      )
    ],
    ['a DOCTYPE inside', soap(`<!DOCTYPE a [<!ENTITY b "EPR">]>${state('&b;').replace(/<\?xml.*?\?>/, '')}`)],
    ['fifty thousand elements', xml(`<a>${'<b/>'.repeat(50_000)}</a>`)],
    ['elements nested ten thousand deep', xml('<a>'.repeat(10_000) + '</a>'.repeat(10_000))]
  ]
  it.each(troubles)('is unavailable after %s', async (_, reply) => {
    sii.on(queryEstUp, reply)

    expect((await gatewayTo(sii.url).envelopeStatus(andes, query)).kind).toBe('unavailable')
  })

  it('is unavailable when the SII issues no token', async () => {
    sii.on('/DTEWS/CrSeed.jws', page('mantención'))

    expect(await gatewayTo(sii.url).envelopeStatus(andes, query)).toMatchObject({
      kind: 'unavailable', cause: expect.stringContaining('no seed') as string
    })
  })
})

describe('the status of an envelope of boletas', () => {
  it('sends RUT and track id, with the token as a cookie', async () => {
    sii.on(boletaStatus, json({ estado: 'REC' }))

    expect(await gatewayTo(sii.url).envelopeStatus(andes, boletaQuery)).toEqual({
      kind: 'pending', state: 'REC', gloss: ''
    })
    const request = first(sii.requestsTo(boletaStatus))
    expect(request.method).toBe('GET')
    expect(request.path).toBe(boletaStatus)
    expect(request.headers.cookie).toMatch(/^TOKEN=BOLTOKEN/)
  })

  it('reads counters and the reasons of each boleta with errors from EPR', async () => {
    sii.on(
      boletaStatus,
      json({
        rut_emisor: '99999999-9',
        rut_envia: '11111111-1',
        trackid: 123456789012345,
        fecha_recepcion: '20/11/2026 10:15:00',
        estado: 'EPR',
        estadistica: [{ tipo: 39, informados: 3, aceptados: '1', rechazados: 1, reparos: 1 }],
        detalle_rep_rech: [
          {
            tipo: 39,
            folio: 8,
            estado: 'RCH',
            descripcion: 'DTE Rechazado',
            error: [{
              seccion: 'DTE', linea: 0, nivel: 3, codigo: 505, descripcion: 'Firma DTE Incorrecta', detalle: null
            }]
          },
          {
            tipo: 39, folio: 9, estado: 'RPR', descripcion: 'Aceptado con reparos',
            error: [{ seccion: 'DET', linea: 2, nivel: 2, codigo: '210', descripcion: 'Monto', detalle: 'no cuadra' }]
          },
          { tipo: 39, folio: 10, estado: 'RCH', descripcion: 'Rechazado', error: null }
        ]
      })
    )

    expect(await gatewayTo(sii.url).envelopeStatus(andes, boletaQuery)).toEqual({
      kind: 'processed',
      state: 'EPR',
      gloss: '',
      subtotals: [{ documentType: 39, informed: 3, accepted: 1, rejected: 1, objected: 1 }],
      documents: [
        {
          documentType: 39, folio: 8, state: 'RCH',
          reasons: [{ code: 'DTE-3-505', description: 'Firma DTE Incorrecta' }]
        },
        {
          documentType: 39, folio: 9, state: 'RPR',
          reasons: [{ code: 'DET-2-210', description: 'Monto; no cuadra; línea 2' }]
        },
        { documentType: 39, folio: 10, state: 'RCH', reasons: [{ code: 'RCH', description: 'Rechazado' }] }
      ]
    })
  })

  it('keeps the reasons of a refused envelope', async () => {
    sii.on(
      boletaStatus,
      json({
        estado: 'RSC',
        estadistica: [],
        detalle_rep_rech: [{
          tipo: null, folio: null, estado: 'RSC', descripcion: 'Envio rechazado',
          error: [{ seccion: 'SCH', linea: 0, nivel: 3, codigo: 'SCH-00001', descripcion: 'esquema', detalle: '' }]
        }]
      })
    )

    expect(await gatewayTo(sii.url).envelopeStatus(andes, boletaQuery)).toEqual({
      kind: 'refused', state: 'RSC', gloss: '', reasons: [{ code: 'SCH-00001', description: 'esquema' }]
    })
  })

  it('answers a 401 with a new token, once', async () => {
    sii.on(boletaStatus, plain('NO ESTA AUTENTICADO', 401), json({ estado: 'SOK' }))

    expect((await gatewayTo(sii.url).envelopeStatus(andes, boletaQuery)).kind).toBe('pending')
  })

  const troubles: [string, Reply][] = [
    ['EPR without counters', json({ estado: 'EPR' })],
    ['404', plain('no existe', 404)],
    ['500', plain('error', 500)],
    ['a page', page('mantención')],
    ['cut JSON', bytes(Buffer.from('{"estado":"EP'), 'application/json')],
    ['JSON of another shape', json([1, 2])],
    [
      'counters that are no numbers',
      json({ estado: 'EPR', estadistica: [{ tipo: 39, informados: 'x', aceptados: 1, rechazados: 0, reparos: 0 }] })
    ],
    [
      'a counter that is absent',
      json({ estado: 'EPR', estadistica: [{ tipo: 39, informados: 1, aceptados: 1, rechazados: null, reparos: 0 }] })
    ],
    ['a reset', resetsTheConnection]
  ]
  it.each(troubles)('is unavailable after %s', async (_, reply) => {
    sii.on(boletaStatus, reply)

    expect((await gatewayTo(sii.url).envelopeStatus(andes, boletaQuery)).kind).toBe('unavailable')
  })
})
