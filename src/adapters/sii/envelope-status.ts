import type { EnvelopeQuery, EnvelopeStatus, SiiTarget, SubtotalVerdict } from '../../services/ports.ts'
import { readBoletaEnvelope } from './boleta-envelope.ts'
import type { SiiClient } from './client.ts'
import { bookStatusOf, envelopeStatusOf, unavailable } from './envelope-states.ts'
import { serviceNamespace } from './endpoints.ts'
import type { HttpOutcome } from './http.ts'
import { rutParts } from './identifiers.ts'
import type { Attempt, Sessions } from './session.ts'
import { defaultNamespace, headerText, readRespuesta, soapBody, soapHeaders, withNamespaces } from './soap.ts'
import { everyElement, type XmlElement } from './xml-answer.ts'

/** Asks how an envelope fares: QueryEstUp for documents, REST for boletas. */
export function createEnvelopeStatus ({ client, sessions }: { client: SiiClient, sessions: Sessions }) {
  return async (target: SiiTarget, query: EnvelopeQuery): Promise<EnvelopeStatus> => {
    const ask = query.kind === 'DTE' ? askQueryEstUp : askBoletas
    const status = await sessions.withToken(
      target, query.kind, async (token) => await ask(client, target, query, token)
    )
    return status.kind === 'noToken' ? unavailable(status.cause) : status
  }
}

async function askBoletas (
  client: SiiClient, target: SiiTarget, query: EnvelopeQuery, token: string
): Promise<Attempt<EnvelopeStatus>> {
  const path = `/recursos/v1/boleta.electronica.envio/${query.issuerTaxNumber}-${encodeURIComponent(query.trackId)}`
  const headers = { Accept: 'application/json' }
  return readBoletaEnvelope(
    await client.send(target, { operation: 'envelopeStatus', kind: 'BOLETA', endpoint: 'boletas', path, headers, token })
  )
}

async function askQueryEstUp (
  client: SiiClient, target: SiiTarget, query: EnvelopeQuery, token: string
): Promise<Attempt<EnvelopeStatus>> {
  const path = '/DTEWS/QueryEstUp.jws'
  const company = rutParts(query.issuerTaxNumber)
  const outcome = await withNamespaces([serviceNamespace(target.environment, path), defaultNamespace], (namespace) => {
    const body = soapBody({
      namespace,
      name: 'getEstUp',
      parameters: [['RutCompania', company.number], ['DvCompania', company.checkDigit], ['TrackId', query.trackId], [
        'Token', token
      ]]
    })
    return client.send(target, {
      operation: 'envelopeStatus', kind: 'DTE', endpoint: 'documents', path, headers: soapHeaders, body
    })
  })
  return readQueryEstUp(outcome, query.isBook ? bookStatusOf : envelopeStatusOf)
}

// Inactive, inactive, unknown: in each case another token helps [S9].
const tokenStates = new Set(['001', '002', '003'])

function readQueryEstUp (
  outcome: HttpOutcome, statusOf: typeof envelopeStatusOf
): Attempt<EnvelopeStatus> {
  const answered = readRespuesta(outcome)
  if (answered.kind === 'none') return { result: unavailable(answered.cause), tokenRefused: answered.tokenRefused === true }
  const state = headerText(answered.answer, 'ESTADO') ?? 'absent'
  const gloss = headerText(answered.answer, 'GLOSA') ?? headerText(answered.answer, 'GLOSA_ESTADO') ?? ''
  const report = { state, gloss, subtotals: readSubtotals(answered.answer), documents: [], reasons: [] }
  return { result: statusOf(report), tokenRefused: tokenStates.has(state) }
}

const counterNames = ['TIPO_DOCTO', 'INFORMADOS', 'ACEPTADOS', 'RECHAZADOS', 'REPAROS'] as const

/** The counters stand side by side and repeat per type of document: each TIPO_DOCTO opens a group. */
function readSubtotals (answer: XmlElement): SubtotalVerdict[] | undefined {
  const groups: Map<string, string>[] = []
  for (const { name, text } of everyElement(answer)) {
    if (name === 'TIPO_DOCTO') groups.push(new Map())
    groups.at(-1)?.set(name, text)
  }
  const subtotals = groups.map(readSubtotal)
  return subtotals.every((each) => each !== undefined) ? subtotals : undefined
}

function readSubtotal (group: Map<string, string>): SubtotalVerdict | undefined {
  const numbers = counterNames.map((name) => group.get(name) ?? '')
  if (!numbers.every((text) => /^\d{1,7}$/.test(text))) return undefined
  const [documentType = 0, informed = 0, accepted = 0, rejected = 0, objected = 0] = numbers.map(Number)
  return { documentType, informed, accepted, rejected, objected }
}
