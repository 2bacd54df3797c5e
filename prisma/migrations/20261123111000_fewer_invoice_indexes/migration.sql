-- Each statement commits by itself and may run twice.

-- Every new document, and every later version of its row, is an entry in each index: four are dropped, two become partial.

-- What waits, is to be packed, is on its way to the SII, or has stopped.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "invoices_unaccepted_idx" ON "invoices"("tenant_id", "status", "id") INCLUDE ("document_type")
  WHERE "status" NOT IN (5, 6);

-- The documents of an envelope.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "invoices_enveloped_idx" ON "invoices"("tenant_id", "envelope_id") WHERE "envelope_id" IS NOT NULL;

-- The documents of a receiver, the newest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "invoices_tenant_id_receiver_tax_number_id_idx" ON "invoices"("tenant_id", "receiver_tax_number", "id");

DROP INDEX CONCURRENTLY IF EXISTS "invoices_tenant_id_status_created_at_idx";
DROP INDEX CONCURRENTLY IF EXISTS "invoices_tenant_id_envelope_id_idx";
DROP INDEX CONCURRENTLY IF EXISTS "invoices_tenant_id_receiver_tax_number_created_at_idx";

-- Ids are made at a document's creation and sort by time: the primary key serves the lists.
DROP INDEX CONCURRENTLY IF EXISTS "invoices_tenant_id_created_at_id_idx";

-- The reports read document_days.
DROP INDEX CONCURRENTLY IF EXISTS "invoices_tenant_id_issue_date_idx";
