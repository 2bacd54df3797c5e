import { taxAuthorities, type TaxAuthority } from '../../model/tax-authorities.ts'
import type { PlatformRepositories, Store } from '../../repositories/store.ts'
import { ServiceError } from '../../shared/errors.ts'
import { type Actor, type UserType, userTypes } from '../actor.ts'
import { userSummary, type UserSummary } from './sign-in.ts'

/** The signed-in user, with roles, claims and address. */
export interface AccountView {
  user: UserSummary & { userType: UserType, userTypeText: string }
  roles: { id: string, name: string }[]
  /** The permissions of all roles, in the order of their letters. */
  claims: string[]
  /** The company requires a second factor, and the user has none. */
  secondFactorSetupRequired: boolean
  /** From which the request came, as the allow list sees it. */
  address: string
  tenant: {
    tenantCode: string
    businessName: string
    taxNumber: string
    environment: string
    taxAuthority: TaxAuthority
    taxAuthorityText: string
  }
  /** All tenants into which the person can sign in from this address, in the order of their codes. */
  tenants: { tenantCode: string, businessName: string }[]
}

export interface AccountDependencies {
  store: Store
  allowList: {
    permitting: (
      repositories: PlatformRepositories, tenantIds: readonly string[], address: string
    ) => Promise<ReadonlySet<string>>
  }
}

/** The account of the person who is signed in. */
export function createAccount ({ store, allowList }: AccountDependencies) {
  return {
    /** Throws ServiceError UNAUTHENTICATED for a user who was deleted a moment ago. */
    describe: (
      { tenantId, userId, permissions, lacksSecondFactor = false, address = '' }: Actor
    ): Promise<AccountView> => store.asPlatform(async (platform) => {
      const { users, tenant } = platform.tenant(tenantId)
      const user = await users.find(userId)
      if (!user) throw new ServiceError('UNAUTHENTICATED')
      const { code, businessName, taxNumber, environment, taxAuthority } = await tenant.get()
      return {
        user: {
          ...userSummary(user), userType: user.userType as UserType,
          userTypeText: userTypes[user.userType as UserType].name
        },
        roles: await users.rolesOf(userId),
        claims: [...permissions].sort(),
        secondFactorSetupRequired: lacksSecondFactor,
        address,
        tenant: {
          tenantCode: code, businessName, taxNumber, environment, taxAuthority,
          taxAuthorityText: taxAuthorities[taxAuthority].name
        },
        tenants: await tenantsOf(platform, { tenantId, userId }, address)
      }
    })
  }

  async function tenantsOf (
    platform: PlatformRepositories, user: { tenantId: string, userId: string }, address: string
  ): Promise<AccountView['tenants']> {
    const person = await platform.memberships.personOf(user)
    const members = person === undefined ? [] : await platform.memberships.list(person)
    const accepted = members.filter(({ acceptedAt }) => acceptedAt !== null)
    const permitting = await allowList.permitting(platform, accepted.map(({ tenantId }) => tenantId), address)
    return accepted.filter(({ tenantId }) => permitting.has(tenantId))
      .map(({ tenantCode, businessName }) => ({ tenantCode, businessName }))
  }
}

export type Account = ReturnType<typeof createAccount>
