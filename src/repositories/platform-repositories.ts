import type { StoredName } from '../shared/directory-names.ts'
import { allowedNetworksOfAllTenants } from './access/allowed-networks.ts'
import { auditedTenants } from './audit/audit-log.ts'
import { certificatesOfAllTenants } from './tenants/certificates.ts'
import { connectionRepository } from './postgres/connections.ts'
import { directoryRepository } from './access/directory.ts'
import { directoryImportRepository, exchangeDirectoryRepository } from './invoicing/exchange/exchange-directory.ts'
import { folioBlocksOfAllTenants, folioRangesOfAllTenants } from './tenants/folio-blocks.ts'
import { type Factories, lazyRepositories } from './lazy-repositories.ts'
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
import { keysOfAllTenants } from './access/tenant-keys.ts'
import { allTenantsRepository } from './tenants/tenants.ts'
import type { Transaction } from './postgres/transaction.ts'
import { receivedDocumentsOfAllTenants } from './receiving/received-documents.ts'
import { recentDocumentsOfAllTenants } from './invoicing/documents/recent-documents.ts'
import { usersOfAllTenants } from './access/users.ts'
import { userSessionsOfAllTenants } from './access/user-sessions.ts'
import { type Notes, tenantRepositories } from './tenant-repositories.ts'

type BoundAbove = [
  tx: Transaction, store: { stored: StoredName, notesOf: (tenantId: string) => Notes, distributed: boolean }
]

const factories = {
  directory: (tx, { stored }) => directoryRepository(tx, stored),
  people: personRepository,
  memberships: membershipRepository,
  registrations: registrationRepository,
  signInAttempts: signInAttemptRepository,
  signInNetworks: signInNetworkRepository,
  dueTasks: (tx, { distributed }) => distributed ? dueTasksByTenant(tx) : dueTaskRepository(tx),
  folioRanges: folioRangesOfAllTenants,
  allFolioBlocks: folioBlocksOfAllTenants,
  allCertificates: certificatesOfAllTenants,
  allAllowedNetworks: allowedNetworksOfAllTenants,
  allMails: mailsOfAllTenants,
  mailAllowances: mailAllowanceRepository,
  allPasswordResets: passwordResetsOfAllTenants,
  allReceivedDocuments: receivedDocumentsOfAllTenants,
  allRecentDocuments: recentDocumentsOfAllTenants,
  allUsers: usersOfAllTenants,
  allUserSessions: userSessionsOfAllTenants,
  sealedColumns: sealedColumnRepository,
  secretFingerprints: secretFingerprintRepository,
  exchangeDirectory: exchangeDirectoryRepository,
  directoryImports: directoryImportRepository,
  allTenants: allTenantsRepository,
  allTenantKeys: keysOfAllTenants,
  auditedTenants,
  uncheckedTenants,
  connections: connectionRepository,
  operatingFigures,
  /** The repositories of one tenant inside this platform-wide transaction, to create a tenant. */
  tenant: (tx, { notesOf, distributed }) => (tenantId: string) =>
    tenantRepositories(tx, tenantId, { ...notesOf(tenantId), distributed })
} satisfies Factories<BoundAbove>

/** The repositories of work above tenants, bound to a transaction. */
export const platformRepositories = lazyRepositories<BoundAbove, typeof factories>(factories)

export type PlatformRepositories = ReturnType<typeof platformRepositories>
