import type { StoredName } from '../shared/directory-names.ts'
import { allowedNetworksOfAllTenants } from './allowed-networks.ts'
import { auditedTenants } from './audit-log.ts'
import { certificatesOfAllTenants } from './certificates.ts'
import { connectionRepository } from './connections.ts'
import { directoryRepository } from './directory.ts'
import { directoryImportRepository, exchangeDirectoryRepository } from './exchange-directory.ts'
import { folioBlocksOfAllTenants, folioRangesOfAllTenants } from './folio-blocks.ts'
import { mailAllowanceRepository } from './mail-allowances.ts'
import { mailsOfAllTenants } from './mails.ts'
import { operatingFigures } from './operating-figures.ts'
import { dueTaskRepository } from './tasks.ts'
import { dueTasksByTenant } from './tasks-by-tenant.ts'
import { registrationRepository } from './registrations.ts'
import { uncheckedTenants } from './sums-checks.ts'
import { membershipRepository, personRepository } from './people.ts'
import { passwordResetsOfAllTenants } from './password-resets.ts'
import { sealedColumnRepository } from './sealed-columns.ts'
import { secretFingerprintRepository } from './secret-fingerprints.ts'
import { signInAttemptRepository, signInNetworkRepository } from './sign-in-attempts.ts'
import { keysByTenant, keysOfAllTenants } from './tenant-keys.ts'
import { allTenantsRepository } from './tenants.ts'
import type { Transaction } from './transaction.ts'
import { recentDocumentsOfAllTenants } from './recent-documents.ts'
import { userSessionsOfAllTenants } from './user-sessions.ts'
import { type Notes, tenantRepositories } from './tenant-repositories.ts'

interface BoundAbove { stored: StoredName, notesOf: (tenantId: string) => Notes, distributed: boolean }

/** The repositories of work above tenants, bound to a transaction. */
export const platformRepositories = (tx: Transaction, { stored, notesOf, distributed }: BoundAbove) => ({
  directory: directoryRepository(tx, stored),
  people: personRepository(tx),
  memberships: membershipRepository(tx),
  registrations: registrationRepository(tx),
  signInAttempts: signInAttemptRepository(tx),
  signInNetworks: signInNetworkRepository(tx),
  dueTasks: distributed ? dueTasksByTenant(tx) : dueTaskRepository(tx),
  folioRanges: folioRangesOfAllTenants(tx),
  allFolioBlocks: folioBlocksOfAllTenants(tx),
  allCertificates: certificatesOfAllTenants(tx),
  allAllowedNetworks: allowedNetworksOfAllTenants(tx),
  allMails: mailsOfAllTenants(tx),
  mailAllowances: mailAllowanceRepository(tx),
  allPasswordResets: passwordResetsOfAllTenants(tx),
  allRecentDocuments: recentDocumentsOfAllTenants(tx),
  allUserSessions: userSessionsOfAllTenants(tx),
  sealedColumns: sealedColumnRepository(tx),
  secretFingerprints: secretFingerprintRepository(tx),
  exchangeDirectory: exchangeDirectoryRepository(tx),
  directoryImports: directoryImportRepository(tx),
  allTenants: allTenantsRepository(tx),
  allTenantKeys: distributed ? keysByTenant(tx) : keysOfAllTenants(tx),
  auditedTenants: auditedTenants(tx),
  uncheckedTenants: uncheckedTenants(tx),
  connections: connectionRepository(tx),
  operatingFigures: operatingFigures(tx),
  /** The repositories of one tenant inside this platform-wide transaction: for the birth of a tenant. */
  tenant: (tenantId: string) => tenantRepositories(tx, tenantId, { ...notesOf(tenantId), distributed })
})

export type PlatformRepositories = ReturnType<typeof platformRepositories>
