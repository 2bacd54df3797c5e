import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnswerForms } from '../answer-forms.ts'
import type { EnvelopeFinding, TypeCount } from '../findings.ts'
import { isRefusal, type Reason } from '../judge/reasons.ts'
import type { State } from '../progress.ts'
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
        return finding ? json(envelopeAnswer(finding, context.answerForms)) : text(404, 'Envio no encontrado')
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

function envelopeAnswer (finding: EnvelopeFinding, forms: AnswerForms) {
  const { envelope, state, counts, counters } = finding
  const isRefused = refusedStates.includes(state)
  const isHidden = isRefused && forms.choose('boletasRefused', envelope.trackId) === 'processed'
  const common = {
    rut_emisor: envelope.company,
    rut_envia: envelope.sender,
    trackid: Number(envelope.trackId),
    fecha_recepcion: slashedTime(new Date(envelope.receivedAt)),
    estado: isHidden ? 'EPR' : state,
  }
  if (isRefused) return { ...common, estadistica: [], detalle_rep_rech: [wholeDetail(finding, forms, isHidden)] }
  if (state !== 'EPR') {
    const list = state === 'REC' && forms.choose('boletaListsBeforeEnd', envelope.trackId) === 'nullAtReceipt' ? null : []
    return { ...common, estadistica: list, detalle_rep_rech: list }
  }
  const [statistics, details] = firstAnswers[counters](counts, documentDetails(finding, forms))
  return { ...common, estadistica: statistics, detalle_rep_rech: details }
}

function wholeDetail ({ envelope, state, verdict }: EnvelopeFinding, forms: AnswerForms, isHidden: boolean) {
  const error = (verdict?.refusal?.reasons ?? []).map((reason) => errorDetail(reason, envelope.trackId, forms))
  return { tipo: null, folio: null, estado: isHidden ? 'RCH' : state, descripcion: 'Envio Rechazado', error }
}

const refusedStates: readonly State[] = ['RSC', 'RFR', 'RCT']

type Statistics = Record<string, number | null>[]
type Details = ReturnType<typeof documentDetails>

/** An envelope may be called processed while its counters and details are still to come. */
const firstAnswers: Record<
  EnvelopeFinding['counters'], (counts: TypeCount[], details: Details) => [Statistics | null, Details | null]
> = {
  atOnce: (counts, details) => [counts.map(statisticOf), details],
  absentAtFirst: () => [null, null],
  nullsAtFirst: (counts) => [
    counts.map((count) => ({ ...statisticOf(count), aceptados: null, rechazados: null, reparos: null })), null
  ],
  zerosAtFirst: (counts) => [
    counts.map((count) => statisticOf({ ...count, accepted: 0, rejected: 0, objected: 0 })), null
  ],
  partlyAtFirst: (counts) => [
    counts.map((count) => statisticOf({
      ...count, accepted: Math.min(count.accepted, count.informed - 1), rejected: 0, objected: 0
    })),
    null
  ],
  detailsLater: (counts) => [counts.map(statisticOf), null]
}

function statisticOf ({ documentType, informed, accepted, rejected, objected }: TypeCount) {
  return { tipo: documentType, informados: informed, aceptados: accepted, rechazados: rejected, reparos: objected }
}

function documentDetails ({ envelope: { trackId }, noted, verdict }: EnvelopeFinding, forms: AnswerForms) {
  const isWhole = forms.choose('boletaDetails', trackId) === 'everyBoleta'
  const objected = forms.choose('boletaObjection', trackId).toUpperCase()
  const states = { accepted: 'DOK', objected, rejected: 'RCH' }
  return (isWhole ? verdict?.documents ?? [] : noted).map(({ facts, outcome, reasons }) => ({
    tipo: facts.documentType,
    folio: facts.folio,
    estado: states[outcome],
    descripcion: descriptions[outcome],
    error: reasons.map((reason) => errorDetail(reason, trackId, forms)),
  }))
}

const descriptions = { accepted: 'DTE Recibido', objected: 'DTE Aceptado con Reparos', rejected: 'DTE Rechazado' }

function errorDetail (found: Reason, trackId: string, { choose }: AnswerForms) {
  const [seccion = '', , codigo] = found.code.split('-')
  const common = { seccion, linea: found.line ?? 0, descripcion: found.description, detalle: found.detail ?? '' }
  const nivel = isRefusal(found) ? 3 : 2
  const form = choose('boletaReasons', trackId)
  if (form === 'wholeCode' || codigo === undefined) return { ...common, nivel, codigo: found.code }
  return { ...common, ...form === 'numbers' && { nivel }, codigo: Number(codigo) }
}
