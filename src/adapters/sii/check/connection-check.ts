import type { EnvelopeKind } from '../../../model/envelopes.ts'
import type { EnvelopeStatus, SiiConnectionFinding, SiiGateway, SiiTarget } from '../../../services/ports.ts'
import { presentable } from '../answer-text.ts'
import type { SiiCall } from '../client.ts'
import { baseAddress, type SiiEndpoint } from '../endpoints.ts'
import { isPage } from '../json-answer.ts'
import type { RegistryTokenOrigin } from '../registry.ts'
import { remedyFor } from './known-failures.ts'
import { probeTls, type TlsProbe } from './tls-probe.ts'

type Finding = SiiConnectionFinding
type Place = Pick<SiiTarget, 'authority' | 'environment'>

export interface CheckSettings {
  simulatorUrl: string | undefined
  registryToken: RegistryTokenOrigin
  timeoutMs: number
}

const endpoints: readonly SiiEndpoint[] = ['documents', 'boletas', 'boletaUploads', 'registry']

/** The TLS connection to each host that the environment uses. Sends nothing. */
export async function checkHosts (place: Place, settings: CheckSettings): Promise<Finding[]> {
  return await Promise.all(addressesOf(place, settings).map((address) => checkHost(address, settings.timeoutMs)))
}

function addressesOf (place: Place, { simulatorUrl, registryToken }: CheckSettings): string[] {
  const addresses = endpoints.map((endpoint) => baseAddress(place, endpoint, simulatorUrl))
  // The registry's certification host takes the tokens of the other environment.
  const ofTokens = baseAddress({ ...place, environment: registryToken }, 'documents', simulatorUrl)
  const wanted = place.environment === 'certification' ? [...addresses, ofTokens] : addresses
  return [...new Set(wanted)].filter((address) => address !== undefined)
}

async function checkHost (address: string, timeoutMs: number): Promise<Finding> {
  const { host, protocol } = new URL(address)
  const check = `TLS ${host}`
  if (protocol !== 'https:') return { check, level: 'ok', detail: 'plain HTTP, as the simulator speaks' }
  const probe = await probeTls(address, timeoutMs)
  if (probe.kind === 'failed') return problem(check, probe.cause)
  const detail = detailOf(probe)
  return probe.untrusted ? problem(check, detail) : { check, level: 'ok', detail }
}

function detailOf ({ protocol, cipher, chain, untrusted }: Extract<TlsProbe, { kind: 'connected' }>): string {
  const facts = `${protocol}, ${cipher}, chain ${chain.join(' < ')}`
  return untrusted ? `${untrusted.code}: ${facts}; issued by ${untrusted.issuer}` : facts
}

/**
 * Asks the SII with the tenant's certificate what it asks every day, about things that it cannot know: an envelope of
 * documents and one of boletas, and the events of a document. `calls` are those that the gateway reports to `onCall`.
 */
export async function checkSessions ({ gateway, calls, target, taxNumber }: {
  gateway: SiiGateway, calls: readonly SiiCall[], target: SiiTarget, taxNumber: string
}): Promise<Finding[]> {
  const documents = await checkChannel('DTE')
  const boletas = await checkChannel('BOLETA')
  const document = { issuerTaxNumber: taxNumber, documentType: 33, folio: unusedFolio }
  const events = await gateway.registry.events(target, document)
  return [
    ...documents,
    ...boletas,
    events.kind === 'answered'
      ? { check: 'registry', level: 'ok', detail: `answers about a document: ${events.code}, ${events.gloss}` }
      : problem('registry', events.cause),
    ...clockOf(calls)
  ]

  async function checkChannel (kind: EnvelopeKind): Promise<Finding[]> {
    const before = calls.length
    let answer = ''
    const listening: SiiTarget = { ...target, onExchange: ({ text }) => { answer = text.answer ?? '' } }
    const status =
      await gateway.envelopeStatus(listening, { kind, issuerTaxNumber: taxNumber, trackId: unknownTrackId })
    return channelFindings(kind, calls.slice(before), causeOf(status, answer))
  }
}

// Nobody has this envelope: the SII counted past a billion long ago, and its numbers are longer.
const unknownTrackId = '1'
const unusedFolio = 1

const channelNames = { DTE: 'documents', BOLETA: 'boletas' } as const

interface Cause { cause: string, isUnavailable: boolean }

/** With the words of an answer of which only the HTTP status was understood. */
function causeOf (status: EnvelopeStatus, answer: string): Cause {
  if (status.kind !== 'unavailable') return { cause: `${status.state}, ${status.gloss}`, isUnavailable: false }
  const words = isPage(answer) ? 'a page' : presentable(answer).slice(0, mostWords)
  const addsWords = /^HTTP \d+$/.test(status.cause) && words !== ''
  return { cause: addsWords ? `${status.cause}: ${words}` : status.cause, isUnavailable: true }
}

const mostWords = 200

/** A step counts as done when the next one was tried. */
function channelFindings (kind: EnvelopeKind, calls: readonly SiiCall[], { cause, isUnavailable }: Cause): Finding[] {
  const name = channelNames[kind]
  const tried = (operation: SiiCall['operation']): boolean => calls.some((call) => call.operation === operation)
  const seed: Finding = { check: `seed, ${name}`, level: 'ok', detail: 'received' }
  const token: Finding = { check: `token, ${name}`, level: 'ok', detail: 'made with the tenant\'s certificate' }
  if (!tried('token')) return [problem(seed.check, cause)]
  if (!tried('envelopeStatus')) return [seed, problem(token.check, cause)]
  const check = `query, ${name}`
  return [seed, token, saysUnknown(kind, cause)
    ? { check, level: 'ok', detail: `says that it has no such envelope: ${cause}` }
    : isUnavailable ? problem(check, cause) : { check, level: 'warning', detail: unclear(cause) }]
}

function saysUnknown (kind: EnvelopeKind, cause: string): boolean {
  return /no existe.{0,20}(env[ií]o|track)|(env[ií]o|track).{0,20}no (existe|encontrado)/i.test(cause) ||
    (kind === 'BOLETA' && /^HTTP 404(?!: a page)/.test(cause))
}

function unclear (cause: string): string {
  return `answered ${cause} about an envelope that it cannot have`
}

const tolerableSkewMs = 60_000

/** The SII judges the time of each signature; the Date header has whole seconds. */
function clockOf (calls: readonly SiiCall[]): Finding[] {
  const skews = calls.flatMap(({ serverTime, answeredAt }) =>
    serverTime ? [answeredAt.getTime() - serverTime.getTime()] : [])
  if (skews.length === 0) return []
  const skewMs = skews.reduce((least, skew) => Math.abs(skew) < Math.abs(least) ? skew : least)
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  if (Math.abs(skewMs) <= tolerableSkewMs) return [{ check: 'clock', level: 'ok', detail: `${seconds} s from the SII's` }]
  return [{
    check: 'clock', level: 'problem', detail: `${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the SII's`,
    remedy: 'Synchronise this machine with NTP: the SII checks the time of each signature.'
  }]
}

function problem (check: string, cause: string): Finding {
  const remedy = remedyFor(cause) ??
    'Nobody has reported this yet: send it with what the SII answered (docs/reporting-sii-answers.md).'
  return { check, level: 'problem', detail: cause, remedy }
}
