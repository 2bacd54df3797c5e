-- Each statement commits by itself and may run twice.

-- What was settled or changed since a moment, for programs that synchronise. Issuing and sending do not touch it: a document enters it
-- with its verdict. Open documents are few, and found along invoices_unaccepted_idx.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "invoices_settled_updates_idx" ON "invoices"("tenant_id", "updated_at") WHERE "status" >= 5;
