import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DeclarationRefused } from '../certification/certification-service.ts'
import { sampleProblems, sampleRows } from '../certification/samples.ts'
import { taken } from './certification.ts'
import type { Context } from './context.ts'

const base64 = z.string().transform((text) => Buffer.from(text, 'base64'))
const answers = z.strictObject({ files: z.array(base64).min(1).max(10) })
const samples = z.strictObject({ files: z.array(z.strictObject({ name: z.string(), bytes: base64 })).max(1000) })

/** The one who may authorise a company: with the number and the day of its resolution. */
const compliance = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('DTE'), resolution: z.strictObject({ number: z.number().int().min(1), date: z.iso.date() })
  }),
  z.strictObject({
    kind: z.literal('BOLETA'), consultUrl: z.url().max(100), provider: z.string().min(1), email: z.email()
  })
])

interface OfCompany { Params: { taxNumber: string } }

const page = '/simulator/certifications/:taxNumber'

/** The pages on which a company downloads and uploads files after its sets, and declares its compliance. */
export function registerCertificationFileRoutes (
  app: FastifyInstance, { certification, exchange, memory }: Context
): void {
  const sampled = new Set<string>()

  /** Throws DeclarationRefused before the simulation is approved. */
  function companyIn (taxNumber: string) {
    const company = certification.companyOf(taxNumber)
    if (company.stage !== 'exchange') throw new DeclarationRefused('La simulacion no esta conforme')
    return company
  }

  app.get<OfCompany>(`${page}/exchange`, async ({ params: { taxNumber } }, reply) => taken(reply, async () => {
    companyIn(taxNumber)
    const { number, file } = await exchange.download(taxNumber)
    return reply.type('application/xml').header('content-disposition', `attachment; filename="ENVIO_DTE_${number}.xml"`).send(file)
  }))

  app.post<OfCompany>(`${page}/exchange`, async ({ params: { taxNumber }, body }, reply) => taken(reply, () => {
    companyIn(taxNumber)
    const problems = exchange.judge(taxNumber, answers.parse(body).files)
    return { isRight: problems.length === 0, problems }
  }))

  app.get<OfCompany>(`${page}/samples`, async ({ params: { taxNumber } }, reply) => taken(reply, () =>
    ({ rows: sampleRows(companyIn(taxNumber)) })))

  app.post<OfCompany>(`${page}/samples`, async ({ params: { taxNumber }, body }, reply) => taken(reply, async () => {
    const problems = await sampleProblems(companyIn(taxNumber), samples.parse(body).files)
    if (problems.length === 0) sampled.add(taxNumber)
    return { isRight: problems.length === 0, problems }
  }))

  app.post<OfCompany>(`${page}/compliance`, async ({ params: { taxNumber }, body }, reply) => taken(reply, async () => {
    const declared = compliance.parse(body)
    if (declared.kind === 'BOLETA') {
      certification.comply(taxNumber, 'BOLETA')
      return { authorised: [39, 41] }
    }
    companyIn(taxNumber)
    if (!exchange.isDone(taxNumber)) throw new DeclarationRefused('El intercambio no esta conforme')
    if (!sampled.has(taxNumber)) throw new DeclarationRefused('Las muestras impresas no estan conformes')
    certification.comply(taxNumber, 'DTE')
    await memory.remember({ kind: 'resolution', taxNumber, resolution: declared.resolution })
    return { resolution: declared.resolution }
  }))
}
