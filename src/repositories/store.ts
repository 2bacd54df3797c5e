import pg from 'pg'
import type { ChangeListener, NoteChange, StateChange } from '../model/changes.ts'
import { createStoredNames, type StoredName } from '../shared/directory-names.ts'
import { allowedNetworkRepository, allowedNetworksOfAllTenants } from './allowed-networks.ts'
import { appendToChain, auditedTenants, auditLogRepository, type NotedRecord } from './audit-log.ts'
import { bulkCorrectionRepository } from './bulk-corrections.ts'
import { bulkInvoiceRepository } from './bulk-invoices.ts'
import { bulkRowRepository } from './bulk-rows.ts'
import { type Callers, createCallers } from './callers.ts'
import { createCallersByTenant } from './callers-by-tenant.ts'
import { certificationRepository } from './certification.ts'
import { certificateRepository, certificatesOfAllTenants } from './certificates.ts'
import { connectionRepository } from './connections.ts'
import { createKnownDictionaries } from './contents/known-dictionaries.ts'
import { directoryRepository } from './directory.ts'
import { doubtRepository } from './doubts.ts'
import { envelopeRepository } from './envelopes.ts'
import { exchangeAnswerRepository } from './exchange-answers.ts'
import { directoryImportRepository, exchangeDirectoryRepository } from './exchange-directory.ts'
import { folioBlockRepository, folioBlocksOfAllTenants, folioRangesOfAllTenants } from './folio-blocks.ts'
import { createIssuingBatches } from './issuing/batches.ts'
import { beginByTenant } from './issuing/by-tenant.ts'
import { createBatchConnections } from './issuing/connections.ts'
import { beginTogether } from './issuing/together.ts'
import { issuedDocumentRepository } from './issued-documents.ts'
import { idempotencyKeyRepository } from './idempotency-keys.ts'
import { invoiceListRepository } from './invoice-lists.ts'
import { invoiceReferenceRepository } from './invoice-references.ts'
import { invoiceRepository } from './invoices.ts'
import { settingPrefix } from './local-settings.ts'
import { mailAllowanceRepository } from './mail-allowances.ts'
import { mailMessageRepository } from './mail-messages.ts'
import { mailboxRepository } from './mailboxes.ts'
import { mailRepository, mailsOfAllTenants } from './mails.ts'
import { notificationRepository } from './notifications.ts'
import { operatingFigures } from './operating-figures.ts'
import { dueTaskRepository, taskRepository } from './tasks.ts'
import { dueTasksByTenant } from './tasks-by-tenant.ts'
import { registrationRepository } from './registrations.ts'
import { reportRepository } from './reports.ts'
import { siiExchangeRepository } from './sii-exchanges.ts'
import { spentFolioRepository } from './spent-folios.ts'
import { sumsCheckRepository, uncheckedTenants } from './sums-checks.ts'
import { proposalRepository } from './proposals.ts'
import { membershipRepository, personRepository } from './people.ts'
import { pdfTemplateRepository } from './pdf-templates.ts'
import { passwordResetRepository, passwordResetsOfAllTenants } from './password-resets.ts'
import { roleRepository } from './roles.ts'
import { sealedColumnRepository } from './sealed-columns.ts'
import { secretFingerprintRepository } from './secret-fingerprints.ts'
import { signInAttemptRepository, signInNetworkRepository } from './sign-in-attempts.ts'
import { keysByTenant, keysOfAllTenants, tenantKeyRepository } from './tenant-keys.ts'
import { allTenantsRepository, tenantRepository } from './tenants.ts'
import type { Transaction } from './transaction.ts'
import { createTransactions, type Scope } from './transactions.ts'
import { recentDocumentRepository, recentDocumentsOfAllTenants } from './recent-documents.ts'
import { userSessionRepository, userSessionsOfAllTenants } from './user-sessions.ts'
import { userRepository } from './users.ts'
import { warningRepository } from './warnings.ts'

const usualLimits = { transactionMs: 20_000, waitingMs: 5000 }

// A named statement is planned once per connection. The map is bounded: texts made of variable parts stay unnamed.
const namedStatementsMax = 500

function statementNames (): (query: { sql: string }) => string | undefined {
  const names = new Map<string, string>()
  return ({ sql }) => {
    const known = names.get(sql)
    if (known !== undefined || sql.startsWith(settingPrefix) || names.size >= namedStatementsMax) return known
    const name = `timbre_${names.size}`
    names.set(sql, name)
    return name
  }
}

/** What a transaction keeps for its end: audit rows for its last statements, changes to tell of after its commit. */
interface Notes { audit: (noted: NotedRecord) => void, change: NoteChange }
type NotesOf = (tenantId: string) => Notes

interface BoundAbove { stored: StoredName, notesOf: NotesOf, distributed: boolean }

interface Bound extends Notes { distributed: boolean }

const ofTenant = (tx: Transaction, tenantId: string, { audit, change, distributed }: Bound) => ({
  tenant: tenantRepository(tx, tenantId),
  tenantKeys: tenantKeyRepository(tx, tenantId),
  users: userRepository(tx, tenantId),
  roles: roleRepository(tx, tenantId),
  allowedNetworks: allowedNetworkRepository(tx, tenantId),
  certificates: certificateRepository(tx, tenantId),
  certification: certificationRepository(tx, tenantId),
  folioBlocks: folioBlockRepository(tx, tenantId),
  invoices: invoiceRepository(tx, tenantId, { note: change, distributed }),
  issuedDocuments: issuedDocumentRepository(tx, tenantId),
  invoiceReferences: invoiceReferenceRepository(tx, tenantId),
  spentFolios: spentFolioRepository(tx, tenantId),
  invoiceLists: invoiceListRepository(tx, tenantId),
  proposals: proposalRepository(tx, tenantId),
  envelopes: envelopeRepository(tx, tenantId, change),
  siiExchanges: siiExchangeRepository(tx, tenantId),
  doubts: doubtRepository(tx, tenantId),
  bulkInvoices: bulkInvoiceRepository(tx, tenantId),
  bulkRows: bulkRowRepository(tx, tenantId),
  bulkCorrections: bulkCorrectionRepository(tx, tenantId),
  reports: reportRepository(tx, tenantId),
  sumsChecks: sumsCheckRepository(tx, tenantId),
  notifications: notificationRepository(tx, tenantId),
  warnings: warningRepository(tx, tenantId),
  mails: mailRepository(tx, tenantId),
  mailboxes: mailboxRepository(tx, tenantId),
  mailMessages: mailMessageRepository(tx, tenantId),
  exchangeAnswers: exchangeAnswerRepository(tx, tenantId),
  mailAllowances: mailAllowanceRepository(tx),
  exchangeDirectory: exchangeDirectoryRepository(tx),
  passwordResets: passwordResetRepository(tx, tenantId),
  recentDocuments: recentDocumentRepository(tx, tenantId),
  userSessions: userSessionRepository(tx, tenantId),
  tasks: taskRepository(tx, tenantId),
  pdfTemplates: pdfTemplateRepository(tx, tenantId),
  idempotencyKeys: idempotencyKeyRepository(tx, tenantId),
  auditLog: auditLogRepository(tx, tenantId, audit)
})

const aboveTenants = (tx: Transaction, { stored, notesOf, distributed }: BoundAbove) => ({
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
  tenant: (tenantId: string) => ofTenant(tx, tenantId, { ...notesOf(tenantId), distributed })
})

export type TenantRepositories = ReturnType<typeof ofTenant>
export type PlatformRepositories = ReturnType<typeof aboveTenants>

export interface StoreOptions {
  databaseUrl: string
  /** Of the hashes under which emails and access keys are found; undefined for a command that looks for neither. */
  pepper: Buffer | undefined
  poolSize?: number
  /** How long a transaction may take, and how long work waits for a connection: twenty seconds and five by default. */
  patienceMs?: number | undefined
  /** The database spreads tenants over machines: each statement is for one of them, and batches are of one tenant. */
  distributed?: boolean
  /** Told of changes of documents and envelopes after their commit. */
  onChange?: ChangeListener
}

/**
 * The only door to the data. Work happens in one transaction, with repositories that are bound to it: those of one
 * tenant, or those above tenants. PostgreSQL's row-level security holds the same line behind them.
 */
export function createStore (
  {
    databaseUrl, pepper, poolSize = 10, patienceMs, distributed = false, onChange = () => {}
  }: StoreOptions
) {
  const { transactionMs, waitingMs } = patienceMs === undefined
    ? usualLimits
    : { transactionMs: patienceMs, waitingMs: patienceMs }
  const stored = createStoredNames(pepper)
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    application_name: 'timbre',
    // Statements that do not wait for one another's results are sent together.
    pipeline: true,
    connectionTimeoutMillis: waitingMs,
    // A process that is frozen, or cut off, in the middle of a transaction must not hold its locks against all the
    // others.
    idle_in_transaction_session_timeout: transactionMs + 5000
  })
  // A connection may break at the moment in which it changes hands, or ends, when nobody else listens. Its next
  // statement fails.
  pool.on('connect', (client) => { client.on('error', () => {}) })
  pool.on('error', () => {})
  const transactions = createTransactions({ pool, nameOf: statementNames(), waitingMs })
  const dictionaries = createKnownDictionaries()
  const batchConnections = createBatchConnections({
    databaseUrl, applicationName: distributed ? 'timbre batches by tenant' : 'timbre batches',
    idleInTransactionMs: transactionMs + 5000, queryMs: transactionMs
  })

  /** Does the work in a transaction, writes its audit rows last, and tells of its changes once it is committed. */
  async function committed<T> (
    scope: Scope, work: (tx: Transaction, notesOf: NotesOf) => Promise<T>, timeoutMs = transactionMs
  ): Promise<T> {
    let changes: [string, StateChange][] = []
    const result = await transactions.inTransaction(scope, async (begun) => {
      const tx = Object.assign(begun, { dictionaries })
      const rows = new Map<string, NotedRecord[]>()
      changes = []
      const done = await work(tx, (tenantId) => ({
        audit: (noted) => {
          const own = rows.get(tenantId)
          if (own) own.push(noted)
          else rows.set(tenantId, [noted])
        },
        change: (change) => { changes.push([tenantId, change]) }
      }))
      // In one order everywhere: a transaction of several tenants must not wait for another one in a circle.
      for (const [tenantId, noted] of Array.from(rows).sort(byTenant)) await appendToChain(tx, tenantId, noted)
      return done
    }, timeoutMs)
    for (const [tenantId, change] of changes) onChange(tenantId, change)
    return result
  }

  /**
   * A tenant's rows are found along indexes. A connection keeps the plan of a statement, and one that is made while a
   * table is nearly empty would go on to read the whole of it.
   */
  const scopeOf = (tenantId: string): Scope =>
    ({ 'app.tenant': tenantId, ...(!distributed && { enable_seqscan: 'off' }) })

  const inTenant = <T>(
    tenantId: string, work: (tx: Transaction, notes: Notes) => Promise<T>, timeoutMs?: number
  ): Promise<T> => committed(scopeOf(tenantId), (tx, notesOf) => work(tx, notesOf(tenantId)), timeoutMs)

  const asTenant = <T>(
    tenantId: string, work: (repositories: TenantRepositories) => Promise<T>, timeoutMs?: number
  ): Promise<T> =>
      inTenant(tenantId, (tx, notes) => work(ofTenant(tx, tenantId, { ...notes, distributed })), timeoutMs)

  const asPlatform = <T>(work: (repositories: PlatformRepositories) => Promise<T>): Promise<T> =>
    committed({ 'app.scope': 'platform' }, (tx, notesOf) => work(aboveTenants(tx, { stored, notesOf, distributed })))

  const callersByTenant = (): Callers => createCallersByTenant({
    tenantOf: async (accessKey) =>
      (await asPlatform(({ directory }) => directory.find('accessKey', accessKey)))?.tenant,
    asTenant: inTenant
  })

  return {
    /** `timeoutMs`: of the whole transaction, where it may take longer than others. */
    asTenant,

    asPlatform,

    /** Transactions that issue documents, on connections of their own beside the pool's. */
    batches: createIssuingBatches({
      connections: batchConnections, beginOn: distributed ? beginByTenant : beginTogether, dictionaries, onChange
    }),

    /** No transaction may be of several tenants. */
    distributed,

    /** What the first request of a tenant's machine needs. */
    callers: distributed ? callersByTenant() : createCallers(batchConnections, stored),

    /** Whether the database answers, and whether the role it gave us is bound by row-level security. */
    probe: async (): Promise<{ boundByRowSecurity: boolean }> => {
      const [row] = await transactions.prisma.$queryRaw<{ unbound: boolean }[]>`
        select (rolsuper or rolbypassrls) as unbound from pg_roles where rolname = current_user`
      return { boundByRowSecurity: row?.unbound === false }
    },

    /** Connections of this process: open ones, those of them that are idle, and who waits for one. */
    pool: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: waitingFor(pool, poolSize),
      most: poolSize
    }),

    close: async (): Promise<void> => {
      await batchConnections.close()
      await transactions.close()
    }
  }
}

/** Who asked just now and is to have an idle or a new connection does not wait. */
function waitingFor ({ waitingCount, idleCount, totalCount }: pg.Pool, poolSize: number): number {
  return Math.max(0, waitingCount - idleCount - (poolSize - totalCount))
}

const byTenant = ([one]: [string, unknown], [other]: [string, unknown]): number => one < other ? -1 : 1

export type Store = ReturnType<typeof createStore>
