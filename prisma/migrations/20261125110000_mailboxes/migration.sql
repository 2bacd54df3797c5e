CREATE TABLE "mailboxes" (
    "tenant_id" UUID NOT NULL,
    "host" TEXT NOT NULL,
    "port" INTEGER NOT NULL,
    "security" TEXT NOT NULL,
    "user_name" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "sealed_secret" BYTEA NOT NULL,
    "folder" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "uid_validity" BIGINT,
    "last_uid" BIGINT NOT NULL DEFAULT 0,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mailboxes_pkey" PRIMARY KEY ("tenant_id")
);
CREATE TABLE "mail_messages" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "uid_validity" BIGINT NOT NULL,
    "uid" BIGINT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "size" INTEGER NOT NULL,
    "raw" BYTEA,
    "is_whole" BOOLEAN NOT NULL,
    "received_at" TIMESTAMPTZ(3),
    "stored_at" TIMESTAMPTZ(3) NOT NULL,
    "state" SMALLINT NOT NULL DEFAULT 1,
    "reason" TEXT,
    "message_id" TEXT,
    "from_address" TEXT,
    "from_name" TEXT,
    "subject" TEXT,
    "sent_at" TIMESTAMPTZ(3),
    "files" JSONB,
    "processed_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_messages_pkey" PRIMARY KEY ("tenant_id","id")
);
CREATE UNIQUE INDEX "mail_messages_tenant_id_sha256_key" ON "mail_messages"("tenant_id", "sha256");
CREATE INDEX "mail_messages_tenant_id_state_id_idx" ON "mail_messages"("tenant_id", "state", "id");
CREATE TABLE "exchange_answers" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "invoice_id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "file_sha256" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "code" SMALLINT,
    "comment" TEXT NOT NULL,
    "responder" TEXT NOT NULL,
    "signer_tax_number" TEXT,
    "signer_name" TEXT NOT NULL,
    "signed_at" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "receipt" BYTEA,

    CONSTRAINT "exchange_answers_pkey" PRIMARY KEY ("tenant_id","id")
);
CREATE UNIQUE INDEX "exchange_answers_tenant_id_invoice_id_kind_file_sha256_key"
  ON "exchange_answers"("tenant_id", "invoice_id", "kind", "file_sha256");

ALTER TABLE "mailboxes" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "mailboxes" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "mailboxes"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform')
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform');
ALTER TABLE "mail_messages" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "mail_messages" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "mail_messages"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform')
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform');
ALTER TABLE "exchange_answers" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "exchange_answers" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "exchange_answers"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform')
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform');
