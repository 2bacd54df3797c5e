import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exchange } from '../../../src/adapters/sii/http.ts'
import { first } from '../../support/expecting.ts'
import { holdLimits, limitPasses } from '../../support/held-limits.ts'
import { patience } from '../../support/patience.ts'
import {
  cutsOff, drips, floods, neverAnswers, plain, resetsTheConnection, startScriptedSii, type Reply, type ScriptedSii
} from './support/scripted-sii.ts'

let sii: ScriptedSii
beforeEach(async () => { sii = await startScriptedSii() })
afterEach(async () => {
  vi.useRealTimers()
  await sii.close()
})

const post = async (url: string) =>
  await exchange({ method: 'POST', url, headers: {}, body: Buffer.from('body'), timeoutMs: patience.timeout })

describe('a failure before the connection is established', () => {
  it('refused', async () => {
    await sii.close()

    expect(await post(sii.url)).toMatchObject({ failure: 'refused', bytesMayHaveLeft: false })
    sii = await startScriptedSii()
  })

  it('dns', async () => {
    expect(await post('http://sii.invalid')).toMatchObject({ failure: 'dns', bytesMayHaveLeft: false })
  })

  it('tls, after a second try', async () => {
    expect(await post(sii.url.replace('http:', 'https:'))).toMatchObject({ failure: 'tls', bytesMayHaveLeft: false })
    expect(sii.connections()).toBe(2)
  })
})

describe('a failure after the connection is established', () => {
  const failures: [string, Reply, string][] = [
    ['reset', resetsTheConnection, 'reset'],
    ['cut answer', cutsOff('half'), 'reset'],
    ['flood', floods, 'tooLarge'],
    ['nonsense', (_, response) => { response.socket?.end('hello') }, 'network']
  ]
  it.each(failures)('%s, tried once', async (_, reply, failure) => {
    sii.on('/x', reply)

    expect(await post(`${sii.url}/x`)).toMatchObject({ kind: 'failed', failure, bytesMayHaveLeft: true })
    expect(sii.requestsTo('/x')).toHaveLength(1)
  })

  it.each([['silence', neverAnswers], ['drip', drips]])('%s, tried once', async (_, reply) => {
    sii.on('/x', reply)
    holdLimits()
    const outcome = post(`${sii.url}/x`)
    await limitPasses(patience.timeout, () => sii.requestsTo('/x').length > 0)

    expect(await outcome).toMatchObject({ kind: 'failed', failure: 'timeout', bytesMayHaveLeft: true })
    expect(sii.requestsTo('/x')).toHaveLength(1)
  })
})

it('uses each connection once', async () => {
  sii.on('/x', plain('ok', 200))

  await post(`${sii.url}/x`)
  await post(`${sii.url}/x`)

  expect(sii.connections()).toBe(2)
  expect(first(sii.requests).headers.connection).toBe('close')
})
