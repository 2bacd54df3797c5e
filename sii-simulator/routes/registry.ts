import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { FormOf } from '../answer-forms.ts'
import type { FolioOfIssuer } from '../ledger.ts'
import type { RegistryAnswer } from '../registry.ts'
import { isRut, joinRut } from '../rut.ts'
import { escapeXml, readCall, soapFault } from '../soap.ts'
import { dashedTime } from '../time.ts'
import { serve, type Answer } from '../wire.ts'
import { bodyOf, tokenOf, type Context } from './context.ts'

const namespace = 'http://ws.registroreclamodte.diii.sdi.sii.cl'
const paths = {
  production: '/WSREGISTRORECLAMODTE/registroreclamodteservice',
  certification: '/WSREGISTRORECLAMODTECERT/registroreclamodteservice'
}
const xmlType = 'text/xml;charset="utf-8"'
const parts = ['rutEmisor', 'dvEmisor', 'tipoDoc', 'folio']
const largestFolio = 9_999_999_999

interface Call { document: FolioOfIssuer, action: string, holder: string }

interface Operation {
  parts: readonly string[]
  /** The content of its `return`. */
  answer: (call: Call, context: Context) => string | Promise<string>
}

const operations: Record<string, Operation> = {
  ingresarAceptacionReclamoDoc: {
    parts: [...parts, 'accionDoc'],
    answer: async ({ document, action, holder }, context) => {
      const { companies, registry } = context
      const problem = problemOf(document)
      if (problem !== undefined) return respuesta(registry.answer(problem), holder)
      const [issuer, receiver = ''] = registry.partiesOf(document)
      // Neither issuer nor receiver: of those who may act, nobody.
      const company = companies.maySend(receiver, holder) ? receiver : issuer ?? ''
      return respuesta(await registry.act(document, action, company), holder)
    }
  },
  listarEventosHistDoc: {
    parts,
    answer: ({ document, holder }, context) =>
      respuesta(refusalOfQuery(document, holder, context) ?? context.registry.list(document), holder)
  },
  consultarDocDteCedible: {
    parts,
    answer: ({ document, holder }, { registry }) => {
      const problem = problemOf(document, { anyType: true })
      return respuesta(problem === undefined ? registry.assignability(document) : registry.answer(problem), holder)
    }
  },
  consultarFechaRecepcionSii: {
    parts,
    answer: ({ document }, { registry }) => {
      const received = registry.receptionOf(document)
      if (registry.settings.receptionDate === 'sentence') return 'No existe fecha de recepción para el documento'
      return received && registry.settings.receptionDate === 'given' ? dashedTime(received) : ''
    }
  },
  getVersion: { parts: [], answer: () => '1.2' }
}

const rut = z.string().refine(isRut, 'must be a RUT such as 44444444-4, with its right check digit')
const actOrder = z.strictObject({
  issuer: rut,
  documentType: z.number().int(),
  folio: z.number().int().min(1).max(largestFolio),
  /** Of the five that the service takes by its rules, of others (ERG, PAG …) without any. */
  action: z.string().regex(/^[A-Z]{3}$/),
  /** The receiver by default. */
  responsible: rut.optional()
})
const settingsOrder = z.strictObject({
  deadline: z.enum(['hours', 'days']).optional(),
  receptionDate: z.enum(['given', 'empty', 'sentence']).optional(),
  token: z.enum(['production', 'any']).optional()
})

/** The registry of acceptance and claims, and calls to make a company act in it. */
export function registerRegistryRoutes (app: FastifyInstance, context: Context): void {
  const { registry } = context
  for (const [environment, path] of Object.entries(paths)) {
    app.get(path, (request, reply) => reply.type(xmlType).send(wsdl(`http://${request.host}${path}`)))
    app.post(path, (request, reply) => answerCall(context, environment === 'certification', request, reply))
  }
  app.post('/simulator/registry', async (request) => {
    return Object.assign(registry.settings, settingsOrder.parse(request.body))
  })
  app.post('/simulator/registry/act', async (request) => {
    const { action, responsible, ...document } = actOrder.parse(request.body)
    const company = responsible ?? registry.partiesOf(document)[1] ?? ''
    if (operationActions.includes(action)) return registry.act(document, action, company)
    await registry.add(document, action, company)
    return registry.answer(0)
  })
}

const operationActions = ['ACD', 'ERM', 'RCD', 'RFP', 'RFT']

async function answerCall (
  context: Context, isCertification: boolean, request: FastifyRequest, reply: FastifyReply
): Promise<FastifyReply> {
  const { faults, sessions, registry } = context
  const call = readCall(bodyOf(request), ['rutEmisor', 'dvEmisor', 'tipoDoc', 'folio', 'accionDoc'])
  const name = call?.operation ?? ''
  const operation = operations[name]
  const [issuerNumber = '', digit = '', documentType, folio, action = ''] = call?.parameters ?? []
  const document = { issuer: joinRut(issuerNumber, digit), documentType: Number(documentType), folio: Number(folio) }
  const answer = (content: string): Answer => ({ status: 200, type: xmlType, body: envelope(name, content) })
  return serve(faults, { operation: 'registry', channel: 'DTE', company: document.issuer }, request, reply, {
    work: async (fault) => {
      const token = tokenOf(request)
      if (fault?.fault === 'tokenExpired') sessions.forget(token)
      const holder = sessions.holderOf('DTE', token)
      const isForeign = isCertification && registry.settings.token === 'production' &&
        sessions.originOf(token) === 'certification'
      if (holder === undefined || isForeign) return deadTokenAnswers[context.answerForms.choose('registryDeadToken', name)]
      if (!operation || call?.namespace !== namespace) return exception('No such operation')
      return answer(await operation.answer({ document, action, holder }, context))
    },
    sayStatus: (value) => value === 'Exception'
      ? exception('Error interno')
      : answer(respuesta(registry.answer(Number(value)), ''))
  })
}

function exception (message: string): Answer {
  return { status: 500, type: xmlType, body: soapFault(message) }
}

const signInPage = { type: 'text/html', body: '<html><body>Su sesión no está autenticada</body></html>' }
const deadTokenFault = {
  type: xmlType,
  body: '<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body><S:Fault><faultcode>S:Server</faultcode>' +
    '<faultstring>Error de Autenticacion: TOKEN invalido</faultstring></S:Fault></S:Body></S:Envelope>'
}
const deadTokenAnswers: Record<FormOf<'registryDeadToken'>, Answer> = {
  page401: { status: 401, ...signInPage },
  page403: { status: 403, ...signInPage },
  fault200: { status: 200, ...deadTokenFault },
  fault500: { status: 500, ...deadTokenFault }
}

/** Codes 1, 3 and 2 of a document that cannot be one. */
function problemOf ({ issuer, documentType, folio }: FolioOfIssuer, { anyType = false } = {}): number | undefined {
  if (!isRut(issuer)) return 1
  if (!anyType && ![33, 34, 43].includes(documentType)) return 3
  return Number.isInteger(folio) && folio >= 1 && folio <= largestFolio ? undefined : 2
}

/** Issuer and receiver may ask; about a document that was not received, nobody is refused. */
function refusalOfQuery (
  document: FolioOfIssuer, holder: string, { companies, registry }: Context
): RegistryAnswer | undefined {
  const problem = problemOf(document)
  if (problem !== undefined) return registry.answer(problem)
  const mayAsk = registry.partiesOf(document).some((company) => companies.maySend(company, holder))
  return mayAsk || !registry.receptionOf(document) ? undefined : registry.answer(17)
}

function envelope (operation: string, content: string): string {
  return '<?xml version="1.0" encoding="UTF-8"?><S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body>' +
    `<ns2:${operation}Response xmlns:ns2="${namespace}"><return>${content}</return></ns2:${operation}Response>` +
    '</S:Body></S:Envelope>'
}

function respuesta ({ code, gloss, entries }: RegistryAnswer, holder: string): string {
  const events = entries.map(({ code: event, responsible, at }) => {
    const [number = '', digit = ''] = responsible.split('-')
    return `<listaEventosDoc><codEvento>${event}</codEvento><descEvento>${escapeXml(descriptions[event] ?? event)}` +
      `</descEvento><rutResponsable>${number}</rutResponsable><dvResponsable>${digit}</dvResponsable>` +
      `<fechaEvento>${dashedTime(new Date(at))}</fechaEvento></listaEventosDoc>`
  })
  return `<codResp>${code}</codResp><descResp>${escapeXml(gloss)}</descResp>${events.join('')}<rutToken>${holder}</rutToken>`
}

const descriptions: Record<string, string> = {
  ACD: 'Acepta Contenido del Documento',
  RCD: 'Reclamo al Contenido del Documento',
  ERM: 'Otorga Recibo de Mercaderías o Servicios',
  RFP: 'Reclamo por Falta Parcial de Mercaderías',
  RFT: 'Reclamo por Falta Total de Mercaderías',
  NCA: 'Recepción de NC de anulación que referencia al documento',
  ENC: 'Recepción de NC, distinta de anulación, que referencia al documento'
}

/** The operations in rpc/literal, as the SII's own document has them. */
function wsdl (address: string): string {
  const each = Object.entries(operations)
  const messages = each.map(([name, operation]) =>
    `<wsdl:message name="${name}">${
      operation.parts.map((part) => `<wsdl:part name="${part}" type="xsd:string"/>`).join('')
    }</wsdl:message><wsdl:message name="${name}Response"><wsdl:part name="return" type="${typeOf(name)}"/></wsdl:message>`
  )
  const ports = each.map(([name, operation]) =>
    `<wsdl:operation name="${name}" parameterOrder="${operation.parts.join(' ')}"><wsdl:input message="tns:${name}"/>` +
    `<wsdl:output message="tns:${name}Response"/></wsdl:operation>`
  )
  const literal = `<soap:body use="literal" namespace="${namespace}"/>`
  const bindings = each.map(([name]) =>
    `<wsdl:operation name="${name}"><soap:operation soapAction=""/><wsdl:input>${literal}</wsdl:input>` +
    `<wsdl:output>${literal}</wsdl:output></wsdl:operation>`
  )
  return '<?xml version="1.0" encoding="UTF-8"?><wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" ' +
    'xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" ' +
    `xmlns:tns="${namespace}" targetNamespace="${namespace}">${messages.join('')}` +
    `<wsdl:portType name="RegistroReclamoDteService">${ports.join('')}</wsdl:portType>` +
    '<wsdl:binding name="RegistroReclamoDteServicePortBinding" type="tns:RegistroReclamoDteService">' +
    `<soap:binding transport="http://schemas.xmlsoap.org/soap/http" style="rpc"/>${bindings.join('')}</wsdl:binding>` +
    '<wsdl:service name="RegistroReclamoDteServiceEndpointService"><wsdl:port name="RegistroReclamoDteServicePort" ' +
    `binding="tns:RegistroReclamoDteServicePortBinding"><soap:address location="${address}"/></wsdl:port></wsdl:service>` +
    '</wsdl:definitions>'
}

function typeOf (operation: string): string {
  return ['consultarFechaRecepcionSii', 'getVersion'].includes(operation) ? 'xsd:string' : 'tns:respuestaTo'
}
