import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SiiTarget } from '../../../src/services/ports.ts'
import {
  escapeXml, json, receipt, seedAnswer, soap, startScriptedSii, tokenAnswer, xml, type ScriptedSii
} from './support/scripted-sii.ts'
import { first } from '../../support/expecting.ts'
import { andes, boletas, credential, envelope, gatewayTo, movableClock } from './support/world.ts'

const dteUpload = '/cgi_dte/UPL/DTEUpload'
const received = xml(receipt(0, '<TRACKID>77</TRACKID>'))

let sii: ScriptedSii
beforeEach(async () => {
  sii = await startScriptedSii()
  sii.on(dteUpload, received)
  sii.on('/recursos/v1/boleta.electronica.envio', json({ trackid: 123456789012345 }))
})
afterEach(async () => { await sii.close() })

const tokensUsed = () => sii.requestsTo(dteUpload).map(({ headers }) => headers.cookie)

it('requests a seed and sends it back signed, as the WSDL defines', async () => {
  sii.on('/DTEWS/CrSeed.jws', soap(seedAnswer(78), 'getSeed'))

  await gatewayTo(sii.url).upload(andes, envelope)

  const seed = first(sii.requestsTo('/DTEWS/CrSeed.jws'))
  const token = first(sii.requestsTo('/DTEWS/GetTokenFromSeed.jws'))
  const signed = '<getToken><item><Semilla>000000000078</Semilla></item><Holder>11111111-1</Holder></getToken>'
  expect(seed.headers).toMatchObject({ soapaction: '""', 'content-type': 'text/xml; charset=utf-8' })
  expect(seed.body.toString()).toContain('<m:getSeed xmlns:m="https://maullin.sii.cl/DTEWS/CrSeed.jws"')
  expect(token.body.toString()).toContain(`<pszXml xsi:type="xsd:string">${escapeXml(signed)}</pszXml>`)
})

it('sends the signed seed of boletas as a separate document', async () => {
  await gatewayTo(sii.url).upload(andes, boletas)

  const seed = first(sii.requestsTo('/recursos/v1/boleta.electronica.semilla'))
  const token = first(sii.requestsTo('/recursos/v1/boleta.electronica.token'))
  expect(seed.method).toBe('GET')
  expect(token.headers['content-type']).toBe('application/xml')
  expect(token.body.toString()).toBe(
    '<getToken><item><Semilla>000000000001</Semilla></item><Holder>11111111-1</Holder></getToken>'
  )
})

const shapes = {
  'escaped text': (value: string) => soap(value),
  CDATA: (value: string) =>
    xml(`<e:Envelope xmlns:e="urn:e"><e:Body><r><v><![CDATA[${value}]]></v></r></e:Body></e:Envelope>`),
  'plain elements': (value: string) =>
    xml(`<Envelope><Body><r><v>${value.replace(/<\?xml.*?\?>/, '')}</v></r></Body></Envelope>`),
  'other prefixes': (value: string) => soap(value.replaceAll('SII:', 'ns2:').replaceAll(':SII', ':ns2')),
  'no prefixes': (value: string) => soap(value.replaceAll('SII:', '').replaceAll('xmlns:SII', 'xmlns')),
  'header and body swapped': (value: string) =>
    soap(value.replace(/(<SII:RESP_HDR>.*<\/SII:RESP_HDR>)(<SII:RESP_BODY>.*<\/SII:RESP_BODY>)/, '$2$1')),
  'a declaration of another encoding': (value: string) => soap(value.replace('UTF-8', 'ISO-8859-1'))
}
it.each(Object.entries(shapes))('reads a token sent as %s', async (_, shape) => {
  sii.on('/DTEWS/GetTokenFromSeed.jws', shape(tokenAnswer('ABC123')))

  await gatewayTo(sii.url).upload(andes, envelope)

  expect(tokensUsed()).toEqual(['TOKEN=ABC123'])
})

it('requests one token for any number of concurrent callers', async () => {
  const gateway = gatewayTo(sii.url)

  await Promise.all(Array.from({ length: 6 }, async () => await gateway.upload(andes, envelope)))

  expect(sii.requestsTo('/DTEWS/CrSeed.jws')).toHaveLength(1)
  expect(new Set(tokensUsed()).size).toBe(1)
})

it('keeps a token for fifty minutes', async () => {
  const { clock, advanceMinutes } = movableClock()
  const gateway = gatewayTo(sii.url, { clock })

  await gateway.upload(andes, envelope)
  advanceMinutes(49)
  await gateway.upload(andes, envelope)
  advanceMinutes(2)
  await gateway.upload(andes, envelope)

  const [first, second, third] = tokensUsed()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

it('requests another token after a failure', async () => {
  const gateway = gatewayTo(sii.url)
  sii.on('/DTEWS/CrSeed.jws', xml('<html/>'), soap(seedAnswer(5)))

  expect((await gateway.upload(andes, envelope)).kind).toBe('notSent')
  expect((await gateway.upload(andes, envelope)).kind).toBe('received')
})

const strangers: [string, SiiTarget][] = [
  ['another certificate, though it names the same holder', {
    ...andes, credential: credential('certificate of an impostor', '11111111-1')
  }],
  ['another environment', { ...andes, environment: 'production' }]
]
it.each(strangers)('does not share a token with %s', async (_, stranger) => {
  const gateway = gatewayTo(sii.url)

  await gateway.upload(andes, envelope)
  await gateway.upload(stranger, envelope)

  expect(new Set(tokensUsed()).size).toBe(2)
})

it('does not use the token of documents for boletas', async () => {
  const gateway = gatewayTo(sii.url)

  await gateway.upload(andes, envelope)
  await gateway.upload(andes, boletas)

  expect(first(sii.requestsTo('boleta.electronica.envio')).headers.cookie).toMatch(/^TOKEN=BOLTOKEN/)
})

it('replaces a token once when several concurrent uploads find it refused', async () => {
  const gateway = gatewayTo(sii.url)
  await gateway.upload(andes, envelope)
  const [stale] = tokensUsed()
  sii.on(dteUpload, (request, response) => {
    xml(request.headers.cookie === stale ? receipt(5) : receipt(0, '<TRACKID>78</TRACKID>'))(request, response)
  })

  const outcomes = await Promise.all(Array.from({ length: 5 }, async () => await gateway.upload(andes, envelope)))

  expect(outcomes.every((outcome) => outcome.kind === 'received')).toBe(true)
  expect(sii.requestsTo('/DTEWS/GetTokenFromSeed.jws')).toHaveLength(2)
})

it('keeps the newer token when an older one is refused late', async () => {
  const gateway = gatewayTo(sii.url)
  await gateway.upload(andes, envelope)
  const [stale] = tokensUsed()
  let answerLate = () => { /* set below */ }
  const isLate = new Promise<void>((resolve) => { answerLate = resolve })
  let refused = 0
  sii.on(dteUpload, async (request, response) => {
    if (request.headers.cookie !== stale) {
      await received(request, response)
      return
    }
    refused += 1
    if (refused === 2) await isLate
    await xml(receipt(5))(request, response)
  })

  const both = [gateway.upload(andes, envelope), gateway.upload(andes, envelope)]
  await Promise.race(both)
  answerLate()
  await Promise.all(both)

  expect(sii.requestsTo('/DTEWS/GetTokenFromSeed.jws')).toHaveLength(2)
})

it('does not use a token that arrives with an error', async () => {
  sii.on('/DTEWS/GetTokenFromSeed.jws', soap(tokenAnswer('ABC').replace('<ESTADO>00', '<ESTADO>08')))

  expect(await gatewayTo(sii.url).upload(andes, envelope)).toMatchObject({
    kind: 'notSent', cause: 'no token: ESTADO 08, Token Creado'
  })
})

it('allows at most eight concurrent requests of one certificate, without blocking others', async () => {
  let open = 0
  let most = 0
  const waiting: (() => void)[] = []
  sii.on(dteUpload, async (request, response) => {
    open += 1
    most = Math.max(most, open)
    if (!request.body.includes('88888888')) await new Promise<void>((resolve) => { waiting.push(resolve) })
    open -= 1
    await received(request, response)
  })
  const gateway = gatewayTo(sii.url)
  const twenty = Array.from({ length: 20 }, async () => await gateway.upload(andes, envelope))
  await until(() => waiting.length === 8)

  const other = await gateway.upload(
    { ...andes, credential: credential('certificate of Boreal', '88888888-8') }, envelope
  )

  expect(other.kind).toBe('received')
  expect(waiting).toHaveLength(8)
  const release = setInterval(() => { waiting.splice(0).forEach((resolve) => { resolve() }) }, 1)
  const outcomes = await Promise.all(twenty)
  clearInterval(release)
  expect(outcomes.every((outcome) => outcome.kind === 'received')).toBe(true)
  expect(most).toBeLessThanOrEqual(9)
})

async function until (condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => { setImmediate(resolve) })
}
