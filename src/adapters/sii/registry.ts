import type { RegistryEvent } from '../../dte/registry/events.ts'
import { isKnownAnswer } from '../../dte/registry/rules.ts'
import { isCalendarDate, momentOf, startOfSantiagoDay } from '../../dte/values/calendar.ts'
import type { Environment } from '../../model/tax-authorities.ts'
import type { RegistryDocument, RegistryReply, SiiRegistry, SiiTarget } from '../../services/ports.ts'
import { presentable } from './answer-text.ts'
import type { SiiClient } from './client.ts'
import type { HttpOutcome } from './http.ts'
import { rutParts } from './identifiers.ts'
import { isPage } from './json-answer.ts'
import type { Attempt, Sessions } from './session.ts'
import { describeFailure, faultIn, isTokenRefusal, soapBody, soapHeaders } from './soap.ts'
import { findAll, findFirst, parseXml, textOf, type XmlElement } from './xml-answer.ts'

/** Which environment gives the token for the certification host of the registry. */
export type RegistryTokenOrigin = Environment

const namespace = 'http://ws.registroreclamodte.diii.sdi.sii.cl'
const paths = {
  certification: '/WSREGISTRORECLAMODTECERT/registroreclamodteservice',
  production: '/WSREGISTRORECLAMODTE/registroreclamodteservice'
} as const satisfies Record<Environment, string>

/** The `return` of an answer, or why it is missing; `isDecided`: the SII says that it did nothing. */
type Returned =
  | { kind: 'returned', element: XmlElement }
  | { kind: 'none', cause: string, isDecided: boolean, isWithoutToken?: true }

type Unavailable = Extract<RegistryReply, { kind: 'unavailable' }>

/**
 * The registry of acceptance and claims [S48]: SOAP in rpc/literal, answers in plain XML, the token in a cookie.
 * Its certification host takes only a token made in production by [S48], and one made in certification by others
 * [S40]: `tokenOrigin` is tried first, the other where a fresh token is refused, and the one that worked stays.
 */
export function createRegistry ({ client, sessions, tokenOrigin = 'production' }: {
  client: SiiClient, sessions: Sessions, tokenOrigin?: RegistryTokenOrigin | undefined
}): SiiRegistry {
  let workingOrigin = tokenOrigin

  async function call (
    target: SiiTarget, document: RegistryDocument, { operation, action, isUnderstood = isReply }: Call
  ): Promise<Returned> {
    const body = soapBody({
      namespace, name: operation, isLiteral: true,
      parameters: [...parametersOf(document), ...action === undefined ? [] : [['accionDoc', action] as const]]
    })
    const callWith = (origin: RegistryTokenOrigin): Promise<Attempt<Returned>> =>
      attemptWithTokenOf({ ...target, environment: origin }, (token) => client.ask(target, {
        operation: 'registry', kind: 'DTE', endpoint: 'registry', path: paths[target.environment],
        headers: soapHeaders, token, body
      }, (outcome) => {
        const attempt = readReturn(outcome, `${operation}Response`)
        return { result: attempt, isUnderstood: attempt.tokenRefused || isUnderstoodAs(attempt.result, isUnderstood) }
      }))
    if (target.environment === 'production') return (await callWith('production')).result
    const origin = workingOrigin
    const first = await callWith(origin)
    return mayRepeat(first, action) ? callWithOther(first.result, otherOrigin[origin], callWith) : first.result
  }

  async function callWithOther (
    first: Returned, origin: RegistryTokenOrigin, callWith: (origin: RegistryTokenOrigin) => Promise<Attempt<Returned>>
  ): Promise<Returned> {
    const { result, tokenRefused } = await callWith(origin)
    if (tokenRefused || isWithoutToken(result)) return bothRefused(first)
    if (result.kind === 'returned') workingOrigin = origin
    return result
  }

  async function attemptWithTokenOf (
    signer: SiiTarget, attempt: (token: string) => Promise<Attempt<Returned>>
  ): Promise<Attempt<Returned>> {
    const { result, tokenRefused } = await sessions.attemptWithToken(signer, 'DTE', attempt)
    return {
      result: result.kind === 'noToken'
        ? { kind: 'none', cause: result.cause, isDecided: true, isWithoutToken: true }
        : result,
      tokenRefused
    }
  }

  async function query (target: SiiTarget, document: RegistryDocument, operation: string): Promise<RegistryReply> {
    const returned = await call(target, document, { operation })
    return returned.kind === 'none' ? unavailable(returned.cause) : readReply(returned.element)
  }

  return {
    async register (target, document, action) {
      const returned = await call(target, document, { operation: 'ingresarAceptacionReclamoDoc', action })
      if (returned.kind === 'returned') return readReply(returned.element)
      return returned.isDecided ? unavailable(returned.cause) : { kind: 'unknown', cause: returned.cause }
    },
    events: async (target, document) => await query(target, document, 'listarEventosHistDoc'),
    assignability: async (target, document) => await query(target, document, 'consultarDocDteCedible'),
    async receptionDate (target, document) {
      const returned = await call(target, document, {
        operation: 'consultarFechaRecepcionSii',
        isUnderstood: ({ text }) => text.trim() === '' || momentIn(text) !== undefined
      })
      return returned.kind === 'none'
        ? unavailable(returned.cause)
        : { kind: 'answered', at: momentIn(returned.element.text) }
    }
  }
}

/** `isUnderstood`: whether the `return` says something that is known; a reply by default. */
interface Call { operation: string, action?: string, isUnderstood?: (element: XmlElement) => boolean }

function isUnderstoodAs (returned: Returned, isUnderstood: (element: XmlElement) => boolean): boolean {
  return returned.kind === 'returned' && isUnderstood(returned.element)
}

const otherOrigin = { certification: 'production', production: 'certification' } as const

/** After a refused token; an action that may have been registered is not repeated: its events are read first. */
function mayRepeat ({ result, tokenRefused }: Attempt<Returned>, action: string | undefined): boolean {
  return tokenRefused && (action === undefined || (result.kind === 'none' && result.isDecided))
}

function isWithoutToken (returned: Returned): boolean {
  return returned.kind === 'none' && returned.isWithoutToken === true
}

function bothRefused (first: Returned): Returned {
  return first.kind === 'none'
    ? { ...first, cause: `${first.cause}; neither a token of certification nor one of production` }
    : first
}

function parametersOf ({ issuerTaxNumber, documentType, folio }: RegistryDocument): [string, string][] {
  const issuer = rutParts(issuerTaxNumber)
  return [
    ['rutEmisor', issuer.number],
    ['dvEmisor', issuer.checkDigit],
    ['tipoDoc', String(documentType)],
    ['folio', String(folio)]
  ]
}

// A token that the service does not know gets one of these, or a page to sign in.
const tokenRefusals = [401, 403]

function readReturn (outcome: HttpOutcome, responseName: string): Attempt<Returned> {
  if (outcome.kind === 'failed') return none(describeFailure(outcome), { isDecided: !outcome.bytesMayHaveLeft })
  const { status, text } = outcome
  if (tokenRefusals.includes(status) || (status === 200 && isPage(text))) {
    return none(`HTTP ${status}: the token is not accepted`, { isDecided: status !== 200, tokenRefused: true })
  }
  const root = isPage(text) ? undefined : parseXml(text)
  // A gateway on the way may have lost the answer, so what was asked may have been done.
  return root
    ? readSoap(root, responseName)
    : none(`HTTP ${status} without a readable answer`, { isDecided: false })
}

function readSoap (root: XmlElement, responseName: string): Attempt<Returned> {
  const fault = faultIn(root)
  // A fault says that nothing was done; one about the token brings another one.
  if (fault !== undefined) return none(fault, { isDecided: true, tokenRefused: isTokenRefusal(fault) })
  // Without a return where there is nothing to say, such as the date of a document that it does not know.
  const element = findFirst(root, 'return') ?? findFirst(root, responseName)
  return element
    ? { result: { kind: 'returned', element }, tokenRefused: false }
    : none('an answer without return', { isDecided: false })
}

function none (
  cause: string, { isDecided, tokenRefused = false }: { isDecided: boolean, tokenRefused?: boolean }
): Attempt<Returned> {
  return { result: { kind: 'none', cause, isDecided }, tokenRefused }
}

function isReply (element: XmlElement): boolean {
  const code = textOf(element, 'codResp') ?? ''
  return /^-?\d{1,9}$/.test(code) && isKnownAnswer(Number(code)) && (code === '-1' || readReply(element).kind === 'answered')
}

/** codResp -1 is an error of the SII's own: it did nothing, and may be asked later. */
function readReply (element: XmlElement): RegistryReply {
  const code = textOf(element, 'codResp') ?? 'absent'
  const gloss = presentable(textOf(element, 'descResp') ?? '')
  if (!/^\d{1,9}$/.test(code)) return unavailable(`codResp ${code}, ${gloss}`)
  const events = findAll(element, 'listaEventosDoc').map(readEvent)
  // Without one of its events a claim could be missed.
  if (!events.every((event) => event !== undefined)) return unavailable('an event that cannot be read')
  return { kind: 'answered', code: Number(code), gloss, events }
}

/** Undefined without a code or a readable time. */
function readEvent (element: XmlElement): RegistryEvent | undefined {
  const text = (name: string): string => presentable(textOf(element, name) ?? '')
  const at = momentIn(text('fechaEvento'))
  const code = text('codEvento')
  if (code === '' || !at) return undefined
  const responsible = `${text('rutResponsable')}-${text('dvResponsable').toUpperCase()}`
  return { code, description: text('descEvento'), responsible, at }
}

/** dd-mm-aaaa hh:mm:ss on Chile's clock; undefined for an empty text or a sentence. */
function momentIn (text: string): Date | undefined {
  const [, day, month, year, time] = /^(\d{2})-(\d{2})-(\d{4}) (\d{2}:\d{2}:\d{2})$/.exec(text.trim()) ?? []
  const date = `${year}-${month}-${day}`
  if (!isCalendarDate(date)) return undefined
  return time === '00:00:00' ? startOfSantiagoDay(date) : momentOf(`${date}T${time}`)
}

function unavailable (cause: string): Unavailable {
  return { kind: 'unavailable', cause: cause.replace(/, $/, '') }
}
