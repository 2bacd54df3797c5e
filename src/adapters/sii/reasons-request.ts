import type { ReasonsQuery, ReasonsRequest, SiiTarget } from '../../services/ports.ts'
import type { SiiClient } from './client.ts'
import { serviceNamespace } from './endpoints.ts'
import type { HttpOutcome } from './http.ts'
import { rutParts } from './identifiers.ts'
import type { Attempt, Sessions } from './session.ts'
import { defaultNamespace, headerText, readRespuesta, soapBody, soapHeaders, withNamespaces } from './soap.ts'

const path = '/DTEWS/services/wsDTECorreo'

/** Asks the SII to mail the result of an envelope again: `reenvioCorreo` of wsDTECorreo [S12], rpc/literal. */
export function createReasonsRequest ({ client, sessions }: { client: SiiClient, sessions: Sessions }) {
  return async (target: SiiTarget, query: ReasonsQuery): Promise<ReasonsRequest> => {
    const outcome = await sessions.withToken(
      target, 'DTE', async (token) => readReenvio(await send(client, target, query, token))
    )
    return outcome.kind === 'noToken' ? { kind: 'refused', code: null, gloss: outcome.cause } : outcome
  }
}

async function send (
  client: SiiClient, target: SiiTarget, { issuerTaxNumber, trackId }: ReasonsQuery, token: string
): Promise<HttpOutcome> {
  const company = rutParts(issuerTaxNumber)
  const parameters = [
    ['Token', token], ['RutEmpresa', company.number], ['DvEmpresa', company.checkDigit], ['TrackId', trackId]
  ] as const
  return withNamespaces([serviceNamespace(target.environment, path), defaultNamespace], (namespace) =>
    client.send(target, {
      operation: 'reasonsRequest', kind: 'DTE', endpoint: 'documents', path, headers: soapHeaders,
      body: soapBody({ namespace, name: 'reenvioCorreo', parameters, isLiteral: true })
    }))
}

const tokenRefused = '104'
// Those of S12 that say that nothing will be mailed: the SII's own errors (103, 107 …) say nothing.
const refusals: readonly string[] = ['101', '102', tokenRefused, '105', '106', '114']

function readReenvio (outcome: HttpOutcome): Attempt<ReasonsRequest> {
  const answered = readRespuesta(outcome)
  if (answered.kind === 'none') {
    return { result: { kind: 'unknown', code: null, gloss: answered.cause }, tokenRefused: answered.tokenRefused === true }
  }
  const code = headerText(answered.answer, 'ESTADO') ?? null
  const gloss = headerText(answered.answer, 'GLOSA') ?? ''
  return { result: { kind: kindOf(code), code, gloss }, tokenRefused: code === tokenRefused }
}

function kindOf (code: string | null): ReasonsRequest['kind'] {
  if (code === null) return 'unknown'
  if (/^0+$/.test(code)) return 'requested'
  return refusals.includes(code) ? 'refused' : 'unknown'
}
