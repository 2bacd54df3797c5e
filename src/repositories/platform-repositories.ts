import type { StoredName } from '../shared/directory-names.ts'
import { allowedNetworksOfAllTenants } from './access/allowed-networks.ts'
import { auditedTenants } from './audit/audit-log.ts'
import { certificatesOfAllTenants } from './tenants/certificates.ts'
import { connectionRepository } from './postgres/connections.ts'
import { directoryRepository } from './access/directory.ts'
import { directoryImportRepository, exchangeDirectoryRepository } from './invoicing/exchange-directory.ts'
import { folioBlocksOfAllTenants, folioRangesOfAllTenants } from './tenants/folio-blocks.ts'
import { mailAllowanceRepository } from './mail/mail-allowances.ts'
import { mailsOfAllTenants } from './mail/mails.ts'
import { operatingFigures } from './reports/operating-figures.ts'
import { dueTaskRepository } from './tasks/tasks.ts'
import { dueTasksByTenant } from './tasks/tasks-by-tenant.ts'
import { registrationRepository } from './access/registrations.ts'
import { uncheckedTenants } from './reports/sums-checks.ts'
import { membershipRepository, personRepository } from './access/people.ts'
import { passwordResetsOfAllTenants } from './access/password-resets.ts'
import { sealedColumnRepository } from './tenants/sealed-columns.ts'
import { secretFingerprintRepository } from './tenants/secret-fingerprints.ts'
import { signInAttemptRepository, signInNetworkRepository } from './access/sign-in-attempts.ts'
import { keysByTenant, keysOfAllTenants } from './access/tenant-keys.ts'
import { allTenantsRepository } from './tenants/tenants.ts'
import type { Transaction } from './postgres/transaction.ts'
import { receivedDocumentsOfAllTenants } from './receiving/received-documents.ts'
import { recentDocumentsOfAllTenants } from './invoicing/recent-documents.ts'
import { usersOfAllTenants } from './access/users.ts'
import { userSessionsOfAllTenants } from './access/user-sessions.ts'
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
  allReceivedDocuments: receivedDocumentsOfAllTenants(tx),
  allRecentDocuments: recentDocumentsOfAllTenants(tx),
  allUsers: usersOfAllTenants(tx),
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
