-- Documents that others issued for a tenant, and the files in which they came.
CREATE TABLE "received_files" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "sha256" BYTEA NOT NULL,
    "size" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,
    "name" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "message_id" UUID,
    "arrived_at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "set_id" TEXT,
    "digest" TEXT,
    "issuer" TEXT,
    "receiver" TEXT,
    "resolution_number" INTEGER,
    "state" SMALLINT NOT NULL,
    "reception_number" INTEGER NOT NULL,
    "checks" JSONB NOT NULL,
    "unidentified" INTEGER NOT NULL,

    CONSTRAINT "received_files_pkey" PRIMARY KEY ("tenant_id","id")
);
CREATE TABLE "reception_numbers" (
    "tenant_id" UUID NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "reception_numbers_pkey" PRIMARY KEY ("tenant_id")
);
CREATE TABLE "received_documents" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "document_type" SMALLINT NOT NULL,
    "folio" BIGINT NOT NULL,
    "content_sha256" BYTEA NOT NULL,
    "issuer_name" TEXT NOT NULL,
    "folded" TEXT NOT NULL,
    "receiver" TEXT NOT NULL,
    "receiver_name" TEXT NOT NULL,
    "issue_date" DATE NOT NULL,
    "due_date" DATE,
    "net_amount" DECIMAL(22,4),
    "exempt_amount" DECIMAL(22,4),
    "vat_amount" DECIMAL(22,4),
    "other_taxes" DECIMAL(22,4),
    "total_amount" DECIMAL(22,4) NOT NULL,
    "payment_method" SMALLINT,
    "lines" INTEGER NOT NULL,
    "document_references" JSONB NOT NULL,
    "signer" TEXT NOT NULL,
    "signature_value" TEXT NOT NULL,
    "checks" JSONB NOT NULL,
    "failed" BOOLEAN NOT NULL,
    "state" SMALLINT NOT NULL,
    "arrived_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmation" SMALLINT NOT NULL DEFAULT 1,
    "sii_code" TEXT,
    "sii_gloss" TEXT,
    "sii_asked_at" TIMESTAMPTZ(3),
    "claim_by" TIMESTAMPTZ(3),
    "claim_by_latest" TIMESTAMPTZ(3),
    "timeline" JSONB NOT NULL,

    CONSTRAINT "received_documents_pkey" PRIMARY KEY ("tenant_id","id")
);
CREATE UNIQUE INDEX "received_files_tenant_id_sha256_key" ON "received_files"("tenant_id", "sha256");
CREATE UNIQUE INDEX "received_files_tenant_id_reception_number_key" ON "received_files"("tenant_id", "reception_number");
CREATE UNIQUE INDEX "received_documents_tenant_id_environment_issuer_document_ty_key" ON "received_documents"("tenant_id", "environment", "issuer", "document_type", "folio", "content_sha256");
CREATE INDEX "received_documents_tenant_id_updated_at_idx" ON "received_documents"("tenant_id", "updated_at");

ALTER TABLE "received_files" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "received_files" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "received_files"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform')
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform');
ALTER TABLE "reception_numbers" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "reception_numbers" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "reception_numbers"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform')
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform');
ALTER TABLE "received_documents" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "received_documents" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "received_documents"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform')
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform');
