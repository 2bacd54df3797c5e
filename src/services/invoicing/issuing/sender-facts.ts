import type { SenderFacts } from '../../../dte/document.ts'
import type { TenantRow } from '../../../repositories/tenants/tenants.ts'

const known = new WeakMap<TenantRow, SenderFacts>()

/** The tenant as the sender of its documents, for what a posted document leaves out. */
export function senderFactsOf (tenant: TenantRow): SenderFacts {
  const facts = known.get(tenant) ?? readFacts(tenant)
  known.set(tenant, facts)
  return facts
}

function readFacts (tenant: TenantRow): SenderFacts {
  const { taxNumber, businessName, businessActivity, activityCodes } = tenant
  const { address, municipality, city, branchName, branchCode, phone, email } = tenant
  const optional = { address, municipality, city, branchName, branchCode, phone, email }
  const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null && value !== ''))
  return { taxNumber, businessName, businessActivity, activityCodes, ...given }
}
