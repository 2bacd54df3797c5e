import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkHosts, checkSessions } from '../../../src/adapters/sii/check/connection-check.ts'
import { remedyFor } from '../../../src/adapters/sii/check/known-failures.ts'
import type { SiiCall } from '../../../src/adapters/sii/client.ts'
import type { SiiConnectionFinding } from '../../../src/services/ports.ts'
import { patience } from '../../support/patience.ts'
import { json, page, plain, type Reply, type ScriptedSii, soap, startScriptedSii, xml } from './support/scripted-sii.ts'
import { andes, gatewayTo } from './support/world.ts'

const closers: (() => Promise<void> | void)[] = []
afterEach(async () => { for (const close of closers.splice(0)) await close() })

const headed = (state: string, gloss: string) =>
  `<SII:RESPUESTA xmlns:SII="http://www.sii.cl/XMLSchema"><SII:RESP_HDR><ESTADO>${state}</ESTADO><GLOSA>${gloss}</GLOSA></SII:RESP_HDR></SII:RESPUESTA>`
const registryAnswer = xml('<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body><r><return><codResp>16</codResp><descResp>No tiene eventos</descResp></return></r></S:Body></S:Envelope>')
const seedOf = '/DTEWS/CrSeed.jws'
const tokenOf = '/DTEWS/GetTokenFromSeed.jws'
const queryOf = '/DTEWS/QueryEstUp.jws'
const boletaQueryOf = '/boleta.electronica.envio'
const registryOf = '/WSREGISTRORECLAMODTECERT'

describe('the sessions', () => {
  let sii: ScriptedSii
  beforeEach(async () => {
    sii = await startScriptedSii()
    sii.on(queryOf, soap(headed('-11', 'ERROR: NO EXISTE EL ENVIO')))
    sii.on(boletaQueryOf, json({}, 404))
    sii.on(registryOf, registryAnswer)
  })
  afterEach(() => sii.close())

  async function check (url = sii.url): Promise<SiiConnectionFinding[]> {
    const calls: SiiCall[] = []
    const gateway = gatewayTo(url, { onCall: (call) => { calls.push(call) } })
    return await checkSessions({ gateway, calls, target: andes, taxNumber: '99999999-9' })
  }

  it('pass when the SII knows neither the envelope nor an event, without uploading anything', async () => {
    const findings = await check()

    expect(findings.map(({ check: name, level }) => `${level} ${name}`)).toEqual([
      'ok seed, documents', 'ok token, documents', 'ok query, documents', 'ok seed, boletas', 'ok token, boletas',
      'ok query, boletas', 'ok registry', 'ok clock'
    ])
    expect(sii.requests.filter(({ path }) => /upload|envio$/i.test(path))).toEqual([])
  })

  it.each<[string, string, Reply, string, RegExp]>([
    ['a maintenance page', seedOf, page('En mantención', 503), 'seed, documents', /maintenance/],
    ['a page instead of the service', seedOf, page('Bienvenido'), 'seed, documents', /user agent/],
    ['a certificate that the SII does not accept', tokenOf, soap(headed('10', 'Error Interno')), 'token, documents', /does not accept the certificate/],
    ['a dead certificate', tokenOf, soap(headed('11', 'Certificado vencido')), 'token, documents', /expired, revoked/],
    ['a refusal of an unknown kind', tokenOf, soap(headed('77', 'Otra cosa')), 'token, documents', /Sign in with it on the SII/],
    ['a holder who is not authorised', queryOf, soap(headed('-6', 'ERROR: USUARIO NO AUTORIZADO')), 'query, documents', /Mantención de usuarios autorizados/],
    ['code 106', queryOf, soap(headed('106', 'Sin permiso')), 'query, documents', /Mantención de usuarios autorizados/],
    ['a proxy that removes cookies', boletaQueryOf, plain('{"descripcion":"No trae TOKEN"}', 400), 'query, boletas', /removes cookies/],
    ['a user agent that the boletas\' host refuses', boletaQueryOf, page('401', 401), 'query, boletas', /user agent/],
    ['a page about an unknown address', boletaQueryOf, page('No encontrado', 404), 'query, boletas', /page answers instead/],
    ['a registry without its operation', registryOf, xml('<E><Fault><faultstring>No such operation</faultstring></Fault></E>', 500), 'registry', /Report it/]
  ])('name the remedy for %s', async (_what, path, reply, name, remedy) => {
    sii.on(path, reply)

    const finding = (await check()).find(({ check: one }) => one === name)

    expect(finding).toMatchObject({ level: 'problem', remedy: expect.stringMatching(remedy) as string })
  })

  it('fail when the SII claims to have an envelope that does not exist', async () => {
    sii.on(queryOf, soap(headed('REC', 'Envio Recibido')))

    expect((await check()).find(({ check: name }) => name === 'query, documents')).toMatchObject({ level: 'warning' })
  })

  it("report a clock that differs from the SII's", async () => {
    sii.on(boletaQueryOf, json({}, 404))
    const late = (reply: Reply): Reply => async (request, response) => {
      response.setHeader('Date', new Date(Date.now() - 600_000).toUTCString())
      await reply(request, response)
    }
    sii.on(queryOf, late(soap(headed('-11', 'NO EXISTE EL ENVIO'))))
    sii.on(boletaQueryOf, late(json({}, 404)))
    sii.on(registryOf, late(registryAnswer))
    sii.on('semilla', late(page('', 503)))
    sii.on(seedOf, late(page('', 503)))

    expect((await check()).at(-1)).toMatchObject({
      check: 'clock', level: 'problem', detail: expect.stringMatching(/^\d{3} s ahead/) as string,
      remedy: expect.stringContaining('NTP') as string
    })
  })

  it('name the firewall when nothing listens', async () => {
    const [seed] = await check('http://127.0.0.1:1')

    expect(seed).toMatchObject({ check: 'seed, documents', level: 'problem', remedy: expect.stringContaining('firewall') as string })
  })
})

describe('the TLS of a host', () => {
  let folder: string
  let chained: { key: Buffer, cert: Buffer }
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'timbre-tls-'))
    const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
    const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
    openssl('req', '-x509', ...fresh, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Raiz de Prueba', '-days', '30')
    openssl('req', ...fresh, '-keyout', 'host.key', '-out', 'host.csr', '-subj', '/CN=maullin.example')
    openssl('x509', '-req', '-in', 'host.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-out', 'host.pem', '-days', '30')
    const file = (name: string) => readFileSync(join(folder, name))
    chained = { key: file('host.key'), cert: file('host.pem') }
  })
  afterAll(() => { rmSync(folder, { recursive: true }) })

  async function listen (server: ReturnType<typeof createTcpServer>): Promise<string> {
    await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
    closers.push(() => new Promise<void>((resolve) => { server.close(() => { resolve() }) }))
    return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  async function secureServer (options: TlsOptions): Promise<{ url: string, received: () => number }> {
    let received = 0
    const server = createTlsServer(options, (socket) => {
      socket.on('data', (chunk) => { received += chunk.length }).on('error', () => {})
    })
    server.on('tlsClientError', () => {})
    return { url: await listen(server), received: () => received }
  }
  const checkAt = (simulatorUrl: string, timeoutMs = patience.timeout) =>
    checkHosts(andes, { simulatorUrl, registryToken: 'production', timeoutMs })

  it('with an unknown CA names that CA and its setting, and receives no data', async () => {
    const server = await secureServer(chained)

    const [finding] = await checkAt(server.url)

    expect(finding).toMatchObject({ level: 'problem', remedy: expect.stringContaining('NODE_EXTRA_CA_CERTS') as string })
    expect(finding?.detail).toMatch(/^UNABLE_TO_VERIFY_LEAF_SIGNATURE: TLSv1\.3, TLS_\w+, chain maullin\.example; issued by Raiz de Prueba$/)
    expect(server.received()).toBe(0)
  })

  it('with only an old protocol names TLS inspection', async () => {
    const { url } = await secureServer({ ...chained, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' })

    expect((await checkAt(url))[0]).toMatchObject({
      level: 'problem', remedy: expect.stringContaining('does not speak TLS 1.2') as string
    })
  })

  it('that resets the handshake names the firewall and TLS 1.2', async () => {
    const url = await listen(createTcpServer((socket) => { socket.once('data', () => { socket.resetAndDestroy() }) }))

    expect((await checkAt(url))[0]).toMatchObject({
      level: 'problem', remedy: expect.stringContaining('--tls-max-v1.2') as string
    })
  })

  it('that never answers ends at the time limit', async () => {
    const url = await listen(createTcpServer((socket) => { socket.on('error', () => {}).on('data', () => {}); closers.push(() => { socket.destroy() }) }))

    const finding = checkAt(url, 200)

    expect((await finding)[0]).toMatchObject({ level: 'problem', remedy: expect.stringContaining('firewall') as string })
    for (const close of closers.splice(1)) await close()
  })

  it("is checked for every host of an environment, including the one that issues the registry's tokens", async () => {
    const unreachable = { simulatorUrl: undefined, registryToken: 'production', timeoutMs: 1 } as const

    const hosts = await checkHosts({ authority: 'sii', environment: 'certification' }, unreachable)

    expect(hosts.map(({ check }) => check)).toEqual([
      'TLS maullin.sii.cl', 'TLS apicert.sii.cl', 'TLS pangal.sii.cl', 'TLS ws2.sii.cl', 'TLS palena.sii.cl'
    ])
  })
})

it.each([
  ['dns: getaddrinfo ENOTFOUND maullin.sii.cl', /DNS/],
  ['write EPROTO 00:error:0A000152:SSL routines:final_renegotiate:unsafe legacy renegotiation disabled', /Legacy renegotiation/],
  ['write EPROTO 00:error:0A000410:SSL routines:ssl3_read_bytes:sslv3 alert handshake failure', /tls-max-v1\.2/],
  ['CERT_HAS_EXPIRED: TLSv1.2', /clock/],
  ['ERR_TLS_CERT_ALTNAME_INVALID: TLSv1.2', /captive portal/],
  ['something else', undefined]
])('the remedy for "%s"', (cause, remedy) => {
  if (remedy) expect(remedyFor(cause)).toMatch(remedy)
  else expect(remedyFor(cause)).toBeUndefined()
})
