import type { FastifyInstance } from 'fastify'
import { isRut, joinRut } from '../rut.ts'
import { readCall, respuesta, soapAnswer, soapFault } from '../soap.ts'
import { serve, type Answer } from '../wire.ts'
import { bodyOf, type Context, writingOf } from './context.ts'

const path = '/DTEWS/services/wsDTECorreo'
const operation = 'reenvioCorreo'
const xmlType = 'text/xml; charset=utf-8'
const parts = ['Token', 'RutEmpresa', 'DvEmpresa', 'TrackId']

/** Codes and words of its manual. */
const glosses = {
  0: 'Requerimiento recibido OK',
  101: 'Error en digito verificador del Rut de la empresa',
  102: 'Faltan datos de entrada',
  104: 'Token Inactivo o No Existe',
  105: 'Error Track ID no existe',
  106: 'Usuario autenticado no tiene permisos sobre Empresa',
  114: 'Envio solicitado no ha concluido su validacion, por lo tanto no existe correo'
} as const

/** wsDTECorreo: has the result of an envelope mailed again, to the mailbox of the company's last result. */
export function registerResultMailRoutes (app: FastifyInstance, context: Context): void {
  const answer = (text: string): Answer => ({
    status: 200, type: xmlType, body: soapAnswer(path, operation, text, writingOf(context, path))
  })
  app.post(path, async (request, reply) => {
    const call = readCall(bodyOf(request), parts)
    const [token = '', number = '', digit = '', trackId = ''] = call?.parameters.map((text) => text.trim()) ?? []
    const company = joinRut(number, digit)
    return serve(context.faults, { operation: 'reasonsRequest', channel: 'DTE', company }, request, reply, {
      work: async (fault) => {
        if (call?.operation !== operation) return { status: 500, type: xmlType, body: soapFault('No such operation') }
        if (fault?.fault === 'tokenExpired') context.sessions.forget(token)
        const isWhole = [token, number, digit, trackId].every((text) => text !== '')
        const code = isWhole ? await codeOf(context, { token, company, trackId }) : 102
        if (code === 0) await context.mail.mailResultAgain(trackId)
        return answer(headed(code, glosses[code]))
      },
      sayStatus: (value) => answer(headed(value, 'ERROR'))
    })
  })
}

async function codeOf (
  { sessions, companies, findings }: Context,
  { token, company, trackId }: { token: string, company: string, trackId: string }
): Promise<keyof typeof glosses> {
  const holder = sessions.holderOf('DTE', token)
  if (holder === undefined) return 104
  if (!isRut(company)) return 101
  if (!companies.maySend(company, holder)) return 106
  const finding = await findings.ofEnvelope('DTE', company, trackId)
  if (!finding) return 105
  const isOver = finding.state === 'EPR' || finding.state === finding.verdict?.refusal?.state
  return isOver ? 0 : 114
}

function headed (code: number | string, gloss: string): string {
  return respuesta([['SII:ESTADO', code], ['SII:GLOSA', gloss]])
}
