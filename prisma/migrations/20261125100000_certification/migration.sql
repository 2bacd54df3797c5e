-- A company's way through the SII's certification, and the envelopes of its attempts.
-- AlterTable
ALTER TABLE "envelopes" ADD COLUMN "purpose" TEXT;

-- CreateTable
CREATE TABLE "certification_journeys" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "document_types" INTEGER[],
    "enrolled_on" DATE NOT NULL,
    "email" TEXT,
    "options" JSONB NOT NULL DEFAULT '{}',
    "file" BYTEA,
    "file_name" TEXT,
    "loaded_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "certification_journeys_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "certification_items" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "journey_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "attention_number" INTEGER,
    "content" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "replaced_at" TIMESTAMPTZ(3),

    CONSTRAINT "certification_items_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "certification_attempts" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "envelope_id" UUID,
    "file" BYTEA,
    "details" JSONB NOT NULL DEFAULT '{}',
    "declared_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "reasons" JSONB,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "certification_attempts_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "certification_documents" (
    "tenant_id" UUID NOT NULL,
    "attempt_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "invoice_id" UUID NOT NULL,
    "document_type" INTEGER NOT NULL,
    "folio" BIGINT NOT NULL,

    CONSTRAINT "certification_documents_pkey" PRIMARY KEY ("tenant_id","attempt_id","position")
);

-- CreateTable
CREATE TABLE "certification_steps" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "journey_id" UUID NOT NULL,
    "item_id" UUID,
    "step" TEXT NOT NULL,
    "actor_id" UUID,
    "actor_name" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "certification_steps_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "certification_items_tenant_id_journey_id_position_idx" ON "certification_items"("tenant_id", "journey_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "certification_attempts_tenant_id_item_id_number_key" ON "certification_attempts"("tenant_id", "item_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "certification_attempts_tenant_id_envelope_id_key" ON "certification_attempts"("tenant_id", "envelope_id");

-- CreateIndex
CREATE UNIQUE INDEX "certification_documents_tenant_id_invoice_id_key" ON "certification_documents"("tenant_id", "invoice_id");

-- CreateIndex
CREATE INDEX "certification_steps_tenant_id_journey_id_id_idx" ON "certification_steps"("tenant_id", "journey_id", "id");



ALTER TABLE "certification_journeys" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "certification_journeys" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "certification_journeys"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform')
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform');

ALTER TABLE "certification_items" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "certification_items" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "certification_items"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform')
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform');

ALTER TABLE "certification_attempts" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "certification_attempts" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "certification_attempts"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform')
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform');

ALTER TABLE "certification_documents" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "certification_documents" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "certification_documents"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform')
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform');

ALTER TABLE "certification_steps" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "certification_steps" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "certification_steps"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform')
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform');
