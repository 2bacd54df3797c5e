interface Reason { code: string, detail?: string }

/** What tests read of the ledger. */
export interface Ledger {
  uploads: (Record<string, unknown> & { state: string, reasons?: Reason[] })[]
  documents: (Record<string, unknown> & { outcome: string, reasons?: Reason[] })[]
}

/** Speaks to the simulator as a program speaks to the SII. */
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSimulator, type SimulatorSettings } from '../../simulator.ts'
import { keySource } from '../../../test/support/rsa-keys.ts'
import { holder, issuer, openCaf, openP12, signedSeed, type Caf, type Signer } from './documents.ts'

type Channel = 'DTE' | 'BOLETA'
const defaultNamespace = 'http://DefaultNamespace'
const agent = 'Mozilla/4.0 (compatible; PROG 1.0; Windows NT 5.0; YComp 5.0.2.4)'

const unescape = (text: string) =>
  text.replaceAll('&#xd;', '\r').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
export const tag = (text: string, name: string) => new RegExp(`<(?:\\w+:)?${name}>([^<]*)</`).exec(text)?.[1]

function createClient (base: string) {
  async function post (path: string, body: object): Promise<Response> {
    return fetch(base + path, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body)
    })
  }

  /** In the namespace of the host, or in the other one where the service knows no such operation in the first. */
  async function soap (
    path: string, operation: string, parameters: Record<string, string | number>, namespace = `https://palena.sii.cl${path}`
  ): Promise<string> {
    const parts = Object.entries(parameters).map(([name, value]) =>
      `<${name}>${String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${name}>`
    ).join('')
    const body =
      `<?xml version="1.0"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><m:${operation} xmlns:m="${namespace}">${parts}</m:${operation}></soapenv:Body></soapenv:Envelope>`
    const response = await fetch(base + path, {
      method: 'POST', headers: { 'content-type': 'text/xml', SOAPAction: '""' }, body
    })
    const text = unescape(await response.text())
    const isUnknown = text.includes('No such operation') && namespace !== defaultNamespace
    return isUnknown ? soap(path, operation, parameters, defaultNamespace) : text
  }

  async function seed (channel: Channel): Promise<string> {
    const text = channel === 'DTE'
      ? await soap('/DTEWS/CrSeed.jws', 'getSeed', {})
      : await (await fetch(`${base}/recursos/v1/boleta.electronica.semilla`)).text()
    return tag(text, 'SEMILLA') ?? ''
  }

  async function requestToken (channel: Channel, signed: string): Promise<string> {
    if (channel === 'DTE') return soap('/DTEWS/GetTokenFromSeed.jws', 'getToken', { pszXml: signed })
    const response = await fetch(`${base}/recursos/v1/boleta.electronica.token`, {
      method: 'POST', headers: { 'content-type': 'application/xml' }, body: signed
    })
    return response.text()
  }

  function form (
    bytes: Buffer, { sender = holder, company = issuer.rut, boundary = `----${randomBytes(8).toString('hex')}` } = {}
  ) {
    const [rutSender, dvSender] = sender.split('-')
    const [rutCompany, dvCompany] = company.split('-')
    const field = (name: string, value: string | undefined) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const head = field('rutSender', rutSender) + field('dvSender', dvSender) + field('rutCompany', rutCompany) +
      field('dvCompany', dvCompany) +
      `--${boundary}\r\nContent-Disposition: form-data; name="archivo"; filename="envio.xml"\r\nContent-Type: text/xml\r\n\r\n`
    return { boundary, body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]) }
  }

  return {
    base,
    post,
    soap,
    seed,
    requestToken,
    form,
    get: async (path: string) => fetch(base + path),
    async token (signer: Signer, channel: Channel = 'DTE'): Promise<string> {
      return tag(await requestToken(channel, signedSeed(await seed(channel), signer)), 'TOKEN') ?? ''
    },
    async certificate (order: object = {}): Promise<Signer> {
      const response = await post('/simulator/certificates', {
        taxNumber: issuer.rut, holderName: 'Juana Pérez', holderTaxNumber: holder, password: 'clave', ...order
      })
      return openP12(Buffer.from(await response.arrayBuffer()), 'clave')
    },
    async caf (documentType: number, order: object = {}): Promise<Caf> {
      const response = await post('/simulator/cafs', {
        taxNumber: issuer.rut, businessName: issuer.name, documentType, from: 1, to: 1000, ...order
      })
      return openCaf(Buffer.from(await response.arrayBuffer()))
    },
    async upload (
      bytes: Buffer, token: string,
      options: { channel?: Channel, sender?: string, company?: string, agent?: string } = {}
    ): Promise<Response> {
      const { boundary, body } = form(bytes, options)
      const path = options.channel === 'BOLETA' ? '/recursos/v1/boleta.electronica.envio' : '/cgi_dte/UPL/DTEUpload'
      return fetch(base + path, {
        method: 'POST',
        headers: {
          'content-type': `multipart/form-data; boundary=${boundary}`, 'user-agent': options.agent ?? agent,
          cookie: `TOKEN=${token}`
        },
        body
      })
    },
    async estUp (trackId: string, token: string, company = issuer.rut): Promise<string> {
      const [rut = '', digit = ''] = company.split('-')
      return soap('/DTEWS/QueryEstUp.jws', 'getEstUp', {
        RutCompania: rut, DvCompania: digit, TrackId: trackId, Token: token
      })
    },
    async ledger (query = ''): Promise<Ledger> {
      return (await fetch(`${base}/simulator/ledger${query}`)).json() as never
    },
  }
}

/** Noon of 20 November 2026 in Santiago, moved by hand. */
function handClock (start = '2026-11-20T15:00:00Z') {
  let now = Date.parse(start)
  return { clock: () => new Date(now), advance: (seconds: number) => { now += seconds * 1000 } }
}

/** A listening simulator whose envelopes are done at once, and a client of it. */
export async function startSimulator (settings: SimulatorSettings = {}) {
  const hand = handClock()
  const simulator = await createSimulator({ clock: hand.clock, secondsPerState: 0, makeKey: keySource(), ...settings })
  const client = createClient(await simulator.listen())
  return { simulator, client, ...hand }
}

/**
 * A company with a certificate and folios, made once: RSA keys take their time. Each start is a simulator of its own
 * that begins with them and nothing else.
 */
export async function prepareSimulator () {
  const template = mkdtempSync(join(tmpdir(), 'sii-simulator-'))
  const first = await startSimulator({ dataDir: template })
  const signer = await first.client.certificate()
  const caf = await first.client.caf(33)
  await first.simulator.close()

  return {
    signer,
    caf,
    async start (settings: SimulatorSettings = {}) {
      const dataDir = mkdtempSync(join(tmpdir(), 'sii-simulator-'))
      cpSync(template, dataDir, { recursive: true })
      const started = await startSimulator({ dataDir, ...settings })
      return {
        ...started,
        token: await started.client.token(signer),
        async close () {
          await started.simulator.close()
          rmSync(dataDir, { recursive: true })
        },
      }
    },
    dispose: () => { rmSync(template, { recursive: true }) },
  }
}
