import type { EndingCertificate } from '../../repositories/certificates.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { dayMs } from '../../shared/durations.ts'
import { newId } from '../../shared/ids.ts'
import { warningDays } from './certificates.ts'
import type { Clock } from '../ports.ts'
import { administratorRoleOf } from '../access/rights.ts'
import { post } from '../mail/post.ts'

/**
 * Warns the administrators of a tenant before its certificate ends: 30, 14, 7 and 1 days before, each of them once for
 * each certificate. Which warning is due follows from the date alone, so that one which was missed is made up for by
 * the next.
 */
export function createCertificateWarnings ({ store, clock }: { store: Store, clock: Clock }) {
  async function warn (repositories: TenantRepositories, ending: EndingCertificate, at: Date): Promise<void> {
    const certificate = await repositories.certificates.find(ending.id)
    if (!certificate || certificate.replacedAt !== null) return
    const { businessName, taxNumber } = await repositories.tenant.get()
    const administrators = await repositories.roles.holders((await administratorRoleOf(repositories)).id)
    const people = (await repositories.users.list()).filter(({ id }) => administrators.includes(id))
    const facts = {
      businessName,
      taxNumber,
      holderName: certificate.holderName,
      notAfter: ending.notAfter.toISOString(),
      days: Math.ceil(leftMs(ending, at) / dayMs)
    }
    await post(repositories, people.map(({ id, email }) => ({
      id: newId(),
      kind: 'certificateExpiring',
      about: `${ending.id} ${warningOf(ending, at)} ${id}`,
      recipient: email,
      language: 'es',
      facts,
      createdAt: at,
      endsAt: ending.notAfter
    })))
  }

  return {
    /** Queues the warnings that are due; those queued before stay as they are. */
    async warnAll (): Promise<void> {
      const at = clock()
      const until = new Date(at.getTime() + warningDays[0] * dayMs)
      const ending = await store.asPlatform(({ allCertificates }) => allCertificates.listEnding({ after: at, until }))
      for (const certificate of ending) {
        await store.asTenant(certificate.tenantId, (repositories) => warn(repositories, certificate, at))
      }
    }
  }
}

/** The shortest of the warnings' times that is not over yet: with 10 days left, that of 14 days. */
function warningOf (ending: EndingCertificate, at: Date): number {
  return warningDays.filter((days) => leftMs(ending, at) <= days * dayMs).at(-1) ?? warningDays[0]
}

function leftMs ({ notAfter }: EndingCertificate, at: Date): number {
  return notAfter.getTime() - at.getTime()
}
