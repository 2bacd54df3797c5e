import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { DeclarationRefused, type DeclaredUpload } from '../certification/certification-service.ts'
import { setNames } from '../certification/sets.ts'
import { isRut } from '../rut.ts'
import { localDate } from '../time.ts'
import type { Context } from './context.ts'

const rut = z.string().refine(isRut, 'must be a RUT such as 44444444-4, with its right check digit')

const setOrder = z.strictObject({
  taxNumber: rut,
  seed: z.number().int().min(0).max(0xffffffff).default(1),
  attentionNumber: z.number().int().min(1).max(99_999_990).default(5_000_001),
  sets: z.array(z.enum(setNames)).min(1).optional(),
  variants: z.strictObject({
    withoutAccents: z.boolean().optional(), skipsNumber: z.boolean().optional(), unknownLine: z.boolean().optional(),
    distinctReceivers: z.boolean().optional()
  }).default({})
})

const declaration = z.strictObject({
  taxNumber: rut,
  attentionNumber: z.number().int(),
  trackId: z.string().regex(/^\d{1,15}$/),
  date: z.string().regex(/^\d{2}-\d{2}-\d{4}$/, 'must be a date such as 31-12-2026')
})

/** The pages of the SII on which a company certifies, as operations: it has none of its own for them. */
export function registerCertificationRoutes (
  app: FastifyInstance, { certification, ledger, reception, store }: Context
): void {
  app.post('/simulator/certifications/sets', async (request, reply) => {
    const { sets, ...order } = setOrder.parse(request.body)
    const name = `SIISetDePruebas${order.taxNumber.replace('-', '')}.txt`
    return reply.type('text/plain; charset=ISO-8859-1').header('content-disposition', `attachment; filename="${name}"`)
      .send(certification.order({ ...order, names: sets }))
  })

  app.post('/simulator/certifications/boleta-sets', async (request, reply) => {
    const { taxNumber } = z.strictObject({ taxNumber: rut }).parse(request.body)
    return reply.type('text/plain; charset=ISO-8859-1')
      .header('content-disposition', 'attachment; filename="SetDePruebaBE.txt"').send(certification.orderBoletas(taxNumber))
  })

  app.post('/simulator/certifications/declarations', async (request, reply) => {
    const declared = declaration.parse(request.body)
    await reception.settled()
    const upload = await uploadOf(declared.trackId)
    return taken(reply, () => certification.declare(declared, upload))
  })

  app.post<{ Params: { taxNumber: string } }>('/simulator/certifications/:taxNumber/advances', async (request, reply) =>
    taken(reply, () => ({ stage: certification.advance(request.params.taxNumber) })))

  app.get<{ Params: { taxNumber: string } }>('/simulator/certifications/:taxNumber', async (request, reply) => {
    const progress = certification.progress(request.params.taxNumber)
    return progress ?? reply.code(404).send({ error: 'This company has no sets.' })
  })

  async function uploadOf (trackId: string): Promise<DeclaredUpload | undefined> {
    const envelope = ledger.envelopes().find((one) => Number(one.trackId) === Number(trackId))
    const bytes = envelope && await store.readUpload(envelope.uploadId)
    if (!envelope || !bytes) return undefined
    const [year, month, day] = localDate(new Date(envelope.receivedAt)).split('-')
    const { verdict } = envelope
    return {
      company: envelope.company, date: `${day}-${month}-${year}`, bytes, summary: await summaryOf(envelope.company),
      isAccepted: verdict !== undefined && !verdict.refusal &&
        verdict.documents.every(({ outcome }) => outcome === 'accepted')
    }
  }

  /** The company's last daily summary of boletas that was taken. */
  async function summaryOf (company: string): Promise<Buffer | undefined> {
    const last = ledger.envelopes().findLast((one) => one.company === company && one.verdict?.book === 'RPR')
    return last && store.readUpload(last.uploadId)
  }
}

/** The answer of a page; 409 with what it says when it does not take the step. */
export async function taken (reply: FastifyReply, work: () => object | Promise<object>): Promise<object> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DeclarationRefused)) throw error
    return reply.code(409).send({ error: error.message })
  }
}
