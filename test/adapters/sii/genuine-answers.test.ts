import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defined } from '../../support/expecting.ts'
import { bytes, json, plain, soap, startScriptedSii, xml, type Reply, type ScriptedSii } from './support/scripted-sii.ts'
import { andes, gatewayTo } from './support/world.ts'

/** Answers of the SII as others met them (docs/sources.md, S40), personal details replaced. */

let sii: ScriptedSii
beforeEach(async () => { sii = await startScriptedSii() })
afterEach(async () => { await sii.close() })

const boletaQuery = { kind: 'BOLETA', issuerTaxNumber: '99999999-9', trackId: '100000000000123' } as const
const query = { kind: 'DTE', issuerTaxNumber: '99999999-9', trackId: '0251767784' } as const
const envelope = { issuerTaxNumber: '99999999-9', fileName: 'envio.xml', bytes: Buffer.from('<x/>') }
const document = { issuerTaxNumber: '99999999-9', documentType: 33, folio: 1 }

const html = (text: string): Reply => bytes(Buffer.from(text), 'text/html')
const crlf = (text: string): string => text.replaceAll('\n', '\r\n')
const deadSession = html(
  '<HTML> <HEAD> <TITLE>Error 501</TITLE> </HEAD> <BODY> <div align="center"><center> <table border="0" cellpadding="0" cellspacing="0" width="630"> <tr> <td colspan="2"></tr>'
)
const deadToken = (status: number): Reply => xml(
  '<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body><S:Fault><faultcode>S:Server</faultcode><faultstring>Error de Autenticacion: TOKEN invalido</faultstring></S:Fault></S:Body></S:Envelope>',
  status
)
const received: Reply = html(crlf(`<?xml version="1.0"?>
<RECEPCIONDTE>
<RUTSENDER>11111111-1</RUTSENDER>
<RUTCOMPANY>99999999-9</RUTCOMPANY>
<FILE>envio.xml</FILE>
<TIMESTAMP>2026-09-23 20:12:02</TIMESTAMP>
<STATUS>0</STATUS>

<TRACKID>0260003916</TRACKID>
</RECEPCIONDTE>
`))

describe('a rejected session requests a new token, once', () => {
  const tokens = (): number => sii.requests.filter(({ path }) => /GetTokenFromSeed|electronica\.token/.test(path)).length

  it('for an upload answered with the page "Error 501"', async () => {
    sii.on('/cgi_dte/UPL/DTEUpload', deadSession, received)

    expect(await gatewayTo(sii.url).upload(andes, { kind: 'DTE', ...envelope }))
      .toEqual({ kind: 'received', trackId: '0260003916' })
    expect(tokens()).toBe(2)
  })

  it('and an upload that every session rejects is neither received nor refused', async () => {
    sii.on('/cgi_dte/UPL/DTEUpload', deadSession)

    expect((await gatewayTo(sii.url).upload(andes, { kind: 'DTE', ...envelope })).kind).toBe('notSent')
    expect(sii.requestsTo('DTEUpload')).toHaveLength(2)
  })

  it('for boletas whose upload loses the token on its way', async () => {
    sii.on('/boleta.electronica.envio', plain('No trae TOKEN', 400))

    expect(await gatewayTo(sii.url).upload(andes, { kind: 'BOLETA', ...envelope }))
      .toMatchObject({ kind: 'refused', retry: 'later' })
    expect(tokens()).toBe(2)
  })

  it.each([200, 500])('for the registry, whose fault arrives with HTTP %i', async (status) => {
    sii.on('registroreclamodteservice', deadToken(status))

    expect(await gatewayTo(sii.url).registry.events(andes, document)).toMatchObject({
      kind: 'unavailable', cause: expect.stringContaining('TOKEN invalido') as string
    })
    expect(sii.requestsTo('registroreclamodteservice')).toHaveLength(4)
    expect(tokens()).toBe(4)
  })

  it('for QueryEstUp, which answers that the token does not exist', async () => {
    const answer = (body: string): string =>
      `<?xml version="1.0" encoding="UTF-8"?>\r\n<SII:RESPUESTA xmlns:SII="http://www.sii.cl/XMLSchema">\r\n    <SII:RESP_HDR>\r\n${body}\r\n    </SII:RESP_HDR>\r\n</SII:RESPUESTA>`
    sii.on('QueryEstUp', soap(answer('<ESTADO>001</ESTADO><GLOSA>TOKEN NO EXISTE</GLOSA>')), soap(answer('<ESTADO>SOK</ESTADO>')))

    expect((await gatewayTo(sii.url).envelopeStatus(andes, query)).kind).toBe('pending')
  })
})

describe('an envelope of documents', () => {
  const line = (type: number, counters: number[]): string =>
    ['INFORMADOS', 'ACEPTADOS', 'RECHAZADOS', 'REPAROS'].reduce(
      (text, name, index) => `${text}\n        <${name}>${counters[index]}</${name}>`, `        <TIPO_DOCTO>${type}</TIPO_DOCTO>`
    )

  it('may omit a type from its counters, which then has no verdict', async () => {
    sii.on('QueryEstUp', soap(crlf(`<?xml version="1.0" encoding="UTF-8"?>
<SII:RESPUESTA xmlns:SII="http://www.sii.cl/XMLSchema">
    <SII:RESP_BODY>
${line(33, [2, 2, 0, 0])}
    </SII:RESP_BODY>
    <SII:RESP_HDR>
        <TRACKID>0251767784</TRACKID>
        <ESTADO>EPR</ESTADO>
        <GLOSA>Envio Procesado</GLOSA>
        <NUM_ATENCION>15204 ( 2026/09/23 20:14:21)</NUM_ATENCION>
    </SII:RESP_HDR>
</SII:RESPUESTA>`)))

    expect(await gatewayTo(sii.url).envelopeStatus(andes, query)).toEqual({
      kind: 'processed', state: 'EPR', gloss: 'Envio Procesado', documents: [],
      subtotals: [{ documentType: 33, informed: 2, accepted: 2, rejected: 0, objected: 0 }]
    })
  })

  it('is queried in the other namespace when the service does not know the operation in the first', async () => {
    const fault = xml(
      '<e:Envelope xmlns:e="urn:e"><e:Body><e:Fault><faultstring>No such operation &apos;getEstUp&apos;</faultstring></e:Fault></e:Body></e:Envelope>', 500
    )
    sii.on('QueryEstUp', fault, soap('<RESPUESTA><RESP_HDR><ESTADO>SOK</ESTADO></RESP_HDR></RESPUESTA>'))

    expect((await gatewayTo(sii.url).envelopeStatus(andes, query)).kind).toBe('pending')
    expect(sii.requestsTo('QueryEstUp').map(({ body }) => defined(/xmlns:m="([^"]+)"/.exec(body.toString()))[1])).toEqual([
      'https://maullin.sii.cl/DTEWS/QueryEstUp.jws', 'http://DefaultNamespace'
    ])
  })

  it.each([['LSO', 'pending'], ['LOK', 'processed'], ['LTC', 'processed'], ['LRE', 'refused'], ['LRP', 'refused']])(
    'or a book in state %s is %s', async (code, kind) => {
      sii.on('QueryEstUp', soap(`<RESPUESTA><RESP_HDR><ESTADO>${code}</ESTADO></RESP_HDR></RESPUESTA>`))

      expect((await gatewayTo(sii.url).envelopeStatus(andes, { ...query, isBook: true })).kind).toBe(kind)
    }
  )

  it.each([
    ['SDK', 'pending'], ['PEN', 'pending'],
    ['RDC', 'refused'], ['RCR', 'refused'], ['RCS', 'refused'], ['FNA', 'refused'], ['XYZ', 'unavailable']
  ])('in state %s, which other programs use, is %s', async (code, kind) => {
    sii.on('QueryEstUp', soap(`<RESPUESTA><RESP_HDR><ESTADO>${code}</ESTADO></RESP_HDR></RESPUESTA>`))

    expect((await gatewayTo(sii.url).envelopeStatus(andes, query)).kind).toBe(kind)
  })
})

describe('an envelope of boletas', () => {
  const statusOf = async (content: object) => {
    sii.on('/boleta.electronica.envio/', json({ trackid: 100000000000123, ...content }))
    return await gatewayTo(sii.url).envelopeStatus(andes, boletaQuery)
  }

  it('has counters before its verdicts', async () => {
    expect(await statusOf({
      estado: 'EPR', detalle_rep_rech: null,
      estadistica: [{ tipo: 39, informados: 2, aceptados: 0, rechazados: 0, reparos: 0 }]
    })).toMatchObject({ kind: 'processed', subtotals: [{ informed: 2, accepted: 0, rejected: 0, objected: 0 }] })
  })

  it.each([
    ['null', null], ['empty', []],
    ['without a counter', [{ tipo: 39, informados: 2, aceptados: null, rechazados: null, reparos: null }]]
  ])('has no verdict while its statistics are %s', async (_, estadistica) => {
    expect((await statusOf({ estado: 'EPR', estadistica, detalle_rep_rech: null })).kind).toBe('unavailable')
    expect(await statusOf({ estado: 'REC', estadistica, detalle_rep_rech: null })).toEqual({
      kind: 'pending', state: 'REC', gloss: ''
    })
  })

  it('is refused as a whole, with its reason', async () => {
    expect(await statusOf({
      estado: 'EPR', estadistica: [],
      detalle_rep_rech: [{
        tipo: null, folio: null, estado: 'RCH', descripcion: 'Envio Rechazado',
        error: [{ seccion: 'CRT', linea: 0, nivel: 3, codigo: 19, descripcion: 'Fecha/Numero Resolucion Invalido', detalle: '' }]
      }]
    })).toEqual({
      kind: 'refused', state: 'RCH', gloss: '',
      reasons: [{ code: 'CRT-3-19', description: 'Fecha/Numero Resolucion Invalido' }]
    })
  })

  it('reports state REC with its counters filled', async () => {
    expect(await statusOf({
      estado: 'REC', estadistica: [{ tipo: 39, informados: 1, aceptados: 1, rechazados: 0, reparos: 0 }]
    })).toEqual({ kind: 'pending', state: 'REC', gloss: '', isCounted: true })
  })
})

it('the text of a refused upload is kept when it follows STATUS outside of any element', async () => {
  sii.on('DTEUpload', html(
    '<RECEPCIONDTE><RUTSENDER>1-9</RUTSENDER><STATUS>7</STATUS>\nEsquema Invalido (SCH-00001)\n</RECEPCIONDTE>'
  ))

  expect(await gatewayTo(sii.url).upload(andes, { kind: 'DTE', ...envelope })).toMatchObject({
    kind: 'refused', status: '7', details: ['Esquema Invalido (SCH-00001)']
  })
})

it('a token that is refused with "Error Interno" names the signature and the certificate', async () => {
  sii.on('GetTokenFromSeed', soap('<RESPUESTA><RESP_HDR><ESTADO>10</ESTADO><GLOSA>Error Interno</GLOSA></RESP_HDR></RESPUESTA>', 'getToken'))

  expect(await gatewayTo(sii.url).envelopeStatus(andes, query)).toMatchObject({
    kind: 'unavailable', cause: expect.stringMatching(/ESTADO 10, Error Interno.*certificate/) as string
  })
})

it("an HTML page from the registry's proxy says nothing about the document", async () => {
  sii.on('registroreclamodteservice', bytes(
    Buffer.from('<html><body><h1>503 Service Unavailable</h1></body></html>'), 'text/html', 503
  ))

  expect(await gatewayTo(sii.url).registry.events(andes, document)).toMatchObject({
    kind: 'unavailable', cause: expect.stringContaining('503') as string
  })
})
