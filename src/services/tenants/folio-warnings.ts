import type { Store, TenantRepositories } from '../../repositories/store.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { dayMs } from '../../shared/durations.ts'
import type { Clock } from '../ports.ts'
import { folioPlans } from './folio-plan.ts'
import { type FolioSupply, folioSupplies, isLow } from './folio-supply.ts'
import { mailWhoWants, notifyOf } from '../warnings.ts'

interface WarnedSupply extends FolioSupply {
  /** How many folios to request. */
  suggested: number
}

const worthSendingMs = 7 * dayMs

/**
 * Warns tenants before the folios of a type run out: as far ahead as their setting says, and once for each queue of
 * blocks. A block that is added to the queue makes it another one.
 */
export function createFolioWarnings ({ store, clock }: { store: Store, clock: Clock }) {
  async function warnOf (
    repositories: TenantRepositories, tenant: TenantRow, { lastBlock, ...supply }: WarnedSupply, at: Date
  ): Promise<void> {
    if (lastBlock === null || !await repositories.warnings.add('folios.low', lastBlock, at)) return
    const { businessName, taxNumber, environment } = tenant
    await mailWhoWants(
      repositories, 'foliosLow', { kind: 'foliosLow', facts: { businessName, taxNumber, environment, ...supply } },
      { about: lastBlock, at, endsAt: new Date(at.getTime() + worthSendingMs) }
    )
    const { documentType, typeName, remaining, inactive, daysLeft, suggested } = supply
    await notifyOf(repositories, 'folios.low', {
      at,
      data: {
        invoiceTypeCode: String(documentType), typeName, environment, remaining, inactive, daysLeft, suggested
      }
    })
  }

  return {
    /** Warns once of each type whose folios are low; a recurring job. */
    async warnAll (): Promise<void> {
      const at = clock()
      for (const tenantId of await store.asPlatform(({ allFolioBlocks }) => allFolioBlocks.listWatched())) {
        await store.asTenant(tenantId, async (repositories) => {
          const tenant = await repositories.tenant.get()
          const blocks = await repositories.folioBlocks.list(tenant.environment)
          const supplies = await folioSupplies(repositories, blocks, tenant, at)
          const low = supplies.filter((supply) => isLow(supply, tenant))
          const plans = low.length === 0 ? [] : await folioPlans(repositories, blocks, { tenant, at })
          for (const supply of low) {
            const plan = plans.find(({ documentType }) => documentType === supply.documentType)
            await warnOf(repositories, tenant, { ...supply, suggested: plan?.suggested ?? 0 }, at)
          }
        })
      }
    }
  }
}
