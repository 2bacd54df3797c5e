import { type AttemptsDependencies, createAttempts } from './attempts.ts'
import { createBooks } from './books.ts'
import { createDeclaration } from './declaration.ts'
import { createJourneys } from './journeys.ts'
import { createProgress } from './progress.ts'
import { createSetIssuing } from './set-issuing.ts'
import { createSimulation } from './simulation.ts'
import { createVerdicts } from './verdicts.ts'

/** A company's way from no electronic issuer to production. */
export function createCertification (dependencies: AttemptsDependencies) {
  const { clock } = dependencies
  const attempts = createAttempts(dependencies)
  return {
    journeys: createJourneys(dependencies),
    progress: createProgress(dependencies),
    books: createBooks(dependencies),
    declaration: createDeclaration(dependencies),
    sets: createSetIssuing({ attempts, clock }),
    simulation: createSimulation({ attempts, clock }),
    verdicts: createVerdicts(dependencies)
  }
}

export type Certification = ReturnType<typeof createCertification>
