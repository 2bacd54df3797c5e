import type { NoteChange } from '../model/changes.ts'
import { allowedNetworkRepository } from './access/allowed-networks.ts'
import { auditLogRepository, type NotedRecord } from './audit/audit-log.ts'
import { bulkCorrectionRepository } from './bulk/bulk-corrections.ts'
import { bulkInvoiceRepository } from './bulk/bulk-invoices.ts'
import { bulkRowRepository } from './bulk/bulk-rows.ts'
import { certificationRepository } from './tenants/certification.ts'
import { certificateRepository } from './tenants/certificates.ts'
import { customerRepository } from './customers/customers.ts'
import { productRepository } from './customers/products.ts'
import { doubtRepository } from './invoicing/delivery/doubts.ts'
import { envelopeRepository } from './invoicing/delivery/envelopes.ts'
import { customerPositionRepository } from './invoicing/documents/customer-positions.ts'
import { exchangeAnswerRepository } from './invoicing/exchange/exchange-answers.ts'
import { exchangeDirectoryRepository } from './invoicing/exchange/exchange-directory.ts'
import { folioBlockRepository } from './tenants/folio-blocks.ts'
import { issuedDocumentRepository } from './invoicing/documents/issued-documents.ts'
import { idempotencyKeyRepository } from './invoicing/documents/idempotency-keys.ts'
import { invoiceListRepository } from './invoicing/lists/invoice-lists.ts'
import { invoiceReferenceRepository } from './invoicing/documents/invoice-references.ts'
import { invoiceRepository } from './invoicing/documents/invoices.ts'
import { type Factories, lazyRepositories } from './lazy-repositories.ts'
import { mailAllowanceRepository } from './mail/mail-allowances.ts'
import { mailMessageRepository } from './mail/mail-messages.ts'
import { mailboxRepository } from './mail/mailboxes.ts'
import { mailRepository } from './mail/mails.ts'
import { publicLinkRepository } from './invoicing/documents/public-links.ts'
import { notificationEndpointRepository } from './mail/notification-endpoints.ts'
import { notificationRepository } from './mail/notifications.ts'
import { taskRepository } from './tasks/tasks.ts'
import { reportRepository } from './reports/reports.ts'
import { siiExchangeRepository } from './invoicing/delivery/sii-exchanges.ts'
import { spentFolioRepository } from './tenants/spent-folios.ts'
import { sumsCheckRepository } from './reports/sums-checks.ts'
import { proposalRepository } from './invoicing/lists/proposals.ts'
import { pdfTemplateRepository } from './tenants/pdf-templates.ts'
import { passwordResetRepository } from './access/password-resets.ts'
import { receivedClaimRepository } from './receiving/received-claims.ts'
import { receivingRuleRepository } from './receiving/receiving-rules.ts'
import { receivedDocumentRepository } from './receiving/received-documents.ts'
import { receivedFileRepository } from './receiving/received-files.ts'
import { supplierAnswerRepository } from './receiving/supplier-answers.ts'
import { roleRepository } from './access/roles.ts'
import { secondFactorRepository } from './access/second-factors.ts'
import { tenantKeyRepository } from './access/tenant-keys.ts'
import { tenantRepository } from './tenants/tenants.ts'
import type { Transaction } from './postgres/transaction.ts'
import { recentDocumentRepository } from './invoicing/documents/recent-documents.ts'
import { userSessionRepository } from './access/user-sessions.ts'
import { userRepository } from './access/users.ts'
import { warningRepository } from './mail/warnings.ts'

/** What a transaction keeps for its end: audit rows for its last statements, changes to tell of after its commit. */
export interface Notes { audit: (noted: NotedRecord) => void, change: NoteChange }

type BoundToTenant = [tx: Transaction, tenantId: string, store: Notes & { distributed: boolean }]

const factories = {
  tenant: tenantRepository,
  tenantKeys: tenantKeyRepository,
  users: userRepository,
  roles: roleRepository,
  allowedNetworks: allowedNetworkRepository,
  certificates: certificateRepository,
  certification: certificationRepository,
  folioBlocks: folioBlockRepository,
  invoices: (tx, tenantId, { change, distributed }) => invoiceRepository(tx, tenantId, { note: change, distributed }),
  issuedDocuments: issuedDocumentRepository,
  invoiceReferences: invoiceReferenceRepository,
  spentFolios: spentFolioRepository,
  invoiceLists: invoiceListRepository,
  proposals: proposalRepository,
  envelopes: (tx, tenantId, { change }) => envelopeRepository(tx, tenantId, change),
  siiExchanges: siiExchangeRepository,
  doubts: doubtRepository,
  bulkInvoices: bulkInvoiceRepository,
  bulkRows: bulkRowRepository,
  bulkCorrections: bulkCorrectionRepository,
  reports: reportRepository,
  sumsChecks: sumsCheckRepository,
  notifications: notificationRepository,
  notificationEndpoints: notificationEndpointRepository,
  warnings: warningRepository,
  mails: mailRepository,
  mailboxes: mailboxRepository,
  mailMessages: mailMessageRepository,
  exchangeAnswers: exchangeAnswerRepository,
  customerPositions: customerPositionRepository,
  receivedFiles: receivedFileRepository,
  receivedDocuments: receivedDocumentRepository,
  receivedClaims: receivedClaimRepository,
  receivingRules: receivingRuleRepository,
  supplierAnswers: supplierAnswerRepository,
  publicLinks: publicLinkRepository,
  mailAllowances: mailAllowanceRepository,
  exchangeDirectory: exchangeDirectoryRepository,
  passwordResets: passwordResetRepository,
  recentDocuments: recentDocumentRepository,
  userSessions: userSessionRepository,
  secondFactors: secondFactorRepository,
  tasks: taskRepository,
  customers: customerRepository,
  products: productRepository,
  pdfTemplates: pdfTemplateRepository,
  idempotencyKeys: idempotencyKeyRepository,
  auditLog: (tx, tenantId, { audit }) => auditLogRepository(tx, tenantId, audit)
} satisfies Factories<BoundToTenant>

/** The repositories of one tenant, bound to a transaction and to the tenant. */
export const tenantRepositories = lazyRepositories<BoundToTenant, typeof factories>(factories)

export type TenantRepositories = ReturnType<typeof tenantRepositories>
