import type { EndingCertificate } from '../../repositories/tenants/certificates.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { dayMs } from '../../shared/durations.ts'
import { warningDays } from './certificates.ts'
import type { Clock } from '../ports.ts'
import { mailWhoWants, notifyOf } from '../warnings.ts'

/**
 * Warns the administrators of a tenant before its certificate ends: by mail 30, 14, 7 and 1 days before, each of them
 * once for each certificate, and with one notification. Which mail is due follows from the date alone, so the next
 * one makes up for one that was missed.
 */
export function createCertificateWarnings ({ store, clock }: { store: Store, clock: Clock }) {
  async function warn (repositories: TenantRepositories, ending: EndingCertificate, at: Date): Promise<void> {
    const certificate = await repositories.certificates.find(ending.id)
    if (!certificate || certificate.replacedAt !== null) return
    const { businessName, taxNumber } = await repositories.tenant.get()
    const { holderName, holderTaxNumber } = certificate
    const [notAfter, days] = [ending.notAfter.toISOString(), Math.ceil(leftMs(ending, at) / dayMs)]
    await mailWhoWants(
      repositories, 'certificateExpiring', { kind: 'certificateExpiring', facts: { businessName, taxNumber, holderName, notAfter, days } },
      { about: `${ending.id} ${warningOf(ending, at)}`, at, endsAt: ending.notAfter }
    )
    if (!await repositories.warnings.add('certificate.expiring', ending.id, at)) return
    await notifyOf(repositories, 'certificate.expiring', {
      at, data: { certificateId: ending.id, holderName, holderTaxNumber, notAfter, daysLeft: days }
    })
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
