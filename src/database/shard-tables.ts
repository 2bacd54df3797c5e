/**
 * How Citus spreads each table (docs/scaling.md). A new table needs a line here: a test compares the lists with the
 * schema, and distributed tables with the foreign keys between them.
 */

/** Distributed by `tenant_id`, a tenant's rows of all tables together. After those that foreign keys name. */
export const distributedTables: readonly string[] = [
  'tenants', 'roles', 'users', 'role_claims', 'user_roles', 'tenant_keys', 'password_resets', 'user_sessions', 'second_factors',
  'allowed_networks',
  'certificates', 'folio_blocks', 'spent_folios', 'idempotency_keys', 'recent_documents',
  'invoices', 'invoice_contents', 'content_dictionaries', 'earlier_contents', 'invoice_moves', 'invoice_references',
  'envelopes', 'sii_exchanges', 'outbox_tasks', 'bulk_invoices', 'bulk_rows', 'document_days', 'document_codes', 'receivers',
  'sums_checks', 'notification_endpoints', 'notification_deliveries', 'mails', 'mailboxes', 'mail_messages', 'exchange_answers',
  'received_files', 'reception_numbers', 'received_documents', 'received_claims', 'receiving_rules', 'supplier_answers',
  'customer_positions',
  'public_links', 'warnings', 'pdf_templates', 'customers', 'products',
  'audit_heads', 'audit_entries',
  'certification_journeys', 'certification_items', 'certification_attempts', 'certification_documents',
  'certification_steps'
]

/** Whole on every machine: what is looked up before the tenant is known, and what belongs to no tenant. */
export const referenceTables: readonly string[] = [
  'directory_names', 'people', 'memberships', 'registrations', 'sign_in_attempts', 'sign_in_networks', 'mail_allowances',
  'secret_fingerprints', 'exchange_directories', 'exchange_companies'
]

/** On the coordinator only. */
export const coordinatorTables: readonly string[] = ['_prisma_migrations']
