import type { Store } from '../../repositories/store.ts'
import type { Clock } from '../ports.ts'
import { createJourneys } from './journeys.ts'
import { createProgress } from './progress.ts'

export interface CertificationDependencies { store: Store, clock: Clock }

/** A company's way from no electronic issuer to production. */
export function createCertification (dependencies: CertificationDependencies) {
  return { journeys: createJourneys(dependencies), progress: createProgress(dependencies) }
}

export type Certification = ReturnType<typeof createCertification>
