import { customers } from './certification.ts'
import { type Program, type ProgramTenant, startProgram } from './program.ts'
import { testSetFile } from './test-set-files.ts'
import { first } from './expecting.ts'

/** A tenant on its way through the certification, with the file of all sets uploaded and its options set. */
export async function startCertifying (
  types: number[], { over, file = testSetFile() }: { over?: Program, file?: Buffer } = {}
) {
  const program: Program = over ?? await startProgram()
  const tenant: ProgramTenant = await program.tenant({ folios: types })

  const call = async (method: 'GET' | 'POST' | 'PUT', operation: string, body?: object, headers = {}): Promise<any> =>
    (await program.call(method, `/Certification/${operation}`, { token: tenant.token, headers, ...(body && { body }) })).body

  /** The result; throws for a refusal. */
  async function done (method: 'GET' | 'POST' | 'PUT', operation: string, body?: object, headers = {}): Promise<any> {
    const answer = await call(method, operation, body, headers)
    if (!answer.success) throw new Error(JSON.stringify(answer.errors))
    return answer.result
  }

  async function uploadSet (file: Buffer): Promise<any> {
    const { status, body } = await program.upload('/Certification/UploadSet', tenant.token, { File: file })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body.result
  }

  const itemOf = async (name: string): Promise<any> => (await call('GET', 'Progress')).result
    .flatMap(({ items }: any) => items).find((item: any) => item.name === name)

  const receiver = first(customers)
  await done('POST', 'Start', {
    kind: 'DTE', documentTypes: [33, 61], enrolledOn: '2026-11-02', email: 'dte@andes.example'
  })
  await uploadSet(file)
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
    program, tenant, taxNumber: taxNumber as string, tenantId: tenantId as string, call, done, uploadSet, itemOf,
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
