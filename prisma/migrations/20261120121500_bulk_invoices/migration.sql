-- CreateTable
CREATE TABLE "bulk_invoices" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "replaces_id" UUID,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "columns" JSONB,
    "created_by_id" UUID,
    "processed_by" JSONB,
    "paused_for" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_invoices_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "bulk_rows" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "bulk_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "state" SMALLINT NOT NULL,
    "document_type" INTEGER NOT NULL,
    "issue_date" DATE,
    "receiver_name" TEXT NOT NULL,
    "total_amount" DECIMAL(22,4),
    "payload" JSONB,
    "depends_on" UUID[],
    "place" JSONB,
    "problems" JSONB,
    "replaced_by_id" UUID,
    "invoice_id" UUID,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_rows_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "bulk_invoices_tenant_id_created_at_id_idx" ON "bulk_invoices"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "bulk_rows_tenant_id_bulk_id_position_key" ON "bulk_rows"("tenant_id", "bulk_id", "position");

-- CreateIndex
CREATE INDEX "bulk_rows_tenant_id_bulk_id_state_position_idx" ON "bulk_rows"("tenant_id", "bulk_id", "state", "position");

-- CreateIndex
CREATE INDEX "bulk_rows_tenant_id_bulk_id_key_idx" ON "bulk_rows"("tenant_id", "bulk_id", "key");

ALTER TABLE bulk_invoices ENABLE ROW LEVEL SECURITY;
ALTER TABLE bulk_invoices FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON bulk_invoices
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid OR current_setting('app.scope', true) = 'platform')
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid OR current_setting('app.scope', true) = 'platform');

ALTER TABLE bulk_rows ENABLE ROW LEVEL SECURITY;
ALTER TABLE bulk_rows FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON bulk_rows
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid OR current_setting('app.scope', true) = 'platform')
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid OR current_setting('app.scope', true) = 'platform');

-- What must hold whatever the program does: a row is taken (3) exactly when it has its document.
ALTER TABLE bulk_invoices ADD CONSTRAINT bulk_invoices_status CHECK (status BETWEEN 0 AND 5);
ALTER TABLE bulk_rows
  ADD CONSTRAINT bulk_rows_state CHECK (state BETWEEN 1 AND 5),
  ADD CONSTRAINT bulk_rows_taken CHECK ((state = 3) = (invoice_id IS NOT NULL));
CREATE UNIQUE INDEX "bulk_rows_tenant_id_invoice_id_key" ON "bulk_rows"("tenant_id", "invoice_id");
