-- AlterTable
ALTER TABLE "invoices" ADD COLUMN "currency" TEXT NOT NULL DEFAULT 'PESO CL';

-- Exports name their currency in the document; what was answered for them is repeated with it too.
SELECT set_config('app.scope', 'platform', false);
UPDATE "invoices" i SET "currency" = c."document" #>> '{totals,currency}'
FROM "invoice_contents" c
WHERE i."document_type" IN (110, 111, 112) AND c."tenant_id" = i."tenant_id" AND c."invoice_id" = i."id"
  AND c."document" #>> '{totals,currency}' IS NOT NULL;
UPDATE "idempotency_keys" k SET "answer" = k."answer" || jsonb_build_object('currency', i."currency")
FROM "invoices" i
WHERE k."operation" = 'Webhook/Save' AND k."tenant_id" = i."tenant_id" AND k."invoice_id" = i."id" AND jsonb_typeof(k."answer") = 'object';
SELECT set_config('app.scope', '', false);

-- The reports sum by currency, still from the index alone.
DROP INDEX "invoices_tenant_id_issue_date_idx";
CREATE INDEX "invoices_tenant_id_issue_date_idx" ON "invoices"("tenant_id", "issue_date")
  INCLUDE ("channel_type", "status", "document_type", "currency", "net_amount", "exempt_amount", "tax_amount", "total_amount", "issued_at", "verdict_at");
