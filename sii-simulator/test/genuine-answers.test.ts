import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type AnswerKindName, answerKinds, createAnswerForms, type Form, type FormOf, genuineForms
} from '../answer-forms.ts'
import { createSimulatedClock } from '../progress.ts'
import { createTrackIds } from '../track-ids.ts'
import { prepareSimulator, tag } from './support/client.ts'
import { envelope, issue, issuer, sheet, signedSeed, signerOf, type Caf, type Signer } from './support/documents.ts'
import { defined } from '../../test/support/expecting.ts'

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
  started = await prepared.start()
  token = started.token
})
afterEach(() => started.close())

// The first ids that the simulator gives in certification, and the names of what it is asked about.
const firstTrack = '0260003917'
const firstBoletas = '32169836'
const [rut = '', digit = ''] = issuer.rut.split('-')

function seedWith<Kind extends AnswerKindName> (kind: Kind, form: FormOf<Kind>, subject: string): number {
  for (let seed = 1; ; seed++) if (createAnswerForms({ seed }).choose(kind, subject) === form) return seed
}

/** Makes the simulator answer about the subject in this form. */
async function answerBy<Kind extends AnswerKindName> (kind: Kind, form: FormOf<Kind>, subject: string): Promise<void> {
  await started.client.post('/simulator/answer-forms', { seed: seedWith(kind, form, subject) })
}

const documentOf = (folio: number, order = {}) => issue(sheet({ folio, ...order }), caf, signer)
const oneInvoice = () => envelope([documentOf(1)], signer)
const textOf = async (response: Promise<Response>) => (await response).text()
const upload = (bytes: Buffer) => textOf(started.client.upload(bytes, token))
const uploaded = async (bytes: Buffer) => {
  const trackId = defined(tag(await upload(bytes), 'TRACKID'))
  await started.client.ledger()
  return trackId
}

it('docs/sii-simulator.md lists the forms of each answer, with their evidence', () => {
  const listed = Array.from(
    readFileSync('docs/sii-simulator.md', 'utf8').matchAll(/^\| `(\w+)` \| .+ \| (`\w+` \(.*) \|$/gm), ([, kind, forms]) => [kind, forms]
  )
  expect(listed).toEqual(Object.entries(answerKinds).map(([kind, { tidy, forms }]) => [
    kind,
    Object.entries<Form>(forms).map(([form, { evidence }]) => `\`${form}\` (${evidence}${form === tidy ? ', tidy' : ''})`).join(', ')
  ]))
})

it('the same seed gives the same answer about a subject, other seeds another; tidy answers follow the manuals', () => {
  const forms = (settings: object) => Array.from({ length: 40 }, (_, index) =>
    createAnswerForms(settings).choose('boletaCounters', String(index)))

  expect(forms({ seed: 4 })).toEqual(forms({ seed: 4 }))
  expect(forms({ seed: 4 })).not.toEqual(forms({ seed: 5 }))
  expect(new Set(forms({}))).toEqual(new Set(genuineForms('boletaCounters')))
  expect(new Set(forms({ answers: 'tidy' }))).toEqual(new Set(['atOnce']))
})

it('track ids have ten digits with a zero in front in certification, eleven in production; of boletas eight and fifteen', () => {
  const trackIds = createTrackIds({ answerForms: createAnswerForms(), given: [] })
  const fileOf = (resolution: number) => Buffer.from(`<NroResol>${resolution}</NroResol>`)
  const [certification, production] = [fileOf(0), fileOf(80)]

  expect([
    trackIds.next('DTE', certification), trackIds.next('DTE', certification), trackIds.next('DTE', production),
    trackIds.next('BOLETA', certification), trackIds.next('BOLETA', production)
  ]).toEqual(['0260003917', '0260003918', '12110128203', '32169836', '100000000000001'])
})

describe('an upload', () => {
  it('without a session gets the page "Error 501" under HTTP 200', async () => {
    const answer = await started.client.upload(oneInvoice(), 'NEVER')

    expect(answer.status).toBe(200)
    expect(await answer.text()).toMatch(/^<HTML> <HEAD> <TITLE>Error 501<\/TITLE>/)
  })

  it.each([['blankLines', 'text/xml', '\n'], ['blankLinesAsHtml', 'text/html', '\r\n']] as const)(
    'that is received has an empty line before its track id (%s)', async (form, type, end) => {
      await answerBy('uploadReceived', form, firstTrack)
      const answer = await started.client.upload(oneInvoice(), token)

      expect(answer.headers.get('content-type')).toContain(type)
      expect(await answer.text()).toContain(
        `${end}<STATUS>0</STATUS>${end}${end}<TRACKID>0260003917</TRACKID>${end}</RECEPCIONDTE>`
      )
    }
  )

  it.each([
    ['identifier', 'Envio ya fue recibido anteriormente con Identificador de envio 0260003917'],
    ['waitSeconds', 'Archivo ya fue enviado 1 veces con Trackid 0260003917. Debe esperar 900 segundos antes de reintentar']
  ] as const)('of the same bytes again names the first one (%s)', async (form, words) => {
    await answerBy('uploadRepeated', form, firstTrack)
    await upload(oneInvoice())

    expect(await upload(oneInvoice())).toContain(words)
  })

  it('that is not XML has its text outside of elements after its STATUS', async () => {
    expect(await upload(Buffer.from('x'.repeat(200)))).toMatch(/<STATUS>7<\/STATUS>\n[^<]+\n<\/RECEPCIONDTE>/)
  })

  it.each([['', 401, 'NO ESTA AUTENTICADO'], [undefined, 400, 'No trae TOKEN']])(
    'of boletas with the token %s is HTTP %i', async (wrong, status, words) => {
      const { boundary, body } = started.client.form(oneInvoice())
      const answer = await fetch(`${started.client.base}/recursos/v1/boleta.electronica.envio`, {
        method: 'POST', body,
        headers: {
          'content-type': `multipart/form-data; boundary=${boundary}`, 'user-agent': 'PROG 1.0',
          ...wrong !== undefined && { cookie: 'TOKEN=NEVER' }
        }
      })

      expect([answer.status, await answer.text()]).toEqual([status, words])
    }
  )
})

describe('a token is refused', () => {
  it('for a wrong signature with 10, Error Interno', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048, privateKeyEncoding: { type: 'pkcs8', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' }
    })
    const signed = signedSeed(await started.client.seed('DTE'), signerOf(createPrivateKey(privateKey), signer.certificate))
    const text = await started.client.requestToken('DTE', signed)

    expect([tag(text, 'ESTADO'), tag(text, 'GLOSA')]).toEqual(['10', 'Error Interno'])
  })

  it('for an expired certificate with 10, 11, 12 or -07', async () => {
    const states = new Set<string | undefined>()
    const old = await started.client.certificate({ validFrom: '2020-01-01T00:00:00Z', validTo: '2021-01-01T00:00:00Z' })
    for (let seed = 1; seed <= 20; seed++) {
      await started.client.post('/simulator/answer-forms', { seed })
      states.add(tag(await started.client.requestToken('DTE', signedSeed(await started.client.seed('DTE'), old)), 'ESTADO'))
    }

    expect(states).toEqual(new Set(['10', '11', '12', '-07']))
  })
})

describe('QueryEstUp', () => {
  const estUp = async (trackId: string, namespace: string) => {
    const body = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><m:getEstUp xmlns:m="${namespace}">` +
      `<RutCompania>${rut}</RutCompania><DvCompania>${digit}</DvCompania><TrackId>${trackId}</TrackId><Token>${token}</Token>` +
      '</m:getEstUp></e:Body></e:Envelope>'
    return textOf(fetch(`${started.client.base}/DTEWS/QueryEstUp.jws`, { method: 'POST', body }))
  }
  const ofHost = 'https://maullin.sii.cl/DTEWS/QueryEstUp.jws'
  const other = 'http://DefaultNamespace'

  it.each([['ofHost', ofHost, other], ['default', other, ofHost]] as const)(
    'knows its operation in one of the two namespaces (%s)', async (form, right, wrong) => {
      await answerBy('operationNamespace', form, '/DTEWS/QueryEstUp.jws')

      expect(await estUp('1', right)).toContain('NO EXISTE EL ENVIO')
      expect(await estUp('1', wrong)).toContain('<faultstring>No such operation &#39;getEstUp&#39;</faultstring>'.replaceAll('&#39;', "'"))
    }
  )

  it('writes an element on each line, with carriage returns, and varies the prefixes around them', async () => {
    const trackId = await uploaded(oneInvoice())
    const prefixes = new Set<string>()
    for (let seed = 1; seed <= 20; seed++) {
      await started.client.post('/simulator/answer-forms', { seed })
      const text = defined([await estUp(trackId, ofHost), await estUp(trackId, other)].find((each) => !each.includes('Fault')))
      expect(text).toContain(
        '&lt;SII:RESPUESTA xmlns:SII=&quot;http://www.sii.cl/XMLSchema&quot;&gt;&#xd;\n    &lt;SII:RESP_BODY&gt;&#xd;\n        &lt;TIPO_DOCTO&gt;33'
      )
      prefixes.add(Array.from(text.matchAll(/<((?:ns1:)?getEstUp(?:Response|Return)) /g), ([, name]) => name).join())
    }

    expect(prefixes).toEqual(new Set([
      'getEstUpResponse,getEstUpReturn', 'ns1:getEstUpResponse,getEstUpReturn', 'ns1:getEstUpResponse,ns1:getEstUpReturn'
    ]))
  })

  it.each([
    ['whole', ['33', '61'], ['33', '61']], ['typeMissingAtFirst', ['33'], ['33', '61']], ['typeMissing', ['33'], ['33']]
  ] as const)('may omit a type from its counters (%s)', async (form, atFirst, later) => {
    await answerBy('breakdown', form, firstTrack)
    const extra = { Referencia: [{ NroLinRef: 1, TpoDocRef: '33', FolioRef: 1, FchRef: '2026-11-20', CodRef: 1 }] }
    const note = issue(sheet({ type: 61, folio: 1, extra }), await started.client.caf(61), signer)
    const trackId = await uploaded(envelope([documentOf(1), note], signer))
    const types = async () => Array.from((await started.client.estUp(trackId, token)).matchAll(/<TIPO_DOCTO>(\d+)/g), ([, type]) => type)

    expect([await types(), await types()]).toEqual([atFirst, later])
  })

  it.each(['fauAtFirst', 'DNK'])('is followed by a misleading first answer about the document (%s)', async (first) => {
    await started.client.post('/simulator/clock', { secondsPerState: 10 })
    await uploaded(oneInvoice())
    started.advance(50)
    await answerBy('documentState', first === 'DNK' ? 'atOnce' : 'fauAtFirst', `${issuer.rut} 33 1`)
    if (first === 'DNK') await started.client.post('/simulator/faults', { operation: 'documentStatus', fault: 'status', value: first })
    const ask = async () => tag(/<SII:RESP_BODY>[^]*/.exec(await started.client.soap('/DTEWS/services/QueryEstDteAv', 'getEstDteAv', {
      RutEmpresa: rut, DvEmpresa: digit, RutReceptor: '88888888', DvReceptor: '8', TipoDte: 33, FolioDte: 1,
      FechaEmisionDte: '20-11-2026', MontoDte: 5926, FirmaDte: documentOf(1).signatureValue, Token: token
    }))?.[0] ?? '', 'ESTADO')

    const atFirst = await ask()
    started.advance(10)

    expect([atFirst, await ask()]).toEqual([first === 'DNK' ? 'DNK' : 'FAU', 'DOK'])
  })
})

it('envelopes pass through SDK or PEN, books through LSO, and a book with a wrong schema is LRS or LRE', () => {
  const pathWith = (seed: number, verdict: object) => {
    let now = 0
    const clock = createSimulatedClock({
      clock: () => new Date(now), secondsPerState: 1, answerForms: createAnswerForms({ seed })
    })
    const progress = clock.start('1', new Date(0))
    return Array.from({ length: 6 }, () => {
      const state = clock.stateOf(progress, { documents: [], ...verdict })
      now += 1000
      return state
    }).filter((state, index, all) => state !== all[index - 1]).join(' ')
  }
  const paths = (verdict: object) => new Set(Array.from({ length: 20 }, (_, seed) => pathWith(seed, verdict)))

  expect(paths({})).toEqual(new Set([
    'REC SOK FOK CRT PDR EPR', 'REC SDK FOK CRT PDR EPR', 'PEN SOK FOK CRT PDR EPR'
  ]))
  expect(paths({ book: 'LTC' })).toEqual(new Set(['REC LSO LOK LTC']))
  expect(paths({ refusal: { state: 'LRS', reasons: [] } })).toEqual(new Set(['REC LRS', 'REC LRE']))
})

interface BoletaStatus {
  estado: string
  estadistica: object[]
  detalle_rep_rech: { folio: number, estado?: string, error?: object[] }[]
}

describe('boletas', () => {
  let boletaToken: string
  const statusOf = async (trackId: string): Promise<BoletaStatus> => (await fetch(
    `${started.client.base}/recursos/v1/boleta.electronica.envio/${issuer.rut}-${trackId}`, { headers: { cookie: `TOKEN=${boletaToken}` } }
  )).json() as Promise<BoletaStatus>
  /** Three boletas: accepted, rejected, objected to. */
  const send = async (cover = {}) => {
    const boletaCaf = await started.client.caf(39)
    const boletas = [{}, { receptor: { RUTRecep: '88888888-9' } }, { totals: { MntTotal: 4981 } }].map((order, index) =>
      issue(sheet({ type: 39, folio: index + 1, ...order }), boletaCaf, signer))
    await started.client.upload(envelope(boletas, signer, cover), boletaToken, { channel: 'BOLETA' })
    await started.client.ledger()
  }
  const counted = (aceptados: number | null, rechazados: number | null, reparos: number | null) =>
    [{ tipo: 39, informados: 3, aceptados, rechazados, reparos }]
  const details = [{ folio: 2, estado: 'RCH' }, { folio: 3 }]

  beforeEach(async () => { boletaToken = await started.client.token(signer, 'BOLETA') })

  it.each([
    ['absentAtFirst', null], ['nullsAtFirst', counted(null, null, null)], ['zerosAtFirst', counted(0, 0, 0)],
    ['partlyAtFirst', counted(1, 0, 0)], ['detailsLater', counted(1, 1, 1)]
  ] as const)('are reported as processed before their verdicts exist (%s)', async (form, atFirst) => {
    await answerBy('boletaCounters', form, firstBoletas)
    await send()

    expect(await statusOf(firstBoletas)).toMatchObject({ estado: 'EPR', estadistica: atFirst, detalle_rep_rech: null })
    const final = await statusOf(firstBoletas)
    expect(final).toMatchObject({ estado: 'EPR', estadistica: counted(1, 1, 1) })
    expect(final.detalle_rep_rech.slice(-2)).toMatchObject(details)
  })

  it.each([
    ['numbers', { seccion: 'HED', nivel: 3, codigo: 150 }], ['withoutLevel', { seccion: 'HED', nivel: undefined, codigo: 150 }]
  ] as const)('have reasons in parts (%s)', async (form, error) => {
    await answerBy('boletaReasons', form, firstBoletas)
    await send()
    await statusOf(firstBoletas)
    const rejected = (await statusOf(firstBoletas)).detalle_rep_rech.find(({ folio }) => folio === 2)

    expect({ nivel: undefined, ...rejected?.error?.[0] }).toMatchObject(error)
  })

  it.each([['rpr', 'RPR'], ['rlv', 'RLV']] as const)('with objections are %s', async (form, state) => {
    await answerBy('boletaObjection', form, firstBoletas)
    await send()
    await statusOf(firstBoletas)

    expect((await statusOf(firstBoletas)).detalle_rep_rech.at(-1)).toMatchObject({ folio: 3, estado: state })
  })

  it('may all be listed, accepted ones as DOK', async () => {
    await answerBy('boletaDetails', 'everyBoleta', firstBoletas)
    await send()
    await statusOf(firstBoletas)

    expect((await statusOf(firstBoletas)).detalle_rep_rech).toMatchObject([{ folio: 1, estado: 'DOK', error: [] }, ...details])
  })

  it('have lists that are null at REC, and empty at SOK', async () => {
    await started.client.post('/simulator/clock', { secondsPerState: 10 })
    await send()
    const atReceipt = await statusOf(firstBoletas)
    started.advance(10)

    expect(atReceipt).toMatchObject({ estado: 'REC', estadistica: null, detalle_rep_rech: null })
    expect(await statusOf(firstBoletas)).toMatchObject({ estado: 'SOK', estadistica: [], detalle_rep_rech: [] })
  })

  it('refused as a whole are processed, and their line has no folio', async () => {
    await send({ NroResol: 0, FchResol: '2001-01-01', RutEnvia: '11111112-K' })

    expect(await statusOf(firstBoletas)).toMatchObject({
      estado: 'EPR', estadistica: [], detalle_rep_rech: [{ tipo: null, folio: null, estado: 'RCH' }]
    })
  })
})

it.each([['page401', 401], ['page403', 403], ['fault200', 200], ['fault500', 500]] as const)(
  'the registry answers an expired token with %s', async (form, status) => {
    await answerBy('registryDeadToken', form, 'getVersion')
    const answer = await fetch(`${started.client.base}/WSREGISTRORECLAMODTE/registroreclamodteservice`, {
      method: 'POST', headers: { cookie: 'TOKEN=NEVER' },
      body: '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><m:getVersion xmlns:m="http://ws.registroreclamodte.diii.sdi.sii.cl"/></e:Body></e:Envelope>'
    })

    expect(answer.status).toBe(status)
    expect(await answer.text()).toMatch(form.startsWith('fault') ? /<faultstring>Error de Autenticacion: TOKEN invalido</ : /<html>/)
  }
)
