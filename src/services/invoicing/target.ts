import type { EnvelopeRow } from '../../repositories/invoicing/delivery/envelopes.ts'
import type { Clock, OpenCertificate, SiiTarget } from '../ports.ts'
import { simulatorAuthority } from '../../model/tax-authorities.ts'

export interface TargetDependencies {
  certificateOf: (tenantId: string, at: Date) => Promise<OpenCertificate | undefined>
  clock: Clock
}

/** Where an envelope goes, with the certificate to sign in there; undefined without a valid one. */
export async function targetOf (
  tenantId: string, envelope: EnvelopeRow, { certificateOf, clock }: TargetDependencies
): Promise<SiiTarget | undefined> {
  const certificate = await certificateOf(tenantId, clock())
  return certificate && targetWith(certificate, envelope)
}

/** Where an envelope or a question goes when this certificate signs in. */
export function targetWith (
  { credential }: OpenCertificate, { taxAuthority, environment }: Pick<EnvelopeRow, 'taxAuthority' | 'environment'>
): SiiTarget {
  return { authority: taxAuthority === simulatorAuthority ? 'simulator' : 'sii', environment, credential }
}
