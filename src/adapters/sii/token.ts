import { createHash } from 'node:crypto'
import type { EnvelopeKind } from '../../model/envelopes.ts'
import type { Clock, SigningCredential, SiiTarget } from '../../services/ports.ts'
import { minuteMs } from '../../shared/durations.ts'
import type { Reading, SiiClient } from './client.ts'
import { serviceNamespace } from './endpoints.ts'
import type { HttpOutcome } from './http.ts'
import { bodyText, headerText, readRespuesta, soapBody, soapHeaders, type SiiAnswer } from './soap.ts'

/** Signs a seed into the getToken document (dte/signing/seed.ts). */
export type SignSeed = (seed: string, credential: SigningCredential) => string

export type TokenAnswer =
  | { kind: 'token', token: string }
  | { kind: 'noToken', cause: string }

// An idle token lives about an hour [S7].
const keptForMs = 50 * minuteMs

/**
 * Tokens of the SII, one per certificate, authority, environment and channel: asked for once however many want it,
 * and kept until they grow old or `drop` says the SII no longer takes them.
 */
export function createTokens ({ client, clock, signSeed }: { client: SiiClient, clock: Clock, signSeed: SignSeed }) {
  const kept = new Map<string, { token: string, until: number }>()
  const underWay = new Map<string, Promise<TokenAnswer>>()

  async function fetchToken (target: SiiTarget, kind: EnvelopeKind): Promise<TokenAnswer> {
    const key = tokenKey(target, kind)
    try {
      const answer = await requestToken({ client, signSeed }, target, kind)
      if (answer.kind === 'token') kept.set(key, { token: answer.token, until: clock().getTime() + keptForMs })
      return answer
    } finally {
      underWay.delete(key)
    }
  }

  function forgetOld (): void {
    const now = clock().getTime()
    for (const [key, { until }] of kept) if (until <= now) kept.delete(key)
  }

  return {
    async get (target: SiiTarget, kind: EnvelopeKind): Promise<TokenAnswer> {
      forgetOld()
      const key = tokenKey(target, kind)
      const known = kept.get(key)
      if (known) return { kind: 'token', token: known.token }
      const asked = underWay.get(key) ?? fetchToken(target, kind)
      underWay.set(key, asked)
      return await asked
    },

    /** Forgets a token the SII refused, unless a newer one has taken its place meanwhile. */
    drop (target: SiiTarget, kind: EnvelopeKind, token: string): void {
      const key = tokenKey(target, kind)
      if (kept.get(key)?.token === token) kept.delete(key)
    }
  }
}

export type Tokens = ReturnType<typeof createTokens>

/**
 * Identifies a signer's session by the certificate and not by its holder's RUT: a certificate may carry another's RUT,
 * and must not obtain that person's token.
 */
export function signerKey ({ authority, environment, credential }: SiiTarget): string {
  const fingerprint = createHash('sha256').update(credential.certificateDer).digest('hex')
  return [authority, environment, fingerprint].join(' ')
}

function tokenKey (target: SiiTarget, kind: EnvelopeKind): string {
  return `${signerKey(target)} ${kind}`
}

interface Deps { client: SiiClient, signSeed: SignSeed }

async function requestToken ({ client, signSeed }: Deps, target: SiiTarget, kind: EnvelopeKind): Promise<TokenAnswer> {
  const seed = await askSeed(client, target, kind)
  if (seed.value === undefined) return { kind: 'noToken', cause: `no seed: ${seed.cause}` }
  const signed = trySigning(signSeed, seed.value, target.credential)
  if (signed === undefined) return { kind: 'noToken', cause: 'the seed could not be signed with this certificate' }
  const token = await askToken(client, target, kind, signed)
  if (token.value === undefined) return { kind: 'noToken', cause: `no token: ${token.cause}` }
  return { kind: 'token', token: token.value }
}

function trySigning (signSeed: SignSeed, seed: string, credential: SigningCredential): string | undefined {
  try {
    return signSeed(seed, credential)
  } catch {
    return undefined
  }
}

const seedPath = { DTE: '/DTEWS/CrSeed.jws', BOLETA: '/recursos/v1/boleta.electronica.semilla' } as const
const tokenPath = { DTE: '/DTEWS/GetTokenFromSeed.jws', BOLETA: '/recursos/v1/boleta.electronica.token' } as const

function askSeed (client: SiiClient, target: SiiTarget, kind: EnvelopeKind): Promise<Value> {
  const path = seedPath[kind]
  if (kind === 'BOLETA') {
    return client.ask(
      target, { operation: 'seed', kind, endpoint: 'boletas', path, headers: { Accept: 'application/xml' } }, readSeed
    )
  }
  const body = soapBody({ namespace: serviceNamespace(target.environment, path), name: 'getSeed', parameters: [] })
  return client.ask(
    target, { operation: 'seed', kind, endpoint: 'documents', path, headers: soapHeaders, body }, readSeed
  )
}

// It would open a session.
const summary = 'The signed seed.'

function askToken (client: SiiClient, target: SiiTarget, kind: EnvelopeKind, signed: string): Promise<Value> {
  const path = tokenPath[kind]
  if (kind === 'BOLETA') {
    const headers = { 'Content-Type': 'application/xml', Accept: 'application/xml' }
    return client.ask(target, {
      operation: 'token', kind, endpoint: 'boletas', path, headers, body: Buffer.from(signed), summary
    }, readToken)
  }
  const namespace = serviceNamespace(target.environment, path)
  const body = soapBody({ namespace, name: 'getToken', parameters: [['pszXml', signed]] })
  return client.ask(
    target, { operation: 'token', kind, endpoint: 'documents', path, headers: soapHeaders, body, summary }, readToken
  )
}

// Both travel in a header or in XML: anything but plain characters would be an attack or a page of another kind.
const plainValue = /^[A-Za-z0-9+/=_.~-]{1,128}$/

interface Value { value?: string, cause?: string }

const readSeed = (outcome: HttpOutcome): Reading<Value> => readValue(readRespuesta(outcome), 'SEMILLA')
const readToken = (outcome: HttpOutcome): Reading<Value> => readValue(readRespuesta(outcome), 'TOKEN')

function readValue (answered: SiiAnswer, name: 'SEMILLA' | 'TOKEN'): Reading<Value> {
  if (answered.kind === 'none') return { result: { cause: answered.cause }, isUnderstood: false }
  const state = headerText(answered.answer, 'ESTADO') ?? 'without ESTADO'
  const value = bodyText(answered.answer, name)
  if (/^0+$/.test(state) && value !== undefined && plainValue.test(value)) {
    return { result: { value }, isUnderstood: true }
  }
  const meaning = meaningOf[state]
  return {
    result: {
      cause: [`ESTADO ${state}`, headerText(answered.answer, 'GLOSA'), meaning].filter(Boolean).join(', ')
    },
    isUnderstood: meaning !== undefined
  }
}

// What "Error Interno" means here, as others found [S40].
const meaningOf: Partial<Record<string, string>> = {
  10: 'the SII does not accept the signature or the certificate'
}
