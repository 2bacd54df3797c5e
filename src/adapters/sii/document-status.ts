import { z } from 'zod'
import { dayMonthYear } from '../../dte/values/calendar.ts'
import type { DocumentQuery, DocumentStatus, SiiTarget } from '../../services/ports.ts'
import { presentable } from './answer-text.ts'
import type { SiiClient } from './client.ts'
import { serviceNamespace } from './endpoints.ts'
import type { HttpOutcome } from './http.ts'
import { asTrackId, rutParts } from './identifiers.ts'
import { isPage, readJsonAnswer } from './json-answer.ts'
import type { Attempt, Sessions } from './session.ts'
import {
  bodyText, defaultNamespace, headerText, readRespuesta, soapBody, soapHeaders, withNamespaces
} from './soap.ts'

/**
 * Asks whether the SII holds a document: QueryEstDteAv, and QueryEstDte where that gives no answer; REST for boletas.
 */
export function createDocumentStatus ({ client, sessions }: { client: SiiClient, sessions: Sessions }) {
  async function ask (target: SiiTarget, query: DocumentQuery, question: Question): Promise<DocumentStatus> {
    const status = await sessions.withToken(
      target, query.kind, async (token) => await question(client, target, query, token)
    )
    return status.kind === 'noToken' ? unavailable(status.cause) : status
  }

  return async (target: SiiTarget, query: DocumentQuery): Promise<DocumentStatus> => {
    if (query.kind === 'BOLETA') return await ask(target, query, askBoletas)
    const advanced = await ask(target, query, askQueryEstDteAv)
    return advanced.kind === 'unavailable' ? await ask(target, query, askQueryEstDte) : advanced
  }
}

type Question = (
  client: SiiClient, target: SiiTarget, query: DocumentQuery, token: string
) => Promise<Attempt<DocumentStatus>>

const askQueryEstDteAv: Question = async (client, target, query, token) => {
  const company = rutParts(query.issuerTaxNumber)
  const path = '/DTEWS/services/QueryEstDteAv'
  const outcome = await withNamespaces([serviceNamespace(target.environment, path), defaultNamespace], (namespace) => {
    const body = soapBody({
      namespace,
      name: 'getEstDteAv',
      parameters: [
        ['RutEmpresa', company.number],
        ['DvEmpresa', company.checkDigit],
        ...documentParameters(query, dayMonthYear(query.issueDate)),
        ['FirmaDte', query.signatureValue.replace(/\s+/g, '')],
        ['Token', token]
      ]
    })
    return client.send(target, {
      operation: 'documentStatus', kind: 'DTE', endpoint: 'documents', path, headers: soapHeaders, body
    })
  })
  return readQueryEstDteAv(outcome)
}

const askQueryEstDte: Question = async (client, target, query, token) => {
  const path = '/DTEWS/QueryEstDte.jws'
  const asker = rutParts(target.credential.holderTaxNumber)
  const company = rutParts(query.issuerTaxNumber)
  const body = soapBody({
    namespace: serviceNamespace(target.environment, path),
    name: 'getEstDte',
    parameters: [
      ['RutConsultante', asker.number],
      ['DvConsultante', asker.checkDigit],
      ['RutCompania', company.number],
      ['DvCompania', company.checkDigit],
      ...documentParameters(query, dayMonthYear(query.issueDate).replaceAll('-', '')),
      ['Token', token]
    ]
  })
  return readQueryEstDte(
    await client.send(target, {
      operation: 'documentStatus', kind: 'DTE', endpoint: 'documents', path, headers: soapHeaders, body
    })
  )
}

const askBoletas: Question = async (client, target, query, token) => {
  const receiver = rutParts(query.receiverTaxNumber)
  const asked = new URLSearchParams({
    rut_receptor: receiver.number,
    dv_receptor: receiver.checkDigit,
    monto: query.totalAmount,
    fechaEmision: dayMonthYear(query.issueDate)
  })
  const path =
    `/recursos/v1/boleta.electronica/${query.issuerTaxNumber}-${query.documentType}-${query.folio}/estado?${asked.toString()}`
  const headers = { Accept: 'application/json' }
  return readBoleta(
    await client.send(target, { operation: 'documentStatus', kind: 'BOLETA', endpoint: 'boletas', path, headers, token })
  )
}

function documentParameters (query: DocumentQuery, issueDate: string): [string, string][] {
  const receiver = rutParts(query.receiverTaxNumber)
  return [
    ['RutReceptor', receiver.number],
    ['DvReceptor', receiver.checkDigit],
    ['TipoDte', String(query.documentType)],
    ['FolioDte', String(query.folio)],
    ['FechaEmisionDte', issueDate],
    ['MontoDte', query.totalAmount]
  ]
}

// QueryEstDteAv says 1 and 2 where QueryEstDte says 001, 002 and 003 [S9] to [S11].
const tokenStates = new Set(['1', '2', '001', '002', '003'])

function readQueryEstDteAv (outcome: HttpOutcome): Attempt<DocumentStatus> {
  const answered = readRespuesta(outcome)
  if (answered.kind === 'none') return { result: unavailable(answered.cause), tokenRefused: answered.tokenRefused === true }
  const { answer } = answered
  const result = headerText(answer, 'ESTADO') ?? 'absent'
  if (!/^0+$/.test(result)) {
    return {
      result: unavailable(`QueryEstDteAv ESTADO ${result}, ${headerText(answer, 'GLOSA') ?? ''}`),
      tokenRefused: tokenStates.has(result)
    }
  }
  const state = bodyText(answer, 'ESTADO') ?? (bodyText(answer, 'RECIBIDO')?.toUpperCase() === 'NO' ? 'FAU' : 'absent')
  const status = documentStatusOf(state, bodyText(answer, 'GLOSA') ?? '', asTrackId(bodyText(answer, 'TRACKID')))
  return { result: status, tokenRefused: false }
}

function readQueryEstDte (outcome: HttpOutcome): Attempt<DocumentStatus> {
  const answered = readRespuesta(outcome)
  if (answered.kind === 'none') return { result: unavailable(answered.cause), tokenRefused: answered.tokenRefused === true }
  const { answer } = answered
  const state = headerText(answer, 'ESTADO') ?? 'absent'
  const gloss = headerText(answer, 'GLOSA_ESTADO') ?? headerText(answer, 'GLOSA') ?? headerText(answer, 'GLOSA_ERR') ??
    ''
  return { result: documentStatusOf(state, gloss, undefined), tokenRefused: tokenStates.has(state) }
}

const boletaShape = z.object({ codigo: z.string(), descripcion: z.string().nullish() })

function readBoleta (outcome: HttpOutcome): Attempt<DocumentStatus> {
  const { result, tokenRefused } = readJsonAnswer(outcome, boletaShape)
  if (result.kind === 'json') {
    return {
      result: documentStatusOf(result.content.codigo.trim(), result.content.descripcion ?? '', undefined), tokenRefused
    }
  }
  const saysAbsent = result.httpStatus === 404 && result.text !== '' && !isPage(result.text)
  return {
    result: saysAbsent ? { kind: 'notSeen', state: '404', gloss: presentable(result.text) } : unavailable(result.cause),
    tokenRefused
  }
}

// [S10]: states of a document the SII holds. AND and ANC are held too, and annulled by a later note.
const heldStates = new Set(['DOK', 'DNK', 'FAN', 'TMD', 'TMC', 'MMD', 'MMC', 'AND', 'ANC'])
// Not held, or not seen yet; FNA and EMP say why it could not have been.
const absentStates = new Set(['FAU', 'FNA', 'EMP'])

function documentStatusOf (state: string, gloss: string, trackId: string | undefined): DocumentStatus {
  if (heldStates.has(state)) return { kind: 'known', state, gloss, trackId }
  if (absentStates.has(state)) return { kind: 'notSeen', state, gloss }
  return unavailable(`ESTADO ${state}, ${gloss}`)
}

function unavailable (cause: string): Extract<DocumentStatus, { kind: 'unavailable' }> {
  return { kind: 'unavailable', cause: cause.replace(/, $/, '') }
}
