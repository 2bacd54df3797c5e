import type { Tenant } from '../shared/company/tenant.ts'
import type { Claim } from '../text/claims.ts'

export type StepName = 'data' | 'resolution' | 'certificate' | 'folios' | 'other' | 'document'
export type Lack = Tenant['readiness']['missing'][number]

export interface Step {
  name: StepName
  /** Who may do it. */
  claim: Claim
  /** What the server says is missing. */
  lacks: Lack[]
  done: boolean
}

const codes: Array<{ name: StepName, claim: Claim, codes: readonly string[] }> = [
  { name: 'data', claim: 'Tenant.Manage', codes: ['BUSINESS_ACTIVITY_MISSING', 'ACTIVITY_CODE_MISSING', 'ADDRESS_MISSING'] },
  { name: 'resolution', claim: 'Tenant.Manage', codes: ['RESOLUTION_MISSING'] },
  { name: 'certificate', claim: 'Tenant.Manage', codes: ['CERTIFICATE_MISSING', 'CERTIFICATE_ENDS_SOON', 'SEALED_KEY_UNREADABLE'] },
  { name: 'folios', claim: 'Folio.Manage', codes: ['FOLIOS_MISSING', 'FOLIOS_INACTIVE', 'FOLIOS_LOW'] }
]

/** The steps in their order; `accepted` is whether a document was accepted, undefined where the reader may not know. */
export function stepsOf ({ readiness: { missing } }: Tenant, accepted: boolean | undefined): Step[] {
  const known = codes.map(({ name, claim, codes }): Step => {
    const lacks = missing.filter(({ code }) => codes.includes(code))
    return { name, claim, lacks, done: lacks.length === 0 }
  })
  const others = missing.filter(({ code }) => !codes.some((step) => step.codes.includes(code)))
  return [
    ...known,
    ...others.length > 0 ? [{ name: 'other', claim: 'Tenant.Manage', lacks: others, done: false } satisfies Step] : [],
    ...accepted === undefined ? [] : [{ name: 'document', claim: 'Webhook.Issue', lacks: [], done: accepted } satisfies Step]
  ]
}
