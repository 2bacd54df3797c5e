-- CreateTable
CREATE TABLE "directory_names" (
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "tenant" UUID NOT NULL,
    "subject" UUID NOT NULL,

    CONSTRAINT "directory_names_pkey" PRIMARY KEY ("kind","name")
);

-- CreateTable
CREATE TABLE "sign_in_attempts" (
    "email_hash" BYTEA NOT NULL,
    "failures" INTEGER NOT NULL,
    "blocked_until" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_attempts_pkey" PRIMARY KEY ("email_hash")
);

-- CreateTable
CREATE TABLE "tenants" (
    "tenant_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "tax_number" TEXT NOT NULL,
    "business_name" TEXT NOT NULL,
    "business_activity" TEXT NOT NULL DEFAULT '',
    "activity_codes" INTEGER[],
    "address" TEXT,
    "municipality" TEXT,
    "city" TEXT,
    "branch_name" TEXT,
    "branch_code" TEXT,
    "phone" TEXT,
    "email" TEXT,
    "sii_office" TEXT,
    "environment" TEXT NOT NULL DEFAULT 'certification',
    "tax_authority" SMALLINT NOT NULL,
    "certification_resolution_number" INTEGER,
    "certification_resolution_date" DATE,
    "production_resolution_number" INTEGER,
    "production_resolution_date" DATE,
    "refuse_when_not_ready" BOOLEAN NOT NULL DEFAULT false,
    "token_version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tenants_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "tenant_keys" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "access_key" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "tenant_keys_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "users" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "user_name" TEXT NOT NULL,
    "full_name" TEXT NOT NULL,
    "company_title" TEXT NOT NULL DEFAULT '',
    "password_hash" TEXT NOT NULL,
    "user_type" SMALLINT NOT NULL,
    "token_version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "roles" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "system" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "roles_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "role_claims" (
    "tenant_id" UUID NOT NULL,
    "role_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "role_claims_pkey" PRIMARY KEY ("tenant_id","role_id","type","value")
);

-- CreateTable
CREATE TABLE "user_roles" (
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role_id" UUID NOT NULL,

    CONSTRAINT "user_roles_pkey" PRIMARY KEY ("tenant_id","user_id","role_id")
);

-- CreateTable
CREATE TABLE "certificates" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "holder_tax_number" TEXT NOT NULL,
    "holder_name" TEXT NOT NULL,
    "issuer_name" TEXT NOT NULL,
    "serial_number" TEXT NOT NULL,
    "not_before" TIMESTAMPTZ(3) NOT NULL,
    "not_after" TIMESTAMPTZ(3) NOT NULL,
    "certificate_der" BYTEA NOT NULL,
    "sealed_key" BYTEA NOT NULL,
    "uploaded_at" TIMESTAMPTZ(3) NOT NULL,
    "replaced_at" TIMESTAMPTZ(3),

    CONSTRAINT "certificates_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "folio_blocks" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "environment" TEXT NOT NULL,
    "issuer_tax_number" TEXT NOT NULL,
    "document_type" INTEGER NOT NULL,
    "range_from" BIGINT NOT NULL,
    "range_to" BIGINT NOT NULL,
    "next" BIGINT NOT NULL,
    "authorised_on" DATE NOT NULL,
    "expires_on" DATE,
    "key_id" INTEGER NOT NULL,
    "caf_xml" TEXT NOT NULL,
    "sealed_key" BYTEA NOT NULL,
    "file_hash" BYTEA NOT NULL,
    "position" INTEGER,
    "uploaded_at" TIMESTAMPTZ(3) NOT NULL,
    "activated_at" TIMESTAMPTZ(3),

    CONSTRAINT "folio_blocks_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "spent_folios" (
    "tenant_id" UUID NOT NULL,
    "environment" TEXT NOT NULL,
    "document_type" INTEGER NOT NULL,
    "folio" BIGINT NOT NULL,
    "invoice_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "xml" BYTEA NOT NULL,
    "spent_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "spent_folios_pkey" PRIMARY KEY ("tenant_id","environment","document_type","folio")
);

-- CreateTable
CREATE TABLE "invoices" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "environment" TEXT NOT NULL,
    "channel_type" SMALLINT NOT NULL,
    "status" SMALLINT NOT NULL,
    "reason" JSONB,
    "document_type" INTEGER NOT NULL,
    "folio" BIGINT,
    "folio_block_id" UUID,
    "issuer_tax_number" TEXT NOT NULL,
    "receiver_tax_number" TEXT NOT NULL,
    "receiver_name" TEXT NOT NULL,
    "issue_date" DATE NOT NULL,
    "net_amount" DECIMAL(22,4) NOT NULL,
    "exempt_amount" DECIMAL(22,4) NOT NULL,
    "tax_amount" DECIMAL(22,4) NOT NULL,
    "total_amount" DECIMAL(22,4) NOT NULL,
    "signature_value" TEXT,
    "envelope_id" UUID,
    "track_id" TEXT,
    "send_alone" BOOLEAN NOT NULL DEFAULT false,
    "verdict" JSONB,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "issued_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invoices_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "invoice_contents" (
    "tenant_id" UUID NOT NULL,
    "invoice_id" UUID NOT NULL,
    "payload" JSONB NOT NULL,
    "document" JSONB NOT NULL,
    "xml" BYTEA,

    CONSTRAINT "invoice_contents_pkey" PRIMARY KEY ("tenant_id","invoice_id")
);

-- CreateTable
CREATE TABLE "invoice_moves" (
    "tenant_id" UUID NOT NULL,
    "invoice_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "status" SMALLINT NOT NULL,
    "detail" JSONB,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invoice_moves_pkey" PRIMARY KEY ("tenant_id","invoice_id","sequence")
);

-- CreateTable
CREATE TABLE "envelopes" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "tax_authority" SMALLINT NOT NULL,
    "state" TEXT NOT NULL,
    "issuer_tax_number" TEXT NOT NULL,
    "certificate_id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "sha256" BYTEA NOT NULL,
    "document_count" INTEGER NOT NULL,
    "upload_attempts" INTEGER NOT NULL DEFAULT 0,
    "first_attempt_at" TIMESTAMPTZ(3),
    "track_id" TEXT,
    "answer" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "envelopes_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "outbox_tasks" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "topic" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "asked" INTEGER NOT NULL DEFAULT 1,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_token" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outbox_tasks_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "tenant_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "invoice_id" UUID,
    "answer" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("tenant_id","operation","key")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "tenant_id" UUID NOT NULL,
    "sequence" BIGINT NOT NULL,
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_id" UUID,
    "actor_name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "address" TEXT,
    "request_id" TEXT,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("tenant_id","sequence")
);

-- CreateTable
CREATE TABLE "audit_heads" (
    "tenant_id" UUID NOT NULL,
    "sequence" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_heads_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "tenant_keys_tenant_id_access_key_key" ON "tenant_keys"("tenant_id", "access_key");

-- CreateIndex
CREATE UNIQUE INDEX "roles_tenant_id_name_key" ON "roles"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "folio_blocks_tenant_id_environment_document_type_position_idx" ON "folio_blocks"("tenant_id", "environment", "document_type", "position");

-- CreateIndex
CREATE INDEX "folio_blocks_issuer_tax_number_environment_document_type_idx" ON "folio_blocks"("issuer_tax_number", "environment", "document_type");

-- CreateIndex
CREATE UNIQUE INDEX "folio_blocks_tenant_id_environment_document_type_range_from_key" ON "folio_blocks"("tenant_id", "environment", "document_type", "range_from");

-- CreateIndex
CREATE INDEX "invoices_tenant_id_created_at_id_idx" ON "invoices"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "invoices_tenant_id_status_created_at_idx" ON "invoices"("tenant_id", "status", "created_at" DESC);

-- CreateIndex
CREATE INDEX "invoices_tenant_id_receiver_tax_number_created_at_idx" ON "invoices"("tenant_id", "receiver_tax_number", "created_at" DESC);

-- CreateIndex
CREATE INDEX "invoices_tenant_id_envelope_id_idx" ON "invoices"("tenant_id", "envelope_id");

-- CreateIndex
CREATE UNIQUE INDEX "invoices_tenant_id_environment_document_type_folio_key" ON "invoices"("tenant_id", "environment", "document_type", "folio");

-- CreateIndex
CREATE INDEX "outbox_tasks_due_at_idx" ON "outbox_tasks"("due_at");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_tasks_tenant_id_topic_subject_key" ON "outbox_tasks"("tenant_id", "topic", "subject");

-- CreateIndex
CREATE INDEX "audit_entries_tenant_id_at_idx" ON "audit_entries"("tenant_id", "at" DESC);

-- AddForeignKey
ALTER TABLE "role_claims" ADD CONSTRAINT "role_claims_tenant_id_role_id_fkey" FOREIGN KEY ("tenant_id", "role_id") REFERENCES "roles"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "users"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_tenant_id_role_id_fkey" FOREIGN KEY ("tenant_id", "role_id") REFERENCES "roles"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;



-- Row-level security: the second wall behind the tenant-bound repositories. FORCE binds the tables' owner too.
-- app.tenant is set inside each transaction that works for one tenant; app.scope = 'platform' inside those that
-- work above tenants (finding the tenant of a key, looking for work that is due).
DO $$
DECLARE
  tenant_table text;
  visible constant text := $policy$tenant_id = nullif(current_setting('app.tenant', true), '')::uuid
    OR current_setting('app.scope', true) = 'platform'$policy$;
BEGIN
  FOR tenant_table IN
    SELECT c.table_name FROM information_schema.columns c
    WHERE c.table_schema = current_schema() AND c.column_name = 'tenant_id'
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    IF tenant_table = 'audit_entries' THEN
      -- No policy for UPDATE or DELETE: the audit log only grows.
      EXECUTE format('CREATE POLICY tenant_reads ON %I FOR SELECT USING (%s)', tenant_table, visible);
      EXECUTE format('CREATE POLICY tenant_adds ON %I FOR INSERT WITH CHECK (%s)', tenant_table, visible);
    ELSE
      EXECUTE format('CREATE POLICY tenant_only ON %I USING (%s) WITH CHECK (%s)', tenant_table, visible, visible);
    END IF;
  END LOOP;
END
$$;

-- What must hold whatever the program does.
ALTER TABLE folio_blocks
  ADD CONSTRAINT folio_blocks_range CHECK (range_from >= 1 AND range_from <= range_to AND range_to <= 9999999999),
  ADD CONSTRAINT folio_blocks_next CHECK (next BETWEEN range_from AND range_to + 1);
ALTER TABLE invoices
  ADD CONSTRAINT invoices_status CHECK (status BETWEEN 1 AND 8),
  -- Waiting (1) has no folio and every later state has one, but Failed (8): a document may fail before it has any.
  ADD CONSTRAINT invoices_folio CHECK (CASE status WHEN 1 THEN folio IS NULL WHEN 8 THEN true ELSE folio IS NOT NULL END);
