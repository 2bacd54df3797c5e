import type { ReceivedDocumentRow } from '../../repositories/receiving/received-documents.ts'
import type { Store } from '../../repositories/store.ts'
import { type TargetDependencies, targetWith } from '../invoicing/target.ts'
import type { RegistryDocument, SiiTarget } from '../ports.ts'

/** Where the SII is asked about a tenant's received documents; undefined without a valid certificate. */
export async function targetOfTenant (
  store: Store, tenantId: string, { certificateOf, clock }: TargetDependencies
): Promise<SiiTarget | undefined> {
  const tenant = await store.asTenant(tenantId, (repositories) => repositories.tenant.get())
  const certificate = await certificateOf(tenantId, clock())
  return certificate && targetWith(certificate, tenant)
}

export function registryKeyOf ({ issuer, documentType, folio }: ReceivedDocumentRow): RegistryDocument {
  return { issuerTaxNumber: issuer, documentType, folio }
}
