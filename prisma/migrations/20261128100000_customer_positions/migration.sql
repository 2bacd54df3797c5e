-- What customers do about issued documents in the SII's registry of acceptance and claims.
ALTER TABLE "invoices" ADD COLUMN "customer_state" SMALLINT;
CREATE TABLE "customer_positions" (
    "tenant_id" UUID NOT NULL,
    "invoice_id" UUID NOT NULL,
    "received_at" TIMESTAMPTZ(3),
    "events" JSONB NOT NULL,
    "assignable_code" SMALLINT,
    "assignable_text" TEXT,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customer_positions_pkey" PRIMARY KEY ("tenant_id","invoice_id")
);

ALTER TABLE "customer_positions" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "customer_positions" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "customer_positions"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform')
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform');
