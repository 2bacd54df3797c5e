import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RegistryDocument } from '../../../src/services/ports.ts'
import {
  bytes, cutsOff, neverAnswers, page, plain, type Reply, resetsTheConnection, type ScriptedSii, soap, startScriptedSii,
  tokenAnswer, xml
} from './support/scripted-sii.ts'
import { first } from '../../support/expecting.ts'
import { andes, gatewayTo } from './support/world.ts'

const certification = '/WSREGISTRORECLAMODTECERT/registroreclamodteservice'
const production = '/WSREGISTRORECLAMODTE/registroreclamodteservice'
const namespace = 'http://ws.registroreclamodte.diii.sdi.sii.cl'

/** That of the examples in the SII's document. */
const exempt: RegistryDocument = { issuerTaxNumber: '45000065-5', documentType: 34, folio: 17 }

let sii: ScriptedSii
beforeEach(async () => { sii = await startScriptedSii() })
afterEach(async () => { await sii.close() })

const answer = (operation: string, content: string) => xml(
  `<?xml version='1.0' encoding='UTF-8'?><S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body><ns2:${operation}Response xmlns:ns2="${namespace}"><return>${content}</return></ns2:${operation}Response></S:Body></S:Envelope>`
)
const coded = (operation: string, code: number | string, gloss = 'glosa', events = '') =>
  answer(operation, `<codResp>${code}</codResp><descResp>${gloss}</descResp>${events}<rutToken>45000055-8</rutToken>`)
const event = (code: string, at: string) =>
  `<listaEventosDoc><codEvento>${code}</codEvento><descEvento>Descripción de ${code}</descEvento><rutResponsable>45000055</rutResponsable><dvResponsable>8</dvResponsable><fechaEvento>${at}</fechaEvento></listaEventosDoc>`
const fault = xml(
  `<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body><S:Fault><faultcode>S:Server</faultcode><faultstring>Error interno</faultstring><detail><ns2:Exception xmlns:ns2="${namespace}"><message>x</message></ns2:Exception></detail></S:Fault></S:Body></S:Envelope>`,
  500
)

const registry = (settings = {}) => gatewayTo(sii.url, settings).registry

describe('the examples of the SII’s document', () => {
  it('register an acceptance', async () => {
    sii.on(certification, coded('ingresarAceptacionReclamoDoc', 0, 'Acción Completada OK'))

    expect(await registry().register(andes, exempt, 'ACD')).toEqual({
      kind: 'answered', code: 0, gloss: 'Acción Completada OK', events: []
    })
    const request = first(sii.requestsTo(certification))
    const body = request.body.toString()
    expect(body).toContain(
      `<m:ingresarAceptacionReclamoDoc xmlns:m="${namespace}"><rutEmisor>45000065</rutEmisor><dvEmisor>5</dvEmisor><tipoDoc>34</tipoDoc><folio>17</folio><accionDoc>ACD</accionDoc></m:ingresarAceptacionReclamoDoc>`
    )
    expect(body).not.toMatch(/encodingStyle|xsi:type/)
    expect(request.headers).toMatchObject({ soapaction: '""', cookie: 'TOKEN=DTETOKEN2' })
    expect(request.headers['content-type']).toMatch(/^text\/xml/)
  })

  it('list the events of a document', async () => {
    sii.on(certification, coded('listarEventosHistDoc', 15, 'Listado', event('ACD', '29-12-2016 12:05:36')))

    expect(await registry().events(andes, exempt)).toEqual({
      kind: 'answered', code: 15, gloss: 'Listado',
      events: [{
        code: 'ACD', description: 'Descripción de ACD', responsible: '45000055-8', at: new Date('2016-12-29T15:05:36Z')
      }]
    })
  })

  it('ask whether it can be assigned', async () => {
    sii.on(certification, coded('consultarDocDteCedible', 23))

    expect(await registry().assignability(andes, exempt)).toMatchObject({ kind: 'answered', code: 23, events: [] })
  })

  it('ask when the SII received it', async () => {
    sii.on(certification, answer('consultarFechaRecepcionSii', '21-02-2017 19:02:03'))

    expect(await registry().receptionDate(andes, exempt)).toEqual({
      kind: 'answered', at: new Date('2017-02-21T22:02:03Z')
    })
  })
})

describe('an answer', () => {
  it('may list many events, including ones that nobody can submit', async () => {
    const events = [event('NCA', '01-07-2026 00:00:00'), event('PAG', '02-07-2026 10:00:00'), event('ERG', '03-07-2026 10:00:00')]
    sii.on(certification, coded('listarEventosHistDoc', 15, 'Listado', events.join('')))

    const reply = await registry().events(andes, exempt)

    expect(reply).toMatchObject({
      events: [
        { code: 'NCA', at: new Date('2026-07-01T04:00:00Z') }, { code: 'PAG' }, { code: 'ERG' }
      ]
    })
  })

  it('with an unreadable event is not used, since the event could be a claim', async () => {
    sii.on(certification, coded('listarEventosHistDoc', 15, 'Listado', event('RCD', 'ayer')))

    expect(await registry().events(andes, exempt)).toEqual({
      kind: 'unavailable', cause: 'an event that cannot be read'
    })
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 18, 19, 27])('may refuse with code %i', async (code) => {
    sii.on(certification, coded('ingresarAceptacionReclamoDoc', code))

    expect(await registry().register(andes, exempt, 'RCD')).toMatchObject({ kind: 'answered', code })
  })

  it.each([['16', 16], ['20', 20], ['21', 21], ['22', 22], ['24', 24], ['25', 25]])('may have code %s', async (text, code) => {
    sii.on(certification, coded('x', text))

    expect(await registry().assignability(andes, exempt)).toMatchObject({ kind: 'answered', code })
    expect(await registry().events(andes, exempt)).toMatchObject({ kind: 'answered', code, events: [] })
  })

  it.each(['', 'No existe fecha', '31-02-2026 10:00:00'])('has no date in "%s"', async (text) => {
    sii.on(certification, answer('consultarFechaRecepcionSii', text))

    expect(await registry().receptionDate(andes, exempt)).toEqual({ kind: 'answered', at: undefined })
  })

  it('may leave the date out', async () => {
    sii.on(certification, xml('<e><consultarFechaRecepcionSiiResponse/></e>'))

    expect(await registry().receptionDate(andes, exempt)).toEqual({ kind: 'answered', at: undefined })
  })
})

describe('an action', () => {
  it.each([
    ['code -1', coded('ingresarAceptacionReclamoDoc', -1)],
    ['a fault', fault],
    ['a refused token', plain('no', 401)]
  ])('was not registered after %s', async (_what, reply) => {
    sii.on(certification, reply)

    expect(await registry().register(andes, exempt, 'ACD')).toMatchObject({ kind: 'unavailable' })
  })

  it.each([
    ['a broken connection', resetsTheConnection],
    ['half an answer', cutsOff('<S:Envelope>')],
    ['an answer of a gateway', plain('Bad gateway', 502)],
    ['nothing at all', neverAnswers],
    ['an empty answer', bytes(Buffer.alloc(0), 'text/xml')]
  ])('may have been registered after %s; a query has no answer then', async (_what, reply) => {
    sii.on(certification, reply)
    const impatient = registry({ timeouts: { queryMs: 300, uploadMs: 300 } })

    expect(await impatient.register(andes, exempt, 'ACD')).toMatchObject({ kind: 'unknown' })
    expect(sii.requestsTo(certification)).toHaveLength(1)
    expect(await impatient.events(andes, exempt)).toMatchObject({ kind: 'unavailable' })
    expect(await impatient.receptionDate(andes, exempt)).toMatchObject({ kind: 'unavailable' })
  })

  it('was not registered when nothing could be sent', async () => {
    sii.on('/DTEWS/CrSeed.jws', plain('no', 503))

    expect(await registry().register(andes, exempt, 'ACD')).toMatchObject({ kind: 'unavailable' })
    expect(sii.requestsTo(certification)).toHaveLength(0)
  })
})

describe('the token', () => {
  it.each([['HTTP 401', plain('no', 401)], ['HTTP 403', plain('no', 403)], ['a page', page('Ingrese')]])(
    'is renewed once after %s', async (_what, reply) => {
      sii.on(certification, reply, coded('x', 16))
      expect(await registry().events(andes, exempt)).toMatchObject({ kind: 'answered', code: 16 })
      expect(sii.requestsTo(certification).map(({ headers }) => headers.cookie)).toEqual([
        'TOKEN=DTETOKEN2', 'TOKEN=DTETOKEN4'
      ])

      sii.on(certification, reply)
      const inProduction = { ...andes, environment: 'production' } as const
      sii.on(production, reply)
      expect(await registry().events(inProduction, exempt)).toMatchObject({ kind: 'unavailable' })
      expect(sii.requestsTo(production)).toHaveLength(2)
    }
  )

  const madeBy = (host: string) => `TOKEN=${host}`
  const tokensNameTheirHost: Reply = (request, response) => {
    const host = /https:\/\/(\w+)\.sii\.cl/.exec(request.body.toString())?.[1] ?? 'none'
    return soap(tokenAnswer(host), 'getToken')(request, response)
  }
  const takesOnly = (...hosts: string[]): Reply => (request, response) =>
    (hosts.some((host) => request.headers.cookie === madeBy(host)) ? coded('x', 16) : plain('no', 401))(request, response)
  const shown = () => sii.requestsTo(certification).map(({ headers }) => headers.cookie)

  it('of the other environment is tried when a fresh one is refused in certification, and kept once it works', async () => {
    sii.on('/DTEWS/GetTokenFromSeed.jws', tokensNameTheirHost)
    sii.on(certification, takesOnly('maullin'))
    const asked = registry()

    expect(await asked.register(andes, exempt, 'ACD')).toMatchObject({ kind: 'answered', code: 16 })
    expect(shown()).toEqual(['palena', 'palena', 'maullin'].map(madeBy))
    expect(await asked.events(andes, exempt)).toMatchObject({ kind: 'answered', code: 16 })
    expect(shown().slice(3)).toEqual([madeBy('maullin')])
  })

  it('is reported as refused when those of both environments are', async () => {
    sii.on('/DTEWS/GetTokenFromSeed.jws', tokensNameTheirHost)
    sii.on(certification, takesOnly())

    expect(await registry().register(andes, exempt, 'ACD')).toEqual({
      kind: 'unavailable',
      cause: 'HTTP 401: the token is not accepted; neither a token of certification nor one of production'
    })
    expect(shown()).toEqual(['palena', 'palena', 'maullin', 'maullin'].map(madeBy))
  })

  it('is not replaced by one of the other environment after an action that may have been registered', async () => {
    sii.on('/DTEWS/GetTokenFromSeed.jws', tokensNameTheirHost)
    sii.on(certification, page('Ingrese'))

    expect(await registry().register(andes, exempt, 'ACD')).toMatchObject({ kind: 'unknown' })
    expect(shown()).toEqual(['palena', 'palena'].map(madeBy))
  })

  it.each([
    ['production by default', {}, 'palena'],
    ['certification by setting', { registryToken: 'certification' }, 'maullin']
  ])('of a tenant in certification is that of %s', async (_what, settings, host) => {
    sii.on(certification, coded('x', 16))

    await registry(settings).events(andes, exempt)

    expect(first(sii.requestsTo('/DTEWS/GetTokenFromSeed.jws')).body.toString()).toContain(`https://${host}.sii.cl/`)
  })

  it('of a tenant in production is always that of production, at its host', async () => {
    sii.on(production, coded('x', 16))

    await registry({ registryToken: 'certification' }).events({ ...andes, environment: 'production' }, exempt)

    expect(first(sii.requestsTo('/DTEWS/GetTokenFromSeed.jws')).body.toString()).toContain('https://palena.sii.cl/')
    expect(sii.requestsTo(production)).toHaveLength(1)
  })
})
