import { randomBytes } from 'node:crypto'
import { documentTypes } from '../../dte/values/document-types.ts'
import { santiagoDate } from '../../dte/values/calendar.ts'
import type { Store } from '../../repositories/store.ts'
import { dayMs } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import type { Clock, SimulatorClient } from '../ports.ts'
import type { Certificates, CertificateView } from './certificates.ts'
import type { FolioBlockView } from './folio-views.ts'
import type { Folios } from './folios.ts'
import { mustRehearse } from './simulator-only.ts'

export interface RehearsalsDependencies {
  store: Store
  simulator: Pick<SimulatorClient, 'certificate' | 'caf'>
  certificates: Pick<Certificates, 'upload'>
  folios: Pick<Folios, 'upload' | 'activate' | 'list'>
  clock: Clock
}

/** The maximum number of folios in one request. */
export const mostRehearsalFolios = 100_000

/** Types of which the simulator gives folios. */
export const rehearsalTypes = Object.keys(documentTypes).map(Number)

const certificateDays = 3 * 365

/** Certificates and folios from the simulator, for tenants whose authority it is: a rehearsal without files. */
export function createRehearsals ({ store, simulator, certificates, folios, clock }: RehearsalsDependencies) {
  return {
    /**
     * Has the simulator make a certificate in the name of the user, and puts it in use. Throws ServiceError
     * SIMULATOR_ONLY and SIMULATOR_UNAVAILABLE.
     */
    async certificate (actor: Actor): Promise<CertificateView> {
      const { tenant, holderName } = await store.asTenant(actor.tenantId, async ({ tenant, users }) => ({
        tenant: mustRehearse(await tenant.get()),
        holderName: (await users.find(actor.userId))?.fullName ?? actor.userName
      }))
      const at = clock().getTime()
      const password = randomBytes(18).toString('base64url')
      const file = await simulator.certificate({
        taxNumber: tenant.taxNumber,
        holderName: holderName.slice(0, 64),
        holderTaxNumber: tenant.taxNumber,
        password,
        validFrom: new Date(at - dayMs),
        validTo: new Date(at + certificateDays * dayMs)
      }, actor.signal)
      return certificates.upload(actor, { file, password, isRehearsal: true })
    },

    /**
     * Has the simulator authorise the next folios of a type, and activates them. Throws ServiceError SIMULATOR_ONLY and
     * SIMULATOR_UNAVAILABLE.
     */
    async folios (
      actor: Actor, { documentType, count }: { documentType: number, count: number }
    ): Promise<FolioBlockView> {
      const tenant = await store.asTenant(actor.tenantId, async ({ tenant }) => mustRehearse(await tenant.get()))
      const { taxNumber, businessName, environment } = tenant
      const highest = await store.asPlatform(({ folioRanges }) =>
        folioRanges.highest(taxNumber, { environment, documentType }))
      const file = await simulator.caf({
        taxNumber, businessName, documentType, count, least: highest + 1, authorisedOn: santiagoDate(clock())
      }, actor.signal)
      const { id } = await folios.upload(actor, file, { isRehearsal: true })
      await folios.activate(actor, id)
      const block = (await folios.list(actor)).find((one) => one.id === id)
      if (!block) throw new ServiceError('FOLIO_BLOCK_NOT_FOUND')
      return block
    }
  }
}

export type Rehearsals = ReturnType<typeof createRehearsals>
