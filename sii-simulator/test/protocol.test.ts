import { connect } from 'node:net'
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { prepareSimulator, tag } from './support/client.ts'
import {
  envelope, holder, issue, issuer, receiver, sheet, signedSeed, signerOf, type Caf, type Issued, type Signer
} from './support/documents.ts'
import { defined } from '../../test/support/expecting.ts'

/** By the SII's manuals; genuine-answers.test.ts has what differs. */

let prepared: Awaited<ReturnType<typeof prepareSimulator>>
let started: Awaited<ReturnType<typeof prepared.start>>
let signer: Signer
let caf: Caf
let token: string

beforeAll(async () => {
  prepared = await prepareSimulator()
  signer = prepared.signer
  caf = prepared.caf
})
afterAll(() => { prepared.dispose() })
beforeEach(async () => {
  started = await prepared.start({ answers: 'tidy' })
  token = started.token
})
afterEach(() => started.close())

const documentOf = (folio: number): Issued => issue(sheet({ folio }), caf, signer)
const envelopeOf = (...folios: number[]) => envelope(folios.map(documentOf), signer)
const textOf = async (response: Promise<Response>) => (await response).text()
const upload = (bytes: Buffer, options = {}) => textOf(started.client.upload(bytes, token, options))

describe('seed and token', () => {
  it.each(['DTE', 'BOLETA'] as const)('%s: a signed seed gives a token once', async (channel) => {
    const seed = await started.client.seed(channel)
    expect(seed).toMatch(/^\d{12}$/)
    const signed = signedSeed(seed, signer)

    const first = await started.client.requestToken(channel, signed)
    expect([tag(first, 'ESTADO'), tag(first, 'GLOSA')]).toEqual(['00', 'Token Creado'])
    expect(tag(first, 'TOKEN')).toMatch(/^[0-9A-F]{13}$/)
    expect(tag(await started.client.requestToken(channel, signed), 'ESTADO')).toBe('08')
  })

  it('a seed lives two minutes', async () => {
    const early = await started.client.seed('DTE')
    started.advance(119)
    expect(tag(await started.client.requestToken('DTE', signedSeed(early, signer)), 'ESTADO')).toBe('00')
    const late = await started.client.seed('DTE')
    started.advance(120)
    expect(tag(await started.client.requestToken('DTE', signedSeed(late, signer)), 'ESTADO')).toBe('08')
  })

  it('a seed for boletas is not valid for DTE', async () => {
    expect(
      tag(await started.client.requestToken('DTE', signedSeed(await started.client.seed('BOLETA'), signer)), 'ESTADO')
    ).toBe('08')
  })

  it.each([
    ['02', 'no XML', () => 'no XML'],
    ['04', 'no signature', (signed: string) => signed.replace(/<Signature[\s\S]*<\/Signature>/, '')],
    ['05', 'a changed seed', (signed: string) => signed.replace(/<Semilla>\d/, '<Semilla>9')],
    ['06', 'no seed', (signed: string) => signed.replace(/<item>.*<\/item>/, '')],
    ['11', 'no certificate', (signed: string) => signed.replace(/<X509Data>[\s\S]*<\/X509Data>/, '')],
  ])('ESTADO %s: %s', async (status, _what, spoil) => {
    const signed = spoil(signedSeed(await started.client.seed('DTE'), signer))
    expect(tag(await started.client.requestToken('DTE', signed), 'ESTADO')).toBe(status)
  })

  it('ESTADO -3: a certificate that has expired', async () => {
    const expired = await started.client.certificate({
      validFrom: '2020-01-01T00:00:00Z', validTo: '2023-01-01T00:00:00Z'
    })
    expect(
      tag(await started.client.requestToken('DTE', signedSeed(await started.client.seed('DTE'), expired)), 'ESTADO')
    ).toBe('-3')
  })

  it('ESTADO 05: a key that is not the certificate’s', async () => {
    const key = createPrivateKey(
      generateKeyPairSync('rsa', {
        modulusLength: 2048, privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        publicKeyEncoding: { type: 'spki', format: 'pem' }
      }).privateKey
    )
    const signed = signedSeed(await started.client.seed('DTE'), signerOf(key, signer.certificate))
    expect(tag(await started.client.requestToken('DTE', signed), 'ESTADO')).toBe('05')
  })

  it('a call that is not XML gets a SOAP fault', async () => {
    const response = await fetch(`${started.client.base}/DTEWS/QueryEstUp.jws`, {
      method: 'POST', headers: { 'content-type': 'text/xml' }, body: 'no XML'
    })
    expect([response.status, tag(await response.text(), 'faultcode')]).toEqual([500, 'soapenv:Server.userException'])
  })

  it('parameters bind by position if their names differ', async () => {
    const text = await started.client.soap('/DTEWS/GetTokenFromSeed.jws', 'getToken', {
      in0: signedSeed(await started.client.seed('DTE'), signer)
    })
    expect(tag(text, 'ESTADO')).toBe('00')
  })
})

describe('DTEUpload', () => {
  it('STATUS 0 with a track id of ten digits', async () => {
    const text = await upload(envelopeOf(1))
    const trackId = tag(text, 'TRACKID')
    expect(trackId).toMatch(/^\d{10}$/)
    expect(text).toContain(
      `<RUTSENDER>${holder}</RUTSENDER><RUTCOMPANY>${issuer.rut}</RUTCOMPANY><FILE>envio.xml</FILE><TIMESTAMP>2026-11-20 12:00:00</TIMESTAMP><STATUS>0</STATUS><TRACKID>${trackId}</TRACKID>`
    )
  })

  it('STATUS 99 for the same bytes, with the old track id in its text', async () => {
    const bytes = envelopeOf(1)
    const trackId = tag(await upload(bytes), 'TRACKID')
    const again = await upload(bytes)
    expect(tag(again, 'STATUS')).toBe('99')
    expect(again).toContain(`Identificador de envio ${trackId}`)
    expect(again).not.toContain('TRACKID')
  })

  it('one of two concurrent equal uploads is the repetition', async () => {
    const bytes = envelopeOf(1)
    const statuses = (await Promise.all([upload(bytes), upload(bytes), upload(bytes)])).map((text) =>
      tag(text, 'STATUS')
    )
    expect(statuses.sort()).toEqual(['0', '99', '99'])
  })

  it('STATUS 1: a sender who may not send for the company, or is not the token’s holder', async () => {
    const stranger = await started.client.certificate({ holderTaxNumber: '11111111-1', authorise: false })
    const strangersToken = await started.client.token(stranger)
    expect(tag(await textOf(started.client.upload(envelopeOf(1), strangersToken, { sender: '11111111-1' })), 'STATUS'))
      .toBe('1')
    expect(tag(await textOf(started.client.upload(envelopeOf(1), strangersToken, { sender: holder })), 'STATUS')).toBe(
      '1'
    )
  })

  it('STATUS 2: a file that is too small', async () => {
    expect(tag(await upload(Buffer.from('<EnvioDTE/>')), 'STATUS')).toBe('2')
  })

  it('STATUS 3: a form without its end', async () => {
    const { boundary, body } = started.client.form(envelopeOf(1))
    const response = await fetch(`${started.client.base}/cgi_dte/UPL/DTEUpload`, {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`, 'user-agent': 'PROG 1.0', cookie: `TOKEN=${token}`
      },
      body: body.subarray(0, body.length - 100)
    })
    expect(tag(await response.text(), 'STATUS')).toBe('3')
  })

  it('STATUS 5: no token, a token of the boleta, a token after an hour', async () => {
    const boletaToken = await started.client.token(signer, 'BOLETA')
    for (const other of ['', 'NOSUCHTOKEN00', boletaToken]) {
      expect(tag(await textOf(started.client.upload(envelopeOf(1), other)), 'STATUS')).toBe('5')
    }
    started.advance(3600)
    expect(tag(await upload(envelopeOf(1)), 'STATUS')).toBe('5')
  })

  it('STATUS 6: a company that does not issue electronically', async () => {
    expect(tag(await upload(envelopeOf(1), { company: '44444444-4' }), 'STATUS')).toBe('6')
  })

  it.each([
    ['is not XML', (bytes: Buffer) => bytes.subarray(0, bytes.length - 10)],
    [
      'has a DOCTYPE',
      (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace('\n', '\n<!DOCTYPE EnvioDTE>\n'), 'latin1')
    ],
    [
      'is something else',
      (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replaceAll('EnvioDTE', 'EnvioOtro'), 'latin1')
    ]
  ])('STATUS 7: a file that %s', async (_what, spoil) => {
    const text = await upload(spoil(envelopeOf(1)))
    expect(tag(text, 'STATUS')).toBe('7')
    expect(text).toMatch(/<DETAIL><ERROR>L[SP]X-/)
  })

  it('answers a page to clients that do not send PROG 1.0, and stores nothing', async () => {
    expect(await upload(envelopeOf(1), { agent: 'Mozilla/5.0' })).toMatch(/^<html>/)
    expect((await started.client.ledger()).uploads).toEqual([])
  })

  it('refuses a body whose length is not declared', async () => {
    const answer = await rawRequest(
      started.client.base,
      'POST /cgi_dte/UPL/DTEUpload HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n0\r\n\r\n'
    )
    expect(answer).toMatch(/^HTTP\/1.1 411/)
  })
})

describe('QueryEstUp', () => {
  it('goes through the states at intervals, and never back', async () => {
    await started.client.post('/simulator/clock', { secondsPerState: 10 })
    const trackId = defined(tag(await upload(envelopeOf(1, 2)), 'TRACKID'))
    await started.client.ledger()
    const stateNow = async () => tag(await started.client.estUp(trackId, token), 'ESTADO')
    const seen = [await stateNow()]
    for (let step = 0; step < 6; step++) {
      started.advance(10)
      seen.push(await stateNow())
    }
    expect(seen).toEqual(['REC', 'SOK', 'FOK', 'CRT', 'PDR', 'EPR', 'EPR'])
    await started.client.post('/simulator/clock', { secondsPerState: 1000 })
    expect(await stateNow()).toBe('EPR')
  })

  it('counts per type when it is done, and only then', async () => {
    const caf34 = await started.client.caf(34)
    const bad = issue(sheet({ folio: 3, receptor: { RUTRecep: '88888888-9' } }), caf, signer)
    const objected = issue(
      sheet({ folio: 4, totals: { MntNeto: 4980, TasaIVA: 19, IVA: 946, MntTotal: 5927 } }), caf, signer
    )
    const bytes = envelope([documentOf(1), bad, objected, issue(sheet({ type: 34, folio: 1 }), caf34, signer)], signer)
    const trackId = defined(tag(await upload(bytes), 'TRACKID'))
    await started.client.ledger()

    const text = await started.client.estUp(trackId, token)
    expect(text).toContain(
      '<TIPO_DOCTO>33</TIPO_DOCTO><INFORMADOS>3</INFORMADOS><ACEPTADOS>1</ACEPTADOS><RECHAZADOS>1</RECHAZADOS><REPAROS>1</REPAROS>'
    )
    expect(text).toContain(
      '<TIPO_DOCTO>34</TIPO_DOCTO><INFORMADOS>1</INFORMADOS><ACEPTADOS>1</ACEPTADOS><RECHAZADOS>0</RECHAZADOS><REPAROS>0</REPAROS>'
    )
    expect(tag(text, 'NUM_ATENCION')).toMatch(/^\d+ \( 2026\/11\/20 12:00:00\)$/)
  })

  it('003 without a token, -6 for others’ companies, -11 for an unknown track id', async () => {
    await started.client.certificate({ taxNumber: '44444444-4', holderTaxNumber: '11111111-1' })
    expect(tag(await started.client.estUp('1', 'X'), 'ESTADO')).toBe('003')
    expect(tag(await started.client.estUp('1', token, '44444444-4'), 'ESTADO')).toBe('-6')
    const unknown = await started.client.estUp('1', token)
    expect([tag(unknown, 'ESTADO'), tag(unknown, 'ERR_CODE')]).toEqual(['-11', '1'])
  })
})

describe('QueryEstDte and QueryEstDteAv', () => {
  const [rut = '', digit = ''] = issuer.rut.split('-')
  const [rutRecep = '', digitRecep = ''] = receiver.rut.split('-')
  const asked = { RutReceptor: rutRecep, DvReceptor: digitRecep, TipoDte: 33, FolioDte: 1 }
  const estDte = async (fields = {}) => {
    const text = await started.client.soap('/DTEWS/QueryEstDte.jws', 'getEstDte', {
      RutConsultante: 12345678,
      DvConsultante: 5,
      RutCompania: rut,
      DvCompania: digit,
      ...asked,
      FechaEmisionDte: '20112026',
      MontoDte: 5926,
      Token: token,
      ...fields
    })
    return `${tag(text, 'ESTADO')} ${tag(text, 'ERR_CODE')}`
  }
  const estDteAv = (signature: string, fields = {}) =>
    started.client.soap('/DTEWS/services/QueryEstDteAv', 'getEstDteAv', {
      RutEmpresa: rut, DvEmpresa: digit, ...asked, FechaEmisionDte: '20-11-2026', MontoDte: 5926, FirmaDte: signature,
      Token: token, ...fields
    })

  it('DOK, DNK, FAU, FNA, FAN and EMP', async () => {
    expect(await estDte()).toBe('FAU 3')
    await upload(envelopeOf(1))
    await started.client.ledger()

    expect(await estDte()).toBe('DOK 0')
    expect(await estDte({ MontoDte: 5927 })).toBe('DNK 1')
    expect(await estDte({ FechaEmisionDte: '21112026' })).toBe('DNK 1')
    expect(await estDte({ FolioDte: 2 })).toBe('FAU 3')
    expect(await estDte({ FolioDte: 5000 })).toBe('FNA 4')
    expect(await estDte({ RutCompania: 44444444, DvCompania: 4 })).toBe('EMP 6')
    await started.client.post('/simulator/annulments', { taxNumber: issuer.rut, documentType: 33, folio: 2 })
    expect(await estDte({ FolioDte: 2 })).toBe('FAN 5')
  })

  it('a document is not seen before its envelope is processed, nor when it is refused', async () => {
    await started.client.post('/simulator/clock', { secondsPerState: 10 })
    await upload(envelopeOf(1))
    await upload(envelope([issue(sheet({ folio: 2, receptor: { RUTRecep: '88888888-9' } }), caf, signer)], signer))
    await started.client.ledger()
    expect(await estDte()).toBe('FAU 3')
    started.advance(50)
    expect(await estDte()).toBe('DOK 0')
    expect(await estDte({ FolioDte: 2 })).toBe('FAU 3')
  })

  it('notes change the state of the document', async () => {
    await upload(envelopeOf(1, 2, 3))
    const note = async (type: number, code: number, folio: number) => {
      const extra = {
        Referencia: [{ NroLinRef: 1, TpoDocRef: '33', FolioRef: folio, FchRef: '2026-11-20', CodRef: code }]
      }
      const order = code === 2
        ? { lines: [{ NroLinDet: 1, NmbItem: 'Dice así', MontoItem: 0 }], totals: { MntTotal: 0 } }
        : {}
      await upload(
        envelope([
          issue(sheet({ type, folio: folio + code * 10, extra, ...order }), await started.client.caf(type), signer)
        ], signer)
      )
    }
    await note(61, 1, 1)
    await note(61, 2, 2)
    await note(56, 3, 3)
    await started.client.ledger()
    expect([await estDte(), await estDte({ FolioDte: 2 }), await estDte({ FolioDte: 3 })]).toEqual([
      'ANC 15', 'TMC 11', 'MMD 12'
    ])
  })

  it('the advanced one returns the track id, and requires the signature to match', async () => {
    const document = documentOf(1)
    const trackId = tag(await upload(envelope([document], signer)), 'TRACKID')
    await started.client.ledger()

    const found = await estDteAv(document.signatureValue)
    expect(found).toContain('<SII:ESTADO>0</SII:ESTADO>')
    expect([tag(found, 'RECIBIDO'), tag(found, 'TRACKID'), tag(found, 'GLOSA')]).toEqual([
      'SI', trackId, 'Documento Recibido por el SII. Datos Coinciden con los Registrados'
    ])
    expect(tag(found, 'NUMATENCION')).toMatch(/^\d+ \[20\/11\/2026 12:00:00\]$/)
    expect(await estDteAv('AAAA')).toContain('<ESTADO>DNK</ESTADO>')
    expect(tag(await estDteAv('', { FolioDte: 9 }), 'RECIBIDO')).toBe('NO')
    expect(await estDteAv('', { Token: 'X' })).toContain('<SII:ESTADO>2</SII:ESTADO>')
  })
})

describe('boletas', () => {
  let boletaToken: string
  let boletaCaf: Caf
  const boleta = (folio: number, order = {}) => issue(sheet({ type: 39, folio, ...order }), boletaCaf, signer)
  const send = (bytes: Buffer, as = boletaToken) => started.client.upload(bytes, as, { channel: 'BOLETA' })
  const get = (path: string, as = boletaToken) =>
    fetch(started.client.base + path, { headers: { cookie: `TOKEN=${as}` } })

  beforeEach(async () => {
    boletaToken = await started.client.token(signer, 'BOLETA')
    boletaCaf = await started.client.caf(39)
  })

  it('are accepted with a track id of fifteen digits and listed one by one', async () => {
    const bad = boleta(2, { receptor: { RUTRecep: '88888888-9' } })
    const objected = boleta(3, { totals: { MntTotal: 4981 } })
    const received = await (await send(envelope([boleta(1), bad, objected], signer))).json() as { trackid: number }
    expect(received).toEqual({
      rut_emisor: issuer.rut, rut_envia: holder, trackid: expect.any(Number), fecha_recepcion: '20/11/2026 12:00:00',
      estado: 'REC', file: 'envio.xml'
    })
    expect(String(received.trackid)).toHaveLength(15)
    await started.client.ledger()

    const status = await (await get(`/recursos/v1/boleta.electronica.envio/${issuer.rut}-${received.trackid}`)).json()
    expect(status).toMatchObject({
      estado: 'EPR',
      estadistica: [{ tipo: 39, informados: 3, aceptados: 1, rechazados: 1, reparos: 1 }],
      detalle_rep_rech: [
        { tipo: 39, folio: 2, estado: 'RCH', error: [{ seccion: 'HED', nivel: 3, codigo: 'HED-3-150' }] },
        { tipo: 39, folio: 3, estado: 'RPR', error: [{ seccion: 'HED', nivel: 2, codigo: 'HED-2-260' }] },
      ],
    })
  })

  it('one of them can be queried', async () => {
    await send(envelope([boleta(1)], signer))
    await started.client.ledger()
    const ask = async (amount: number) => (await get(
        `/recursos/v1/boleta.electronica/${issuer.rut}-39-1/estado?rut_receptor=88888888&dv_receptor=8&monto=${amount}&fechaEmision=20-11-2026`
    )).json()
    expect(await ask(4980)).toMatchObject({ codigo: 'DOK' })
    expect(await ask(4981)).toMatchObject({ codigo: 'DNK' })
  })

  it('need their own token', async () => {
    const response = await send(envelope([boleta(1)], signer), token)
    expect([response.status, await response.text()]).toEqual([401, 'NO ESTA AUTENTICADO'])
    expect((await get(`/recursos/v1/boleta.electronica.envio/${issuer.rut}-1`, token)).status).toBe(401)
    expect((await get(`/recursos/v1/boleta.electronica.envio/${issuer.rut}-1`)).status).toBe(404)
  })

  it('the same bytes again are an error with the old track id in its text', async () => {
    const bytes = envelope([boleta(1)], signer)
    const { trackid } = await (await send(bytes)).json() as { trackid: number }
    const again = await send(bytes)
    expect(again.status).toBe(400)
    expect(await again.json()).toEqual({
      estado: '99', codigo: 99, descripcion: expect.stringContaining(String(trackid))
    })
  })

  it('have their own channel, and that of DTE accepts them too, as their certification requires', async () => {
    const response = await send(envelopeOf(1))
    expect([response.status, (await response.json() as { codigo: number }).codigo]).toEqual([400, 7])
    expect(tag(await upload(envelope([boleta(1)], signer)), 'STATUS')).toBe('0')
  })

  it('an envelope refused as a whole says why', async () => {
    const { trackid } = await (await send(envelope([boleta(1)], signer, { NroResol: 7 }))).json() as { trackid: number }
    await started.client.ledger()
    expect(await (await get(`/recursos/v1/boleta.electronica.envio/${issuer.rut}-${trackid}`)).json()).toMatchObject({
      estado: 'RCT', estadistica: [], detalle_rep_rech: [{ error: [{ codigo: 'CRT-3-19' }] }]
    })
  })
})

/** What a server answers to bytes that no HTTP client would send. */
function rawRequest (base: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (data) => {
      answer += data
      if (answer.includes('\r\n\r\n')) {
        socket.destroy()
        resolve(answer)
      }
    })
    socket.on('error', reject)
  })
}
