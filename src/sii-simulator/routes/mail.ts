import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isRut } from '../rut.ts'
import type { Context } from './context.ts'

const address = z.email().max(320)
const mailboxOrder = z.strictObject({
  address, password: z.string().min(1).max(200), accessToken: z.string().optional()
})
const mailOrder = z.strictObject({ address, source: z.base64().max(40 * 1024 * 1024) })
const resultOrder = z.strictObject({ address, trackId: z.string().regex(/^\d{1,15}$/) })
const customerOrder = z.strictObject({
  address,
  taxNumber: z.string().refine(isRut, 'must be a RUT'),
  reception: z.int().min(0).max(99).optional(),
  result: z.int().min(0).max(2).optional(),
  receipt: z.boolean().default(false),
  forges: z.boolean().default(false)
})

/** Mailboxes on the loopback (IMAP and SMTP), the SII's result mails, and customers that answer envelopes. */
export function registerMailRoutes (app: FastifyInstance, { mail }: Context): void {
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
    const { address: to, trackId } = resultOrder.parse(request.body)
    const isDelivered = mail.mailResult(trackId, to)
    return reply.code(isDelivered ? 201 : 404).send({ delivered: isDelivered })
  })

  app.post('/simulator/customers', async (request, reply) => {
    await mail.customers.add(customerOrder.parse(request.body))
    return reply.code(201).send(await mail.ports())
  })

  app.get('/simulator/mails', async () => mail.sent)
}
