-- The client's own number of the sale, shown and exported. The key that makes it unique is in idempotency_keys.
ALTER TABLE "invoices" ADD COLUMN "external_id" TEXT;
