import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FormOf } from '../answer-forms.ts'
import type { Fault } from '../faults.ts'
import { readUploadForm, type UploadForm } from '../multipart.ts'
import { statuses, type Receipt } from '../reception.ts'
import type { Channel } from '../sessions.ts'
import { elements, escapeXml, type Fields } from '../soap.ts'
import { localTime, slashedTime } from '../time.ts'
import { overridesOf } from '../verdict-overrides.ts'
import { send, serve, serveHttpError, type Answer } from '../wire.ts'
import { bodyOf, tokenOf, type Context } from './context.ts'

const htmlPage =
  '<html><head><title>Servicio de Impuestos Internos</title></head><body>Envio de Documentos Tributarios Electronicos</body></html>'

/** The two endpoints differ in how they answer. */
interface UploadEndpoint {
  channel: Channel
  /** For callers without the user agent of a program, and for unreadable requests. */
  fallback: Answer
  answer: (form: UploadForm | undefined, receipt: Receipt, context: Context, hasToken: boolean) => Answer
}

const uploadPaths: Record<Channel, string> = {
  DTE: '/cgi_dte/UPL/DTEUpload', BOLETA: '/recursos/v1/boleta.electronica.envio'
}

export function registerUploadRoutes (app: FastifyInstance, context: Context): void {
  const dte: UploadEndpoint = {
    channel: 'DTE', fallback: { status: 200, type: 'text/html', body: htmlPage }, answer: dteAnswer
  }
  const boleta: UploadEndpoint = {
    channel: 'BOLETA', fallback: { status: 401, type: 'text/plain', body: 'NO ESTA AUTENTICADO' },
    answer: boletaAnswer
  }
  app.post(uploadPaths.DTE, (request, reply) => receive(context, dte, request, reply))
  app.post(uploadPaths.BOLETA, (request, reply) => receive(context, boleta, request, reply))
}

async function receive (
  context: Context, endpoint: UploadEndpoint, request: FastifyRequest, reply: FastifyReply
): Promise<FastifyReply> {
  const form = readUploadForm(request.headers['content-type'], bodyOf(request))
  const readable = typeof form === 'string' ? undefined : form
  const match = { operation: 'upload' as const, channel: endpoint.channel, company: readable?.company }
  const answer = (receipt: Receipt) => endpoint.answer(readable, receipt, context, tokenOf(request) !== undefined)
  return serve(context.faults, match, request, reply, {
    work: async (fault) => {
      if (!/PROG 1\.0/.test(request.headers['user-agent'] ?? '')) return endpoint.fallback
      if (form === 'cut') return answer({ status: statuses.cut, details: [] })
      if (!readable) return endpoint.fallback
      return answer(await receiveUpload(context, endpoint.channel, readable, request, fault))
    },
    sayStatus: (status) => answer({ status, details: [] }),
  })
}

function receiveUpload (
  { sessions, reception }: Context, channel: Channel, form: UploadForm, request: FastifyRequest,
  fault: Fault | undefined
) {
  const token = tokenOf(request)
  if (fault?.fault === 'tokenExpired') sessions.forget(token)
  return reception.receive(channel, form, sessions.holderOf(channel, token), overridesOf(fault))
}

/** RECEPCIONDTE of the manual "Envío automático de DTE", or the page without a live session. */
function dteAnswer (
  form: UploadForm | undefined, receipt: Receipt, { answerForms: { choose }, simClock }: Context
): Answer {
  const { sender, company, fileName } = form ?? { sender: '', company: '', fileName: '' }
  const subject = receipt.trackId ?? fileName
  const isWithoutSession = receipt.status === statuses.notAuthenticated
  if (isWithoutSession && choose('uploadWithoutSession', subject) === 'page501') return page501
  const fields: Fields = [
    ['RUTSENDER', sender], ['RUTCOMPANY', company], ['FILE', fileName], ['TIMESTAMP', localTime(simClock.now())],
    ['STATUS', receipt.status],
  ]
  if (receipt.status === statuses.received) {
    fields.push(['TRACKID', receipt.trackId ?? ''])
    return receivedAnswers[choose('uploadReceived', subject)](fields)
  }
  if (receipt.details.length === 0) return recepcion(elements(fields), 'text/xml')
  return refusedAnswers[choose('uploadRefused', subject)](fields, receipt.details)
}

const refusedAnswers: Record<FormOf<'uploadRefused'>, (fields: Fields, details: string[]) => Answer> = {
  details: (fields, details) => {
    const errors = details.map((detail): Fields[number] => ['ERROR', detail])
    return recepcion(`${elements(fields)}<DETAIL>${elements(errors)}</DETAIL>`, 'text/xml')
  },
  looseWords: (fields, details) =>
    recepcion(`${elements(fields)}\n${escapeXml(details.join('\n'))}\n`, 'text/html')
}

function recepcion (content: string, type: string): Answer {
  return { status: 200, type, body: `<?xml version="1.0"?>\n<RECEPCIONDTE>${content}</RECEPCIONDTE>\n` }
}

const receivedAnswers: Record<FormOf<'uploadReceived'>, (fields: Fields) => Answer> = {
  oneLine: (fields) => recepcion(elements(fields), 'text/xml'),
  blankLines: (fields) => recepcion(onLines(fields), 'text/xml'),
  blankLinesAsHtml: (fields) => {
    const { body, ...answer } = recepcion(onLines(fields), 'text/html')
    return { ...answer, body: body.replaceAll('\n', '\r\n') }
  }
}

/** Each element on its line, and an empty one before the track id. */
function onLines (fields: Fields): string {
  return fields.map((field) => `\n${field[0] === 'TRACKID' ? '\n' : ''}${elements([field])}`).join('') + '\n'
}

const page501: Answer = {
  status: 200, type: 'text/html',
  body: '<HTML> <HEAD> <TITLE>Error 501</TITLE> </HEAD> <BODY> <div align="center"><center> <table border="0" cellpadding="0" cellspacing="0" width="630"> <tr> <td colspan="2"></tr>'
}

const boletaRefusals: Record<string, { status: number, text: string }> = {
  [statuses.senderNotAllowed]: { status: 401, text: 'Usuario no autorizado a enviar documentos de la empresa' },
  [statuses.size]: { status: 400, text: 'Tamaño del archivo no permitido' },
  [statuses.cut]: { status: 400, text: 'Archivo incompleto' },
  [statuses.notAuthenticated]: { status: 401, text: 'NO ESTA AUTENTICADO' },
  [statuses.companyNotAllowed]: { status: 401, text: 'Empresa no autorizada a enviar documentos' },
}

/** "API SII V1" 1.0.5: JSON for a received envelope, text for most errors. */
function boletaAnswer (
  form: UploadForm | undefined, receipt: Receipt, { answerForms, simClock }: Context, hasToken: boolean
): Answer {
  if (receipt.status === statuses.received) {
    const received = {
      rut_emisor: form?.company,
      rut_envia: form?.sender,
      trackid: Number(receipt.trackId),
      fecha_recepcion: slashedTime(simClock.now()),
      estado: 'REC',
      file: form?.fileName,
    }
    return { status: 200, type: 'application/json', body: JSON.stringify(received) }
  }
  const isWithoutToken = receipt.status === statuses.notAuthenticated && !hasToken
  if (isWithoutToken && answerForms.choose('boletaUploadWithoutToken', '') === 'noToken400') {
    return { status: 400, type: 'text/plain; charset=utf-8', body: 'No trae TOKEN' }
  }
  const known = boletaRefusals[receipt.status]
  if (known) return { status: known.status, type: 'text/plain; charset=utf-8', body: known.text }
  const refusal = {
    estado: receipt.status, codigo: Number(receipt.status), descripcion: receipt.details.join('. ') || 'Error'
  }
  return { status: 400, type: 'application/json', body: JSON.stringify(refusal) }
}

/** A body without a declared length is refused before it is read, as the SII's front does. */
export async function refuseChunked (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (request.headers['transfer-encoding'] === undefined) return undefined
  return send(reply, { status: 411, type: 'text/html', body: '<html><body>411 Length Required</body></html>' })
}

/** An HTTP error of the SII's front, which does not read the upload's body. */
export async function rejectBeforeBody (
  { faults }: Context, request: FastifyRequest, reply: FastifyReply
): Promise<FastifyReply | undefined> {
  const channel = (Object.keys(uploadPaths) as Channel[]).find((one) => uploadPaths[one] === request.url)
  const fault = channel && faults.consumeBeforeBody({ operation: 'upload', channel })
  return fault && serveHttpError(reply, fault)
}
