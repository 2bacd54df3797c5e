import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isRut } from '../rut.ts'
import { defects } from '../suppliers/supplier-files.ts'
import { mostDaysAgo } from '../suppliers/suppliers.ts'
import type { Context } from './context.ts'

const rut = z.string().refine(isRut, 'must be a RUT')
const address = z.email().max(320)
const supplierOrder = z.strictObject({ taxNumber: rut, name: z.string().min(1).max(40).default('PROVEEDOR SPA'), address })
const documentOrder = z.strictObject({
  receivers: z.array(rut).min(1).max(100),
  to: address.optional(),
  net: z.int().min(1).max(100_000_000).default(100_000),
  defect: z.enum(defects).optional(),
  provenBy: z.string().max(200).optional(),
  receivedDaysAgo: z.int().min(0).max(mostDaysAgo).optional()
})
const mailOrder = z.strictObject({
  to: address, file: z.base64().max(40 * 1024 * 1024), provenBy: z.string().max(200).optional()
})

/** Suppliers that issue documents for those who are tried, right ones and wrong ones, and what is answered to them. */
export function registerSupplierRoutes (app: FastifyInstance, { suppliers, mail }: Context): void {
  app.post('/simulator/suppliers', async (request, reply) => {
    await suppliers.add(supplierOrder.parse(request.body))
    return reply.code(201).send({})
  })

  app.post<{ Params: { rut: string } }>('/simulator/suppliers/:rut/documents', async (request, reply) => {
    const issued = await suppliers.issue(request.params.rut, documentOrder.parse(request.body))
    if (!issued) return reply.code(404).send({ error: 'There is no such supplier.' })
    return reply.code(201).send({ ...issued, file: issued.file.toString('base64') })
  })

  app.post<{ Params: { rut: string } }>('/simulator/suppliers/:rut/mails', async (request, reply) => {
    const { file, ...order } = mailOrder.parse(request.body)
    const isKnown = suppliers.send(request.params.rut, { ...order, file: Buffer.from(file, 'base64') })
    return reply.code(isKnown ? 201 : 404).send({})
  })

  app.get('/simulator/answers', async () => mail.answers)
}
