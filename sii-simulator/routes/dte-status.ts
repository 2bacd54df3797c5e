import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DocumentFinding, EnvelopeFinding } from '../findings.ts'
import type { Operation } from '../faults.ts'
import { joinRut } from '../rut.ts'
import { readCall, respuesta, soapAnswer, soapFault, type Fields, type SoapCall } from '../soap.ts'
import { isoDate, localTime, slashedTime } from '../time.ts'
import { serve, type Answer } from '../wire.ts'
import { bodyOf, type Context, writingOf } from './context.ts'

const xmlType = 'text/xml; charset=utf-8'

/** One SOAP operation: its parts as the WSDL names them, and what it says to them. */
interface SoapOperation {
  path: string
  name: string
  parts: readonly string[]
  kind: Operation
  /** Known to one of the two namespaces only. */
  isOfOneNamespace?: true
  answer: (parameters: string[], context: Context) => string | Promise<string>
}

const queryEstUp: SoapOperation = {
  path: '/DTEWS/QueryEstUp.jws',
  name: 'getEstUp',
  parts: ['RutCompania', 'DvCompania', 'TrackId', 'Token'],
  kind: 'envelopeStatus',
  isOfOneNamespace: true,
  answer: async ([rut = '', digit = '', trackId = '', token = ''], context) => {
    const refusal = refusalOf(context, token, joinRut(rut, digit))
    if (refusal) return respuesta([['TRACKID', trackId], ...refusal])
    const finding = await context.findings.ofEnvelope('DTE', joinRut(rut, digit), trackId.trim())
    if (!finding) {
      return respuesta([['ESTADO', '-11'], ['GLOSA', 'ERROR: NO EXISTE EL ENVIO'], ['ERR_CODE', 1], ['SQL_CODE', 0], [
        'SRV_CODE', 0
      ]])
    }
    return envelopeAnswer(finding, context)
  },
}

const queryEstDte: SoapOperation = {
  path: '/DTEWS/QueryEstDte.jws',
  name: 'getEstDte',
  parts: [
    'RutConsultante', 'DvConsultante', 'RutCompania', 'DvCompania', 'RutReceptor', 'DvReceptor',
    'TipoDte', 'FolioDte', 'FechaEmisionDte', 'MontoDte', 'Token',
  ],
  kind: 'documentStatus',
  answer: (parameters, context) => {
    const [
      , , rut = '', digit = '', receiver = '', receiverDigit = '', type, folio, date = '', amount = '', token = ''
    ] = parameters
    const issuer = joinRut(rut, digit)
    const asked = {
      issuer, receiver: joinRut(receiver, receiverDigit), documentType: Number(type), folio: Number(folio)
    }
    const refusal = refusalOf(context, token, issuer, asked.receiver)
    if (refusal) return respuesta(refusal)
    const { state, gloss, error } = context.findings.ofDocument({
      ...asked, issueDate: isoDate(date), totalAmount: amount
    })
    return respuesta([['ESTADO', state], ['GLOSA_ESTADO', gloss], ['ERR_CODE', error], ['GLOSA_ERR', gloss], [
      'NUM_ATENCION', attention(context)
    ]])
  }
}

const queryEstDteAv: SoapOperation = {
  path: '/DTEWS/services/QueryEstDteAv',
  name: 'getEstDteAv',
  parts: [
    'RutEmpresa',
    'DvEmpresa',
    'RutReceptor',
    'DvReceptor',
    'TipoDte',
    'FolioDte',
    'FechaEmisionDte',
    'MontoDte',
    'FirmaDte',
    'Token'
  ],
  kind: 'documentStatus',
  isOfOneNamespace: true,
  answer: (parameters, context) => {
    const [
      rut = '', digit = '', receiver = '', receiverDigit = '', type, folio, date = '', totalAmount = '', signatureValue,
      token = ''
    ] = parameters
    const issuer = joinRut(rut, digit)
    const asked = {
      issuer, receiver: joinRut(receiver, receiverDigit), documentType: Number(type), folio: Number(folio)
    }
    const refusal = advancedRefusal(context, token, asked)
    if (refusal) return advancedAnswer(refusal)
    return documentAnswer(
      context.findings.ofDocument({ ...asked, issueDate: isoDate(date), totalAmount, signatureValue }), context
    )
  }
}

export function registerDteStatusRoutes (app: FastifyInstance, context: Context): void {
  for (const operation of [queryEstUp, queryEstDte, queryEstDteAv]) {
    app.post(operation.path, (request, reply) => answerCall(operation, context, request, reply))
  }
}

async function answerCall (
  operation: SoapOperation, context: Context, request: FastifyRequest, reply: FastifyReply
): Promise<FastifyReply> {
  const call = readCall(bodyOf(request), operation.parts)
  const company = companyOf(operation, call?.parameters ?? [])
  const answer = (text: string): Answer => ({
    status: 200, type: xmlType,
    body: soapAnswer(operation.path, operation.name, text, writingOf(context, call?.parameters.slice(0, -1).join(' ') ?? ''))
  })
  return serve(context.faults, { operation: operation.kind, channel: 'DTE', company }, request, reply, {
    work: async (fault) => {
      if (call?.operation !== operation.name || isOfOtherNamespace(operation, call, context)) {
        return { status: 500, type: xmlType, body: soapFault(`No such operation '${call?.operation ?? ''}'`) }
      }
      if (fault?.fault === 'tokenExpired') context.sessions.forget(call.parameters.at(-1)?.trim())
      return answer(await operation.answer(call.parameters, context))
    },
    sayStatus: (value) => answer(
      operation === queryEstDteAv
        ? /^[A-Z]{3}$/.test(value) ? saidAnswer(value) : advancedAnswer([value, 'ERROR'])
        : respuesta([['ESTADO', value], ['GLOSA', 'ERROR']])
    )
  })
}

/** Both namespaces are in use, and each works for some programs only. */
function isOfOtherNamespace (
  { path, isOfOneNamespace }: SoapOperation, { namespace }: SoapCall, context: Context
): boolean {
  const form = isOfOneNamespace ? context.answerForms.choose('operationNamespace', path) : 'any'
  return form !== 'any' && (form === 'default') !== (namespace === 'http://DefaultNamespace')
}

function companyOf ({ parts }: SoapOperation, parameters: string[]): string {
  const at = parts.findIndex((name) => name === 'RutCompania' || name === 'RutEmpresa')
  return joinRut(parameters[at] ?? '', parameters[at + 1] ?? '')
}

/** "Consulta de estado de envío": 001 or 003 unknown token; -6 the user may ask for neither issuer nor receiver. */
function refusalOf (
  { answerForms, sessions, companies }: Context, token: string, company: string, receiver = company
): Fields | undefined {
  const holder = sessions.holderOf('DTE', token.trim())
  if (holder === undefined) {
    const state = answerForms.choose('deadToken', company) === 'status003' ? '003' : '001'
    return [['ESTADO', state], ['GLOSA', unknownToken]]
  }
  const mayAsk = [company, receiver].some((taxNumber) => companies.maySend(taxNumber, holder))
  if (companies.mayIssue(company) && !mayAsk) {
    return [['ESTADO', '-6'], ['GLOSA', 'ERROR: USUARIO NO AUTORIZADO']]
  }
  return undefined
}

/** "Consulta avanzada de un DTE": 2 unknown token, 9 user not allowed. */
function advancedRefusal (
  context: Context, token: string, { issuer, receiver }: { issuer: string, receiver: string }
): [string, string] | undefined {
  const gloss = refusalOf(context, token, issuer, receiver)?.[1]?.[1]
  if (gloss === undefined) return undefined
  return gloss === unknownToken ? ['2', unknownToken] : ['9', 'USUARIO NO AUTORIZADO']
}

const unknownToken = 'TOKEN NO EXISTE'

function advancedAnswer ([status, gloss]: [string, string], body?: Fields): string {
  const header: Fields = [['SII:ESTADO', status]]
  return respuesta(gloss === '' ? header : [...header, ['SII:GLOSA', gloss]], body)
}

/** A state that a fault makes the service say. */
function saidAnswer (state: string): string {
  return advancedAnswer(['0', ''], [['RECIBIDO', 'SI'], ['ESTADO', state], ['GLOSA', state], ['TRACKID', '']])
}

function documentAnswer ({ state, gloss, trackId }: DocumentFinding, context: Context): string {
  return advancedAnswer(['0', ''], [
    ['RECIBIDO', trackId === undefined ? 'NO' : 'SI'], ['ESTADO', state], ['GLOSA', gloss],
    ['TRACKID', trackId ?? ''], ['NUMATENCION', attention(context, '[]')],
  ])
}

function envelopeAnswer ({ envelope, state, gloss, counts }: EnvelopeFinding, context: Context): string {
  const header: Fields = [['TRACKID', envelope.trackId], ['ESTADO', state], ['GLOSA', gloss], [
    'NUM_ATENCION', attention(context)
  ]]
  const rows = counts.flatMap(({ documentType, informed, accepted, rejected, objected }): Fields => [
    ['TIPO_DOCTO', documentType],
    ['INFORMADOS', informed],
    ['ACEPTADOS', accepted],
    ['RECHAZADOS', rejected],
    ['REPAROS', objected]
  ])
  return state === 'EPR' ? respuesta(header, rows) : respuesta(header)
}

let lastAttention = 100_000

/** "532 ( 2004/06/14 16:44:20)", or "137416 [25/07/2006 12:08:20]" in the advanced service. */
function attention ({ simClock }: Context, brackets: '()' | '[]' = '()'): string {
  const number = ++lastAttention
  if (brackets === '[]') return `${number} [${slashedTime(simClock.now())}]`
  return `${number} ( ${localTime(simClock.now()).replaceAll('-', '/')})`
}
