-- What was said to the SII about an envelope, and what it answered (src/repositories/sii-exchanges.ts).
-- CreateTable
CREATE TABLE "sii_exchanges" (
    "tenant_id" UUID NOT NULL,
    "envelope_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "invoice_id" UUID,
    "operation" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "http_status" SMALLINT,
    "failure" TEXT,
    "packed" BYTEA NOT NULL,

    CONSTRAINT "sii_exchanges_pkey" PRIMARY KEY ("tenant_id","envelope_id","id")
);

ALTER TABLE "sii_exchanges" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "sii_exchanges" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "sii_exchanges"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform')
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform');
