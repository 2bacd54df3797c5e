import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { type FolioRange, simulatorKeyId } from '../cafs.ts'
import { faultOrder } from '../faults.ts'
import { typesThatExpire } from '../judge/stamp.ts'
import { isRut } from '../rut.ts'
import { addDays, dayMs, localDate } from '../time.ts'
import type { Context } from './context.ts'

const documentTypes = [33, 34, 39, 41, 43, 46, 52, 56, 61, 110, 111, 112]
const largestFolio = 9_999_999_999
// From the day of authorisation, by the shorter of two readings of the six months.
const cafDays = 180

const rut = z.string().refine(isRut, 'must be a RUT such as 44444444-4, with its right check digit')
const date = z.iso.date()
const documentType = z.number().refine(
  (type) => documentTypes.includes(type), `must be one of ${documentTypes.join(', ')}`
)
const folio = z.number().int().min(1).max(largestFolio)
const latin1 = z.string().regex(/^[\x20-\x7e\xa0-\xff]+$/, 'must be text in ISO-8859-1')

const certificateOrder = z.strictObject({
  taxNumber: rut,
  businessName: z.string().min(1).max(100).optional(),
  holderName: z.string().min(1).max(64),
  holderTaxNumber: rut,
  password: z.string().min(1).max(128),
  validFrom: z.iso.datetime().optional(),
  validTo: z.iso.datetime().optional(),
  daysLeft: z.int().min(0).max(36_500).optional(),
  /** False: a certificate whose holder may not send for the company. */
  authorise: z.boolean().default(true),
}).refine(({ daysLeft, validTo }) => daysLeft === undefined || validTo === undefined, {
  path: ['daysLeft'], message: 'must be omitted where validTo is given'
})

const caf = {
  taxNumber: rut, businessName: latin1.max(100), documentType, authorisedOn: date.optional(),
  daysLeft: z.int().min(0).max(cafDays).optional()
}
const rangeOrder = aged(z.strictObject({ ...caf, from: folio, to: folio }))
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'must not be less than from' })
/** As the SII does: the next folios of the company and type, from `least` on. */
const countOrder = aged(z.strictObject({
  ...caf, count: z.number().int().min(1).max(1_000_000), least: folio.max(largestFolio - 1_000_000).default(1)
}))

interface Age { documentType: number, authorisedOn?: string | undefined, daysLeft?: number | undefined }

function aged<Order extends z.ZodType<Age>> (order: Order): Order {
  return order
    .refine(({ daysLeft, authorisedOn }) => daysLeft === undefined || authorisedOn === undefined, {
      path: ['daysLeft'], message: 'must be omitted where authorisedOn is given'
    })
    .refine(({ daysLeft, documentType }) => daysLeft === undefined || typesThatExpire.includes(documentType), {
      path: ['daysLeft'], message: `is for folios that expire, of the types ${typesThatExpire.join(', ')}`
    })
}

const companyOrder = z.strictObject({
  taxNumber: rut,
  resolution: z.strictObject({ number: z.number().int().min(0).max(999_999), date }).optional(),
  activityCodes: z.array(z.number().int()).optional(),
  senders: z.array(rut).optional(),
  dismissed: z.array(rut).optional(),
})

const annulmentOrder = z.strictObject({ taxNumber: rut, documentType, folio })
const trustOrder = z.strictObject({ certificatePem: z.string().includes('BEGIN CERTIFICATE') })
const clockOrder = z.strictObject({
  secondsPerState: z.number().min(0).max(86_400).optional(),
  advanceSeconds: z.number().min(0).max(400 * 86_400).optional(),
})

const answersOrder = z.strictObject({
  answers: z.enum(['genuine', 'tidy']).optional(), seed: z.number().int().optional()
})

/** Endpoints of the simulator alone: issue certificates and folios, set clock and forms of answers, inject faults. */
export function registerControlRoutes (app: FastifyInstance, context: Context): void {
  registerMinting(app, context)
  registerCompanies(app, context)
  registerFaultRoutes(app, context)
}

function registerMinting (app: FastifyInstance, { authority, companies, memory, simClock }: Context): void {
  app.post('/simulator/certificates', async (request, reply) => {
    const order = certificateOrder.parse(request.body)
    const p12 = await authority.issueCertificate({
      company: order.businessName ?? order.taxNumber,
      holderName: order.holderName,
      holderTaxNumber: order.holderTaxNumber,
      password: order.password,
      validFrom: order.validFrom === undefined ? undefined : new Date(order.validFrom),
      validTo: endOf(order),
    })
    if (order.authorise) {
      await memory.remember({ kind: 'sender', taxNumber: order.taxNumber, holder: order.holderTaxNumber })
    }
    return attachment(reply, 'application/x-pkcs12', `${order.holderTaxNumber}.p12`, p12)
  })

  app.post('/simulator/cafs', async (request, reply) => {
    const range = rangeOf(request.body)
    const file = await authority.issueCaf(range)
    await memory.remember({ kind: 'caf', range })
    const number = range.taxNumber.slice(0, -2)
    return attachment(
      reply, 'text/xml; charset=ISO-8859-1', `FoliosSII${number}${range.documentType}${range.from}.xml`, file
    )
  })

  app.get('/simulator/keys', async () => ({
    caf: { keyId: Number(simulatorKeyId), publicKeyPem: authority.cafPublicKeyPem },
    certificateAuthorityPem: authority.certificatePem,
  }))

  function endOf ({ validTo, daysLeft }: z.output<typeof certificateOrder>): Date | undefined {
    if (validTo !== undefined) return new Date(validTo)
    return daysLeft === undefined ? undefined : new Date(simClock.now().getTime() + daysLeft * dayMs)
  }

  function rangeOf (body: unknown): FolioRange {
    const isCounted = typeof body === 'object' && body !== null && 'count' in body
    const { taxNumber, businessName, documentType, daysLeft = cafDays, ...order } = isCounted
      ? countOrder.parse(body)
      : rangeOrder.parse(body)
    const { authorisedOn = addDays(localDate(simClock.now()), daysLeft - cafDays) } = order
    const { from, to } = 'count' in order ? companies.nextFolios(taxNumber, documentType, order) : order
    return { taxNumber, businessName, documentType, from, to, authorisedOn }
  }
}

async function attachment (reply: FastifyReply, type: string, name: string, bytes: Buffer) {
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(bytes)
}

function registerCompanies (app: FastifyInstance, { memory }: Context): void {
  app.post('/simulator/companies', async (request) => {
    const { taxNumber, resolution, activityCodes, senders = [], dismissed = [] } = companyOrder.parse(request.body)
    if (resolution) await memory.remember({ kind: 'resolution', taxNumber, resolution })
    if (activityCodes) await memory.remember({ kind: 'activities', taxNumber, codes: activityCodes })
    for (const holder of senders) await memory.remember({ kind: 'sender', taxNumber, holder })
    for (const holder of dismissed) await memory.remember({ kind: 'senderDismissed', taxNumber, holder })
    return { taxNumber }
  })

  app.post('/simulator/annulments', async (request) => {
    const order = annulmentOrder.parse(request.body)
    await memory.remember({ kind: 'annulment', ...order })
    return order
  })

  app.post('/simulator/authorities', async (request) => {
    await memory.remember({ kind: 'trust', ...trustOrder.parse(request.body) })
    return { trusted: true }
  })
}

function registerFaultRoutes (app: FastifyInstance, { answerForms, faults, ledger, simClock }: Context): void {
  const time = () => ({ now: simClock.now().toISOString(), secondsPerState: simClock.secondsPerState() })

  app.get('/simulator/clock', async () => time())
  app.post('/simulator/clock', async (request) => {
    const { secondsPerState, advanceSeconds } = clockOrder.parse(request.body)
    if (secondsPerState !== undefined) simClock.setSecondsPerState(secondsPerState)
    if (advanceSeconds !== undefined) simClock.advance(advanceSeconds)
    return time()
  })

  app.get('/simulator/answer-forms', async () => answerForms.settings)
  app.post('/simulator/answer-forms', async (request) => {
    return Object.assign(answerForms.settings, answersOrder.parse(request.body))
  })

  app.get('/simulator/faults', async () => faults.list())
  app.post('/simulator/faults', async (request, reply) => {
    const orders = z.array(faultOrder).min(1).parse(Array.isArray(request.body) ? request.body : [request.body])
    return reply.code(201).send(orders.map((order) => faults.add(order)))
  })
  app.delete('/simulator/faults', async (_request, reply) => {
    faults.clear()
    for (const { progress } of ledger.envelopes()) progress.heldAt = undefined
    return reply.code(204).send()
  })
}
