import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EnvelopeFinding } from '../findings.ts'
import { isRefusal, type Reason } from '../judge/reasons.ts'
import type { DocumentVerdict } from '../judge/verdict.ts'
import { joinRut } from '../rut.ts'
import { isoDate, slashedTime } from '../time.ts'
import { serve, type Answer } from '../wire.ts'
import { tokenOf, type Context } from './context.ts'

interface KeyParameter { Params: { key: string } }
interface DocumentParameters extends KeyParameter { Querystring: Record<string, string | undefined> }

const text = (status: number, body: string): Answer => ({ status, type: 'text/plain; charset=utf-8', body })
const json = (body: object): Answer => ({ status: 200, type: 'application/json', body: JSON.stringify(body) })

/** The questions of the boleta's REST service, "API SII V1" 1.0.5. */
export function registerBoletaStatusRoutes (app: FastifyInstance, context: Context): void {
  app.get<KeyParameter>('/recursos/v1/boleta.electronica.envio/:key', async (request, reply) => {
    const [rut = '', digit = '', trackId = ''] = request.params.key.split('-')
    const company = joinRut(rut, digit)
    return serve(context.faults, { operation: 'envelopeStatus', channel: 'BOLETA', company }, request, reply, {
      work: async (fault) => {
        if (fault?.fault === 'tokenExpired') context.sessions.forget(tokenOf(request))
        const refusal = refusalOf(context, request, company)
        if (refusal) return refusal
        const finding = await context.findings.ofEnvelope('BOLETA', company, trackId)
        return finding ? json(envelopeAnswer(finding)) : text(404, 'Envio no encontrado')
      },
      sayStatus: (value) => json({ trackid: Number(trackId), estado: value }),
    })
  })

  app.get<DocumentParameters>('/recursos/v1/boleta.electronica/:key/estado', async (request, reply) => {
    const [rut = '', digit = '', documentType, folio] = request.params.key.split('-')
    const issuer = joinRut(rut, digit)
    return serve(context.faults, { operation: 'documentStatus', channel: 'BOLETA', company: issuer }, request, reply, {
      work: async (fault) => {
        if (fault?.fault === 'tokenExpired') context.sessions.forget(tokenOf(request))
        const { rut_receptor: receiver = '', dv_receptor: receiverDigit = '', monto = '', fechaEmision = '' } =
          request.query
        const refusal = refusalOf(context, request, issuer)
        if (refusal) return refusal
        const { state, gloss } = context.findings.ofDocument({
          issuer,
          receiver: joinRut(receiver, receiverDigit),
          documentType: Number(documentType),
          folio: Number(folio),
          issueDate: isoDate(fechaEmision),
          totalAmount: monto,
        })
        return json({ codigo: state, descripcion: gloss })
      },
      sayStatus: (value) => json({ codigo: value, descripcion: 'ERROR' }),
    })
  })
}

function refusalOf ({ sessions, companies }: Context, request: FastifyRequest, company: string): Answer | undefined {
  const holder = sessions.holderOf('BOLETA', tokenOf(request))
  if (holder === undefined) return text(401, 'NO ESTA AUTENTICADO')
  return companies.maySend(company, holder) ? undefined : text(401, 'USUARIO NO AUTORIZADO')
}

function envelopeAnswer ({ envelope, state, counts, noted, verdict }: EnvelopeFinding) {
  const common = {
    rut_emisor: envelope.company,
    rut_envia: envelope.sender,
    trackid: Number(envelope.trackId),
    fecha_recepcion: slashedTime(new Date(envelope.receivedAt)),
    estado: state,
  }
  if (state !== 'EPR') {
    return { ...common, estadistica: [], detalle_rep_rech: refusalDetail(state, verdict?.refusal?.reasons) }
  }
  const estadistica = counts.map(({ documentType, informed, accepted, rejected, objected }) => (
    { tipo: documentType, informados: informed, aceptados: accepted, rechazados: rejected, reparos: objected }))
  return { ...common, estadistica, detalle_rep_rech: noted.map(documentDetail) }
}

function refusalDetail (state: string, reasons: Reason[] | undefined) {
  const isTold = ['RSC', 'RFR', 'RCT'].includes(state) && reasons !== undefined
  return isTold
    ? [{ tipo: null, folio: null, estado: state, descripcion: 'Envio rechazado', error: reasons.map(errorDetail) }]
    : []
}

function documentDetail ({ facts, outcome, reasons }: DocumentVerdict) {
  const isRejected = outcome === 'rejected'
  return {
    tipo: facts.documentType,
    folio: facts.folio,
    estado: isRejected ? 'RCH' : 'RPR',
    descripcion: isRejected ? 'DTE Rechazado' : 'DTE Aceptado con Reparos',
    error: reasons.map(errorDetail),
  }
}

function errorDetail (found: Reason) {
  const [seccion = ''] = found.code.split('-')
  return {
    seccion,
    linea: found.line ?? 0,
    nivel: isRefusal(found) ? 3 : 2,
    codigo: found.code,
    descripcion: found.description,
    detalle: found.detail ?? ''
  }
}
