import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SiiCall } from '../../../src/adapters/sii/client.ts'
import { first } from '../../support/expecting.ts'
import { holdLimits, limitPasses } from '../../support/held-limits.ts'
import { patience } from '../../support/patience.ts'
import {
  bytes,
  cutsOff,
  drips,
  floods,
  json,
  neverAnswers,
  page,
  plain,
  receipt,
  resetsTheConnection,
  startScriptedSii,
  soap,
  tokenAnswer,
  xml,
  type Reply,
  type ScriptedSii
} from './support/scripted-sii.ts'
import { andes, boletas, envelope, gatewayTo } from './support/world.ts'

const dteUpload = '/cgi_dte/UPL/DTEUpload'
const boletaUpload = '/recursos/v1/boleta.electronica.envio'

let sii: ScriptedSii
beforeEach(async () => { sii = await startScriptedSii() })
afterEach(async () => {
  vi.useRealTimers()
  await sii.close()
})

describe('the request of DTEUpload', () => {
  it('carries the four RUT fields and the untouched file, byte for byte', async () => {
    sii.on(dteUpload, xml(receipt(0, '<TRACKID>0245678901</TRACKID>')))

    await gatewayTo(sii.url).upload(andes, envelope)

    const boundary = `Timbre${createHash('sha256').update(envelope.bytes).digest('hex').slice(0, 32)}`
    const expected = Buffer.concat([
      Buffer.from([
        `--${boundary}`,
        'Content-Disposition: form-data; name="rutSender"',
        '',
        '11111111',
        `--${boundary}`,
        'Content-Disposition: form-data; name="dvSender"',
        '',
        '1',
        `--${boundary}`,
        'Content-Disposition: form-data; name="rutCompany"',
        '',
        '99999999',
        `--${boundary}`,
        'Content-Disposition: form-data; name="dvCompany"',
        '',
        '9',
        `--${boundary}`,
        'Content-Disposition: form-data; name="archivo"; filename="EnvioDTE.xml"',
        'Content-Type: text/xml',
        '',
        ''
      ].join('\r\n')),
      envelope.bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`)
    ])
    const request = first(sii.requestsTo(dteUpload))
    expect(request?.body.equals(expected)).toBe(true)
    expect(request?.method).toBe('POST')
    expect(request?.path).toBe(dteUpload)
    expect(request?.headers['content-type']).toBe(`multipart/form-data; boundary=${boundary}`)
    expect(request?.headers['content-length']).toBe(String(expected.length))
  })

  it('is not chunked, has a user agent, and sends the token as a cookie', async () => {
    sii.on(dteUpload, xml(receipt(0, '<TRACKID>1</TRACKID>')))

    await gatewayTo(sii.url).upload(andes, envelope)

    const headers = first(sii.requestsTo(dteUpload)).headers
    expect(headers['transfer-encoding']).toBeUndefined()
    expect(headers['user-agent']).toBe('Mozilla/4.0 (compatible; PROG 1.0; Windows NT 5.0; YComp 5.0.2.4)')
    expect(headers.cookie).toBe('TOKEN=DTETOKEN2')
  })

  it('sends several megabytes whole', async () => {
    const large = { ...envelope, bytes: Buffer.alloc(6 * 1024 * 1024, 'Documento ') }
    sii.on(dteUpload, xml(receipt(0, '<TRACKID>1</TRACKID>')))

    await gatewayTo(sii.url).upload(andes, large)

    expect(first(sii.requestsTo(dteUpload)).body.includes(large.bytes)).toBe(true)
  })
})

describe('the answer of DTEUpload', () => {
  const answers: [string, Reply, object][] = [
    ['STATUS 0 with a track id', xml(receipt(0, '<TRACKID>0245678901</TRACKID>')), {
      kind: 'received', trackId: '0245678901'
    }],
    [
      'STATUS 0 in another order, with prefixes',
      xml(
        '<s:RECEPCIONDTE xmlns:s="urn:x"><s:TRACKID> 245678901 </s:TRACKID><s:STATUS> 0 </s:STATUS></s:RECEPCIONDTE>'
      ),
      { kind: 'received', trackId: '245678901' }
    ],
    [
      'STATUS 0 in CDATA',
      xml('<RECEPCIONDTE><STATUS><![CDATA[0]]></STATUS><TRACKID><![CDATA[245678901]]></TRACKID></RECEPCIONDTE>'),
      { kind: 'received', trackId: '245678901' }
    ],
    ['a readable STATUS under HTTP 500', xml(receipt(8), 500), {
      kind: 'refused', status: '8', retry: 'never', details: []
    }],
    ['STATUS 1', xml(receipt(1)), { kind: 'refused', status: '1', retry: 'never', details: [] }],
    ['STATUS 2', xml(receipt(2)), { kind: 'refused', status: '2', retry: 'never', details: [] }],
    ['STATUS 3, cut on the way', xml(receipt(3)), { kind: 'refused', status: '3', retry: 'later', details: [] }],
    ['STATUS 6', xml(receipt(6)), { kind: 'refused', status: '6', retry: 'never', details: [] }],
    [
      'STATUS 7 with its details',
      xml(
        receipt(
          7,
          '<DETAIL><ERROR>LSX-00265: attribute "version"</ERROR><ERROR>LSX-00213: only 0 occurrences</ERROR></DETAIL>'
        )
      ),
      {
        kind: 'refused', status: '7', retry: 'never',
        details: ['LSX-00265: attribute "version"', 'LSX-00213: only 0 occurrences']
      }
    ],
    ['STATUS 9', xml(receipt(9)), { kind: 'refused', status: '9', retry: 'later', details: [] }],
    ['a STATUS of no table', xml(receipt(42)), { kind: 'refused', status: '42', retry: 'later', details: [] }],
    ['STATUS 99 with its TRACKID', xml(receipt(99, '<TRACKID>245678901</TRACKID>')), {
      kind: 'duplicate', trackId: '245678901'
    }],
    [
      'STATUS 99 that tells the old track id in words',
      xml(receipt(99, '<DETAIL><ERROR>Envio ya recibido con TrackId: 245678901 el 20-11-2026</ERROR></DETAIL>')),
      { kind: 'duplicate', trackId: '245678901' }
    ],
    ['STATUS 99 without a track id', xml(receipt(99)), { kind: 'duplicate', trackId: undefined }]
  ]
  it.each(answers)('%s', async (_, reply, expected) => {
    sii.on(dteUpload, reply)

    const outcome = await gatewayTo(sii.url).upload(andes, envelope)

    expect(outcome).toEqual(expected)
  })

  it('reads the words of a Latin-1 answer', async () => {
    const text = receipt(7, '<DETAIL><ERROR>Giro no válido: peña</ERROR></DETAIL>').replace(
      '?>', ' encoding="ISO-8859-1"?>'
    )
    sii.on(dteUpload, bytes(Buffer.from(text, 'latin1'), 'text/xml'))

    const outcome = await gatewayTo(sii.url).upload(andes, envelope)

    expect(outcome).toMatchObject({ kind: 'refused', details: ['Giro no válido: peña'] })
  })

  it('reads a Latin-1 answer that is labelled UTF-8', async () => {
    sii.on(
      dteUpload,
      bytes(Buffer.from(receipt(7, '<DETAIL><ERROR>peña</ERROR></DETAIL>'), 'latin1'), 'text/xml; charset=UTF-8')
    )

    const outcome = await gatewayTo(sii.url).upload(andes, envelope)

    expect(outcome).toMatchObject({ kind: 'refused', details: ['peña'] })
  })
})

describe('an upload with an unknown outcome', () => {
  const oddities: [string, Reply][] = [
    ['a page under HTTP 200', page('HA OCURRIDO UN ERROR EN EL UPLOAD')],
    ['Error 500 as a page', page('Error 500', 500)],
    ['502 as a page', page('Bad Gateway', 502)],
    ['a redirect', (_, response) => { response.writeHead(302, { Location: '/elsewhere' }).end() }],
    ['an empty answer', bytes(Buffer.alloc(0), 'text/xml')],
    ['an XML answer cut in the middle', xml(receipt(0, '<TRACKID>0245678901</TRACKID>').slice(0, -20))],
    ['a connection cut after a whole STATUS', cutsOff(receipt(0, '<TRACKID>0245678901</TRACKID>'))],
    ['a reset without an answer', resetsTheConnection],
    ['an answer without end', floods],
    [
      'an answer of two megabytes',
      bytes(Buffer.from(receipt(0, `<TRACKID>1</TRACKID>${' '.repeat(2 * 1024 * 1024)}`)), 'text/xml')
    ],
    ['STATUS 0 without a track id', xml(receipt(0))],
    ['STATUS 0 with a track id of zeros', xml(receipt(0, '<TRACKID>0000000000</TRACKID>'))],
    ['STATUS 0 with a track id that is no number', xml(receipt(0, '<TRACKID>pending</TRACKID>'))],
    ['a STATUS that is no number', xml(receipt('OK', '<TRACKID>1</TRACKID>'))],
    ['an empty STATUS', xml(receipt('', '<TRACKID>1</TRACKID>'))],
    ['two STATUS that disagree', xml(receipt(0, '<TRACKID>1</TRACKID><STATUS>7</STATUS>'))],
    [
      'a receipt with a DOCTYPE',
      xml(`<!DOCTYPE r [<!ENTITY a "0">]>${receipt('&a;', '<TRACKID>1</TRACKID>').replace(/<\?xml.*\?>/, '')}`)
    ],
    ['a SOAP fault', soap('<x/>', 'fault')],
    ['words that are not HTTP', (_, response) => { response.socket?.end('STATUS 0\r\n\r\n') }]
  ]
  it.each(oddities)('%s', async (_, reply) => {
    sii.on(dteUpload, reply)

    const outcome = await gatewayTo(sii.url).upload(andes, envelope)

    expect(outcome.kind).toBe('unknown')
    expect(sii.requestsTo(dteUpload)).toHaveLength(1)
  })

  const silences: [string, Reply][] = [['no answer at all', neverAnswers], ['an answer that drips', drips]]
  it.each(silences)('%s, within its own time limit', async (_, reply) => {
    const timeouts = { queryMs: 3_600_000, uploadMs: 300_000 }
    sii.on(dteUpload, reply)
    holdLimits()
    const outcome = gatewayTo(sii.url, { timeouts }).upload(andes, envelope)
    await limitPasses(timeouts.uploadMs, () => sii.requestsTo(dteUpload).length > 0)

    expect(await outcome).toEqual({ kind: 'unknown', cause: 'timeout: no complete answer within 300000 ms' })
    expect(sii.requestsTo(dteUpload)).toHaveLength(1)
  })

  it('a reset while the bytes are on their way', async () => {
    sii.resetBodiesOf(dteUpload)

    const outcome = await gatewayTo(sii.url).upload(andes, { ...envelope, bytes: Buffer.alloc(4 * 1024 * 1024) })

    expect(outcome.kind).toBe('unknown')
  })
})

// Long enough for any early answer; the body waits for as long.
const patient = { queryMs: patience.timeout, uploadMs: patience.timeout, earlyAnswerMs: patience.timeout / 2 }

describe('an upload that was never sent', () => {
  it('when nothing listens', async () => {
    await sii.close()

    const outcome = await gatewayTo(sii.url).upload(andes, envelope)

    expect(outcome).toMatchObject({ kind: 'notSent', cause: expect.stringContaining('refused') as string })
    sii = await startScriptedSii()
  })

  it('when nothing listens any more, though the token is still valid', async () => {
    const gateway = gatewayTo(sii.url)
    sii.on(dteUpload, xml(receipt(0, '<TRACKID>77</TRACKID>')))
    await gateway.upload(andes, envelope)
    await sii.close()

    expect(await gateway.upload(andes, envelope)).toMatchObject({
      kind: 'notSent', cause: expect.stringContaining('refused') as string
    })
    sii = await startScriptedSii()
  })

  it('when the name does not resolve', async () => {
    const outcome = await gatewayTo('http://sii.invalid').upload(andes, envelope)

    expect(outcome).toMatchObject({ kind: 'notSent', cause: expect.stringContaining('dns') as string })
  })

  it('when TLS cannot be negotiated, tried a second time', async () => {
    const outcome = await gatewayTo(sii.url.replace('http:', 'https:')).upload(andes, envelope)

    expect(outcome).toMatchObject({ kind: 'notSent', cause: expect.stringContaining('tls') as string })
    expect(sii.connections()).toBe(2)
  })

  const fronts: [string, Parameters<ScriptedSii['atHeadersOf']>[1]][] = [
    ['a plain 503', (_, response) => { response.writeHead(503).end('maintenance') }],
    ['a page under 500', (_, response) => { response.writeHead(500, { 'Content-Type': 'text/html' }).end('<html/>') }],
    ['a reset', (incoming) => { incoming.socket.resetAndDestroy() }]
  ]
  it.each(fronts)('when a proxy refuses it before its body: %s', async (_, does) => {
    sii.atHeadersOf(dteUpload, does)

    const outcome = await gatewayTo(sii.url, { timeouts: patient }).upload(andes, envelope)

    expect(outcome.kind).toBe('notSent')
    expect(sii.bodyBytes()).toBe(0)
  })

  it('not even when an answer before its body says that it was received', async () => {
    sii.atHeadersOf(dteUpload, (_, response) => { response.end(receipt(0, '<TRACKID>77</TRACKID>')) })

    expect((await gatewayTo(sii.url, { timeouts: patient }).upload(andes, envelope)).kind).toBe('unknown')
  })

  it('when no simulator is set up', async () => {
    expect(await gatewayTo(undefined).upload(andes, envelope)).toMatchObject({ kind: 'notSent' })
  })

  it('when the SII issues no seed', async () => {
    sii.on(
      '/DTEWS/CrSeed.jws', soap('<RESPUESTA><RESP_HDR><ESTADO>-2</ESTADO><GLOSA>DB</GLOSA></RESP_HDR></RESPUESTA>')
    )

    const outcome = await gatewayTo(sii.url).upload(andes, envelope)

    expect(outcome).toEqual({ kind: 'notSent', cause: 'no seed: ESTADO -2, DB' })
    expect(sii.requestsTo(dteUpload)).toHaveLength(0)
  })

  it('when the token is refused to the certificate', async () => {
    sii.on(
      '/DTEWS/GetTokenFromSeed.jws',
      soap('<RESPUESTA><RESP_HDR><ESTADO>-3</ESTADO><GLOSA>No registrado</GLOSA></RESP_HDR></RESPUESTA>')
    )

    expect(await gatewayTo(sii.url).upload(andes, envelope)).toEqual({
      kind: 'notSent', cause: 'no token: ESTADO -3, No registrado'
    })
  })

  it('when the certificate cannot sign the seed', async () => {
    const signSeed = () => { throw new Error('no SHA-1 here') }

    expect(await gatewayTo(sii.url, { signSeed }).upload(andes, envelope)).toMatchObject({ kind: 'notSent' })
    expect(sii.requestsTo(dteUpload)).toHaveLength(0)
  })

  it('when a token would split a header', async () => {
    sii.on('/DTEWS/GetTokenFromSeed.jws', soap(tokenAnswer('A&#10;Set-Cookie: x')))

    expect(await gatewayTo(sii.url).upload(andes, envelope)).toMatchObject({ kind: 'notSent' })
  })
})

describe('a token that is refused (STATUS 5)', () => {
  it('is replaced, and the same bytes are sent once more', async () => {
    sii.on(dteUpload, xml(receipt(5)), xml(receipt(0, '<TRACKID>77</TRACKID>')))

    const outcome = await gatewayTo(sii.url).upload(andes, envelope)

    const requests = sii.requestsTo(dteUpload)
    expect(outcome).toEqual({ kind: 'received', trackId: '77' })
    expect(new Set(requests.map(({ body }) => body.toString('latin1'))).size).toBe(1)
    expect(new Set(requests.map(({ headers }) => headers.cookie)).size).toBe(2)
  })

  it('twice is not replaced again', async () => {
    sii.on(dteUpload, xml(receipt(5)))

    const outcome = await gatewayTo(sii.url).upload(andes, envelope)

    expect(outcome).toEqual({ kind: 'refused', status: '5', retry: 'later', details: [] })
    expect(sii.requestsTo(dteUpload)).toHaveLength(2)
  })

  it('leaves nothing at the SII when no other token is issued', async () => {
    sii.on(dteUpload, xml(receipt(5)))
    sii.on(
      '/DTEWS/CrSeed.jws',
      soap(
        '<RESPUESTA><RESP_BODY><SEMILLA>000000000001</SEMILLA></RESP_BODY><RESP_HDR><ESTADO>00</ESTADO></RESP_HDR></RESPUESTA>'
      ),
      page('closed')
    )

    expect(await gatewayTo(sii.url).upload(andes, envelope)).toMatchObject({ kind: 'notSent' })
  })
})

describe('boletas', () => {
  it('use the same form with their own path and token', async () => {
    sii.on(
      boletaUpload,
      json({
        rut_emisor: '99999999-9', rut_envia: '11111111-1', trackid: 123456789012345,
        fecha_recepcion: '20/11/2026 10:15:00', estado: 'REC', file: 'EnvioBOLETA.xml'
      })
    )

    const outcome = await gatewayTo(sii.url).upload(andes, boletas)

    const request = first(sii.requestsTo(boletaUpload))
    expect(outcome).toEqual({ kind: 'received', trackId: '123456789012345' })
    expect(request.headers.cookie).toBe('TOKEN=BOLTOKEN2')
    expect(request.headers['user-agent']).toContain('PROG 1.0')
    expect(request.headers['content-length']).toBe(String(request.body.length))
    expect(request.body.toString('latin1')).toMatch(
      /name="rutSender"[^]*name="dvSender"[^]*name="rutCompany"[^]*name="dvCompany"[^]*name="archivo"; filename="EnvioBOLETA\.xml"\r\nContent-Type: text\/xml/
    )
    expect(sii.requestsTo('/DTEWS')).toHaveLength(0)
  })

  const answers: [string, Reply, object][] = [
    ['a track id as text', json({ trackid: '123456789012345', estado: 'REC' }), {
      kind: 'received', trackId: '123456789012345'
    }],
    ['400 in words', plain('rut_emisor invalido', 400), {
      kind: 'refused', status: '400', retry: 'never', details: ['rut_emisor invalido']
    }],
    ['400 in words of another encoding', plain([...'rut_emisor invalido'].join('\0'), 400), {
      kind: 'unknown', cause: 'HTTP 400: r u t _ e m i s o r i n v a l i d o'
    }],
    ['a refusal that is sent twice in one answer', plain('{"codigo":99,"x":1}{"codigo":99,"x":1}', 400), {
      kind: 'unknown', cause: 'HTTP 400: {"codigo":99,"x":1}{"codigo":99,"x":1}'
    }],
    ['429 in words', plain('rate limit', 429), {
      kind: 'refused', status: '429', retry: 'later', details: ['rate limit']
    }],
    ['STATUS 99 in JSON', json({ STATUS: 99, glosa: 'trackid 123456789012345' }, 400), {
      kind: 'duplicate', trackId: '123456789012345'
    }],
    ['STATUS 99 in words', plain('STATUS: 99, identificador de envío 123456789012345', 400), {
      kind: 'duplicate', trackId: '123456789012345'
    }],
    [
      'code 99 that tells the old track id',
      json({
        estado: '99', codigo: 99,
        descripcion: 'Envio ya fue recibido anteriormente con Identificador de envio 123456789012345'
      }, 400),
      { kind: 'duplicate', trackId: '123456789012345' }
    ],
    ['code 7', json({ estado: '7', codigo: 7, descripcion: 'LSX-00204' }, 400), {
      kind: 'refused', status: '7', retry: 'never', details: ['LSX-00204']
    }],
    ['code 9', json({ codigo: 9, descripcion: null }, 400), {
      kind: 'refused', status: '9', retry: 'later', details: ['{"codigo":9,"descripcion":null}']
    }],
    ['STATUS 99 in XML', xml(receipt(99, '<GLOSA>TRACKID 123456789012345</GLOSA>')), {
      kind: 'duplicate', trackId: '123456789012345'
    }],
    ['STATUS 7 in XML', xml(receipt(7)), { kind: 'refused', status: '7', retry: 'never', details: [] }]
  ]
  it.each(answers)('%s', async (_, reply, expected) => {
    sii.on(boletaUpload, reply)

    expect(await gatewayTo(sii.url).upload(andes, boletas)).toEqual(expected)
  })

  const oddities: [string, Reply][] = [
    ['200 without a track id', json({ estado: 'REC' })],
    ['200 with track id 0', json({ trackid: 0 })],
    ['200 with a track id that is an object', json({ trackid: {} })],
    ['200 with a page', page('mantención')],
    ['200 with cut JSON', bytes(Buffer.from('{"trackid":1234567890'), 'application/json')],
    ['500 in JSON', json({ status: 500, error: 'Internal Server Error' }, 500)],
    ['500 with a SOAP fault', xml('<Fault><faultstring>Acceso Denegado</faultstring></Fault>', 500)],
    ['400 with a page', page('blocked', 400)],
    ['400 without words', plain('', 400)],
    ['a reset', resetsTheConnection]
  ]
  it.each(oddities)('leaves the outcome unknown: %s', async (_, reply) => {
    sii.on(boletaUpload, reply)

    const outcome = await gatewayTo(sii.url).upload(andes, boletas)

    expect(outcome.kind).toBe('unknown')
    expect(sii.requestsTo(boletaUpload)).toHaveLength(1)
  })

  it('answers a 401 with a new token, once', async () => {
    sii.on(boletaUpload, plain('NO ESTA AUTENTICADO', 401))

    const outcome = await gatewayTo(sii.url).upload(andes, boletas)

    expect(outcome).toEqual({ kind: 'refused', status: '401', retry: 'later', details: ['NO ESTA AUTENTICADO'] })
    expect(sii.requestsTo(boletaUpload)).toHaveLength(2)
  })

  it('stop at a 401 about missing rights', async () => {
    sii.on(boletaUpload, plain('Usuario no autorizado a enviar documentos de la empresa', 401))

    expect(await gatewayTo(sii.url).upload(andes, boletas)).toMatchObject({
      kind: 'refused', status: '401', retry: 'never'
    })
  })
})

it('reports metrics of each call, without secrets', async () => {
  const calls: SiiCall[] = []
  sii.on(dteUpload, resetsTheConnection)

  await gatewayTo(sii.url, { onCall: (call) => { calls.push(call) } }).upload(andes, envelope)

  expect(calls.map(({ operation, result, httpStatus }) => [operation, result, httpStatus])).toEqual([
    ['seed', 'answered', 200], ['token', 'answered', 200], ['upload', 'reset', undefined]
  ])
  expect(JSON.stringify(calls)).not.toContain('TOKEN2')
})
