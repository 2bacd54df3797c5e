import type { FastifyInstance } from 'fastify'
import type { FormOf } from '../answer-forms.ts'
import { verifyTokenRequest } from '../judge/signatures.ts'
import { child, parseXml, XmlRefused } from '../judge/xml.ts'
import type { Channel, Origin } from '../sessions.ts'
import { readCall, respuesta, soapAnswer, soapFault } from '../soap.ts'
import { serve, type Answer } from '../wire.ts'
import { bodyOf, type Context, writingOf } from './context.ts'

const seedPath = '/DTEWS/CrSeed.jws'
const tokenPath = '/DTEWS/GetTokenFromSeed.jws'
const xmlType = 'text/xml; charset=utf-8'

/** Seed and token: SOAP for the DTE's hosts, plain XML for the boleta's. */
export function registerSessionRoutes (app: FastifyInstance, context: Context): void {
  const { faults } = context

  app.post(seedPath, async (request, reply) => {
    const answer = (text: string): Answer => ({
      status: 200, type: xmlType, body: soapAnswer(seedPath, 'getSeed', text, writingOf(context, seedPath))
    })
    return serve(faults, { operation: 'seed', channel: 'DTE' }, request, reply, {
      work: async () => answer(seedAnswer(context, 'DTE')),
      sayStatus: (value) => answer(respuesta([['ESTADO', value]])),
    })
  })

  app.post(tokenPath, async (request, reply) => {
    const answer = (text: string): Answer => ({
      status: 200, type: xmlType, body: soapAnswer(tokenPath, 'getToken', text, writingOf(context, tokenPath))
    })
    return serve(faults, { operation: 'token', channel: 'DTE' }, request, reply, {
      work: async () => {
        const call = readCall(bodyOf(request), ['pszXml'])
        if (call?.operation !== 'getToken') return { status: 500, type: xmlType, body: soapFault('No such operation') }
        const bytes = Buffer.from(call.parameters[0] ?? '', 'utf8')
        return answer(tokenAnswer(context, 'DTE', bytes, originOf(call.namespace)))
      },
      sayStatus: (value) => answer(refusal(value, 'ERROR')),
    })
  })

  app.get('/recursos/v1/boleta.electronica.semilla', async (request, reply) => {
    return serve(faults, { operation: 'seed', channel: 'BOLETA' }, request, reply, {
      work: async () => ({ status: 200, type: 'application/xml', body: seedAnswer(context, 'BOLETA') }),
      sayStatus: (value) => ({ status: 200, type: 'application/xml', body: respuesta([['ESTADO', value]]) }),
    })
  })

  app.post('/recursos/v1/boleta.electronica.token', async (request, reply) => {
    return serve(faults, { operation: 'token', channel: 'BOLETA' }, request, reply, {
      work: async () => ({
        status: 200, type: 'application/xml', body: tokenAnswer(context, 'BOLETA', bodyOf(request))
      }),
      sayStatus: (value) => ({ status: 200, type: 'application/xml', body: refusal(value, 'ERROR') })
    })
  })
}

function seedAnswer ({ sessions }: Context, channel: Channel): string {
  return respuesta([['ESTADO', '00']], [['SEMILLA', sessions.newSeed(channel)]])
}

function refusal (status: string, gloss: string): string {
  return respuesta([['ESTADO', status], ['GLOSA', gloss]])
}

/** The namespace of the call is the address of a host of one environment (WSDL, targetNamespace). */
function originOf (namespace: string): Origin {
  return namespace.startsWith('https://maullin.') ? 'certification' : 'production'
}

/**
 * "Autenticación automática", list of errors: 02 no XML, 04 no signature, 05 wrong signature, 06 no seed, 08 seed of no
 * use.
 */
function tokenAnswer (context: Context, channel: Channel, bytes: Buffer, origin?: Origin): string {
  const { authority, simClock, sessions } = context
  try {
    const request = readTokenRequest(bytes)
    if (!request.isSigned) return refusal('04', 'Error : Falta Signature')
    if (request.seed === undefined) return refusal('06', 'Error : Falta Semilla')
    const verdict = verifyTokenRequest(bytes, { authority, now: simClock.now() })
    if (verdict.problem !== undefined) return problemAnswer(context, verdict.problem)
    if (!sessions.takeSeed(channel, request.seed)) return refusal('08', 'Error : Semilla no existe o esta vencida')
    return respuesta([['ESTADO', '00'], ['GLOSA', 'Token Creado']], [[
      'TOKEN', sessions.newToken(channel, verdict.holder, origin)
    ]])
  } catch (error) {
    if (error instanceof XmlRefused) return refusal('02', 'Error : SAXException')
    throw error
  }
}

function problemAnswer ({ answerForms: { choose } }: Context, problem: string): string {
  const isMissing = problem.startsWith('no certificate')
  if (isMissing || problem.startsWith('the certificate')) {
    const form = choose('refusedCertificate', problem)
    return form === 'worded' ? refusal(isMissing ? '11' : '-3', `Error : ${problem}`) : refusal(...certificateRefusals[form])
  }
  return choose('wrongTokenSignature', problem) === 'status05' ? refusal('05', `Error : ${problem}`) : refusal(...internalError)
}

const internalError = ['10', 'Error Interno'] as const
const certificateRefusals: Record<Exclude<FormOf<'refusedCertificate'>, 'worded'>, readonly [string, string]> = {
  status10: internalError, status11: ['11', 'Error Interno'], status12: ['12', 'Error Interno'],
  statusMinus07: ['-07', 'Error Interno']
}

function readTokenRequest (bytes: Buffer) {
  const { root, dispose } = parseXml(bytes)
  try {
    return {
      isSigned: child(root, 'Signature') !== undefined,
      seed: child(child(root, 'item'), 'Semilla')?.text.trim(),
    }
  } finally {
    dispose()
  }
}
