import type { FastifyRequest } from 'fastify'
import type { AnswerForms } from '../answer-forms.ts'
import type { Authority } from '../authority.ts'
import type { CertificationService } from '../certification/certification-service.ts'
import type { Exchange } from '../certification/exchange.ts'
import type { Companies } from '../companies.ts'
import type { Faults } from '../faults.ts'
import type { Findings } from '../findings.ts'
import type { Ledger } from '../ledger.ts'
import type { MailServers } from '../mail/mail-servers.ts'
import type { Memory } from '../memory.ts'
import type { SimulatedClock } from '../progress.ts'
import type { Registry } from '../registry.ts'
import type { Reception } from '../reception.ts'
import type { Sessions } from '../sessions.ts'
import type { Writing } from '../soap.ts'
import type { Store } from '../store.ts'
import type { Suppliers } from '../suppliers/suppliers.ts'

/** What the routes work with. */
export interface Context {
  answerForms: AnswerForms
  authority: Authority
  certification: CertificationService
  companies: Companies
  exchange: Exchange
  faults: Faults
  findings: Findings
  ledger: Ledger
  mail: MailServers
  memory: Memory
  simClock: SimulatedClock
  reception: Reception
  registry: Registry
  sessions: Sessions
  store: Store
  suppliers: Suppliers
}

/** How the answer about this subject is written. */
export function writingOf ({ answerForms: { choose } }: Context, subject: string): Writing {
  return { layout: choose('respuestaLayout', subject), prefixes: choose('soapPrefixes', subject) }
}

/** The body as it came; the simulator parses for itself. */
export function bodyOf (request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

export function tokenOf (request: FastifyRequest): string | undefined {
  return /(?:^|;\s*)TOKEN=([^;\s]+)/.exec(request.headers.cookie ?? '')?.[1]
}
