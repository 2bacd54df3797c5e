import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isRut } from '../rut.ts'
import type { Context } from './context.ts'

const address = z.email().max(320)
const mailboxOrder = z.strictObject({
  address, password: z.string().min(1).max(200), accessToken: z.string().optional()
})
const mailOrder = z.strictObject({ address, source: z.base64().max(40 * 1024 * 1024) })
/** `provenBy`: the server whose Authentication-Results prove the sender; null for a mail without. */
const siiMail = { address, provenBy: z.string().regex(/^[\w.-]{1,200}$/).nullable().default('mail.simulator.example') }
const resultOrder = z.strictObject({ ...siiMail, trackId: z.string().regex(/^\d{1,15}$/) })
const verdictOrder = z.strictObject({
  ...siiMail, taxNumber: z.string().refine(isRut, 'must be a RUT'), attentionNumber: z.int().min(1)
})
const customerOrder = z.strictObject({
  address,
  taxNumber: z.string().refine(isRut, 'must be a RUT'),
  reception: z.int().min(0).max(99).optional(),
  result: z.int().min(0).max(2).optional(),
  receipt: z.boolean().default(false),
  forges: z.boolean().default(false)
})

/** Mailboxes on the loopback (IMAP and SMTP), the SII's result mails, and customers that answer envelopes. */
export function registerMailRoutes (app: FastifyInstance, { certification, mail }: Context): void {
  app.post('/simulator/mailboxes', async (request, reply) => {
    const { address: wanted, ...secrets } = mailboxOrder.parse(request.body)
    mail.store.open(wanted, secrets)
    return reply.code(201).send(await mail.ports())
  })

  app.post('/simulator/mails', async (request, reply) => {
    const { address: to, source } = mailOrder.parse(request.body)
    const isDelivered = mail.store.deliver(to, Buffer.from(source, 'base64'))
    return reply.code(isDelivered ? 201 : 404).send({ delivered: isDelivered })
  })

  app.post('/simulator/mailed-results', async (request, reply) => {
    const { address: to, trackId, provenBy } = resultOrder.parse(request.body)
    const isDelivered = await mail.mailResult(trackId, { to, provenBy })
    return reply.code(isDelivered ? 201 : 404).send({ delivered: isDelivered })
  })

  app.post('/simulator/mailed-verdicts', async (request, reply) => {
    const { address: to, taxNumber, attentionNumber, provenBy } = verdictOrder.parse(request.body)
    const verdict = certification.mailAbout(taxNumber, attentionNumber)
    const isDelivered = verdict !== undefined && mail.mailVerdict(verdict, { to, provenBy })
    return reply.code(isDelivered ? 201 : 404).send({ delivered: isDelivered })
  })

  app.post('/simulator/customers', async (request, reply) => {
    await mail.customers.add(customerOrder.parse(request.body))
    return reply.code(201).send(await mail.ports())
  })

  app.get('/simulator/mails', async () => mail.sent)
}
