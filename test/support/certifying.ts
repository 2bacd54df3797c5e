import type { Envelope, NameOf, Result, Verb } from './api.ts'
import { customers } from './certification.ts'
import { defined, first } from './expecting.ts'
import { type Program, type ProgramTenant, startProgram } from './program.ts'
import { testSetFile } from './test-set-files.ts'

type Method = 'GET' | 'POST' | 'PUT'
type NameIn<V extends Verb> =
  NameOf<V> extends infer Name ? Name extends `Certification/${infer Operation}` ? Operation : never : never
interface Names { GET: NameIn<'get'>, POST: NameIn<'post'>, PUT: NameIn<'put'> }
type Given<M extends Method, Name extends string> =
  `Certification/${Name}` extends infer Known extends NameOf<Lowercase<M>> ? Result<Lowercase<M>, Known> : never

/** A tenant on its way through the certification, with the file of all sets uploaded and its options set. */
export async function startCertifying (
  types: number[], { over, file = testSetFile() }: { over?: Program, file?: Buffer } = {}
) {
  const program: Program = over ?? await startProgram()
  const tenant: ProgramTenant = await program.tenant({ folios: types })

  const call = async <M extends Method, Name extends Names[M]>(
    method: M, operation: Name, body?: object, headers = {}
  ): Promise<Envelope<Given<M, Name>>> =>
    (await program.call(method, `/Certification/${operation}`, { token: tenant.token, headers, ...(body && { body }) })).body

  /** The result; throws for a refusal. */
  async function done<M extends Method, Name extends Names[M]> (
    method: M, operation: Name, body?: object, headers = {}
  ): Promise<Given<M, Name>> {
    const answer = await call(method, operation, body, headers)
    if (!answer.success) throw new Error(JSON.stringify(answer.errors))
    return answer.result
  }

  async function uploadSet (file: Buffer, replace = 'false') {
    const { status, body } = await tenant.api.upload('Certification/UploadSet', { File: file, Replace: replace })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body.result
  }

  const itemOf = async (name: string) =>
    defined((await done('GET', 'Progress')).flatMap(({ items }) => items).find((item) => item.name === name))

  const receiver = first(customers)
  await done('POST', 'Start', {
    kind: 'DTE', documentTypes: [33, 61], enrolledOn: '2026-11-02', email: 'dte@andes.example'
  })
  const preview = await uploadSet(file)
  await done('PUT', 'Options', {
    kind: 'DTE', receivers: customers, supplier: receiver, principal: receiver,
    transport: {
      licensePlate: 'ABCD12', driver: { name: 'Luis Soto', taxNumber: '12345678-5' },
      carrierTaxNumber: receiver.taxNumber, destinationAddress: 'Calle Dos 2', destinationMunicipality: 'Santiago',
      departureTime: '08:00:00'
    }
  })
  const [{ taxNumber, tenantId }] = await program.rows(
    'select tax_number as "taxNumber", tenant_id as "tenantId" from tenants where code = $1', [tenant.code])
  return {
    program, tenant, taxNumber: taxNumber as string, tenantId: tenantId as string,
    preview, call, done, uploadSet, itemOf,
    /** Takes the sets away that no attempt was made at. */
    dropOtherSets: () => program.rows(
      `update certification_items i set replaced_at = now()
       where kind = 'documents' and not exists (select 1 from certification_attempts a where a.item_id = i.id)`)
  }
}

export type Certifying = Awaited<ReturnType<typeof startCertifying>>

/** Issues sets, and has them approved. */
export async function approveSetsOf ({ program, done, itemOf }: Certifying, names: string[]): Promise<void> {
  for (const name of names) await done('POST', 'Issue', { kind: 'DTE', name })
  for (const name of names) {
    await program.until(`${name} is processed`, async () => (await itemOf(name)).state === 'Processed')
    await done('POST', 'RecordVerdict', { kind: 'DTE', name, outcome: 'Approved' })
  }
}
