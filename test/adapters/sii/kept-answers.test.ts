import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SiiTarget } from '../../../src/services/ports.ts'
import { first } from '../../support/expecting.ts'
import { bytes, page, plain, type Reply, type ScriptedSii, soap, startScriptedSii, tokenAnswer, xml } from './support/scripted-sii.ts'
import { andes, envelope, gatewayTo } from './support/world.ts'

const document = { issuerTaxNumber: '45000065-5', documentType: 33, folio: 17 }

let sii: ScriptedSii
let kept: { operation: string, text: { request: string, answer: string | null } }[]
let target: SiiTarget
beforeEach(async () => {
  sii = await startScriptedSii()
  kept = []
  target = { ...andes, onExchange: (exchange) => { kept.push(exchange) } }
})
afterEach(async () => { await sii.close() })

const registryCode = (code: number): Reply => xml(`<e><return><codResp>${code}</codResp><descResp>glosa</descResp></return></e>`)

describe('an answer that is not understood is stored in full', () => {
  it.each([
    ['a code that nobody has published', registryCode(99)],
    ['a page of a gateway', plain('Bad gateway', 502)],
    ['nothing', bytes(Buffer.alloc(0), 'text/xml')]
  ])('from the registry: %s', async (_what, reply) => {
    sii.on('registroreclamodteservice', reply)
    await gatewayTo(sii.url).registry.events(target, document)

    expect(kept.map(({ operation }) => operation)).toEqual(['registry'])
    expect(first(kept).text.request).toContain('listarEventosHistDoc')
  })

  it('to a signed seed, without the seed and without a token', async () => {
    const answer = tokenAnswer('SECRETO Ñ').replace('<ESTADO>00', '<ESTADO>77')
    sii.on('/DTEWS/GetTokenFromSeed.jws', soap(answer, 'getToken'))
    await gatewayTo(sii.url).upload(target, envelope)

    expect(kept).toMatchObject([{ operation: 'token', text: { request: 'The signed seed.', answer: expect.stringContaining('77') } }])
    expect(JSON.stringify(kept)).not.toContain('SECRETO')
  })

  it('to a request for a seed', async () => {
    sii.on('/DTEWS/CrSeed.jws', page('Mantención'))
    await gatewayTo(sii.url).upload(target, envelope)

    expect(kept).toMatchObject([{ operation: 'seed', text: { answer: expect.stringContaining('Mantención') } }])
  })
})

describe('an answer that is understood is not stored', () => {
  it.each([['events', registryCode(16)], ['a refusal', registryCode(8)], ['an error of its own', registryCode(-1)], ['a refused token', plain('no', 401)]])(
    'from the registry: %s', async (_what, reply) => {
      sii.on('registroreclamodteservice', reply)
      await gatewayTo(sii.url).registry.events(target, document)

      expect(kept).toEqual([])
    }
  )
})
