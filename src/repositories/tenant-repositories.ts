import type { NoteChange } from '../model/changes.ts'
import { allowedNetworkRepository } from './allowed-networks.ts'
import { auditLogRepository, type NotedRecord } from './audit-log.ts'
import { bulkCorrectionRepository } from './bulk-corrections.ts'
import { bulkInvoiceRepository } from './bulk-invoices.ts'
import { bulkRowRepository } from './bulk-rows.ts'
import { certificationRepository } from './certification.ts'
import { certificateRepository } from './certificates.ts'
import { doubtRepository } from './doubts.ts'
import { envelopeRepository } from './envelopes.ts'
import { exchangeAnswerRepository } from './exchange-answers.ts'
import { exchangeDirectoryRepository } from './exchange-directory.ts'
import { folioBlockRepository } from './folio-blocks.ts'
import { issuedDocumentRepository } from './issued-documents.ts'
import { idempotencyKeyRepository } from './idempotency-keys.ts'
import { invoiceListRepository } from './invoice-lists.ts'
import { invoiceReferenceRepository } from './invoice-references.ts'
import { invoiceRepository } from './invoices.ts'
import { mailAllowanceRepository } from './mail-allowances.ts'
import { mailMessageRepository } from './mail-messages.ts'
import { mailboxRepository } from './mailboxes.ts'
import { mailRepository } from './mails.ts'
import { notificationRepository } from './notifications.ts'
import { taskRepository } from './tasks.ts'
import { reportRepository } from './reports.ts'
import { siiExchangeRepository } from './sii-exchanges.ts'
import { spentFolioRepository } from './spent-folios.ts'
import { sumsCheckRepository } from './sums-checks.ts'
import { proposalRepository } from './proposals.ts'
import { pdfTemplateRepository } from './pdf-templates.ts'
import { passwordResetRepository } from './password-resets.ts'
import { roleRepository } from './roles.ts'
import { tenantKeyRepository } from './tenant-keys.ts'
import { tenantRepository } from './tenants.ts'
import type { Transaction } from './transaction.ts'
import { recentDocumentRepository } from './recent-documents.ts'
import { userSessionRepository } from './user-sessions.ts'
import { userRepository } from './users.ts'
import { warningRepository } from './warnings.ts'

/** What a transaction keeps for its end: audit rows for its last statements, changes to tell of after its commit. */
export interface Notes { audit: (noted: NotedRecord) => void, change: NoteChange }

interface BoundToTenant extends Notes { distributed: boolean }

/** The repositories of one tenant, bound to a transaction and to the tenant. */
export const tenantRepositories = (
  tx: Transaction, tenantId: string, { audit, change, distributed }: BoundToTenant
) => ({
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

export type TenantRepositories = ReturnType<typeof tenantRepositories>
