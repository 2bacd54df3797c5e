-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "mail_receivers" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "tenant_keys" ADD COLUMN     "last_used_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "password_resets" (
    "tenant_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("tenant_id","token_hash")
);

-- CreateTable
CREATE TABLE "mails" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "about" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "sealed_token" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "failure" TEXT,

    CONSTRAINT "mails_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "password_resets_tenant_id_user_id_idx" ON "password_resets"("tenant_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "mails_tenant_id_kind_about_key" ON "mails"("tenant_id", "kind", "about");

-- CreateIndex
CREATE INDEX "mails_tenant_id_recipient_kind_created_at_idx" ON "mails"("tenant_id", "recipient", "kind", "created_at");

-- Row-level security, as for every table with tenants.
DO $$
DECLARE
  tenant_table text;
  visible constant text := $policy$tenant_id = nullif(current_setting('app.tenant', true), '')::uuid
    OR current_setting('app.scope', true) = 'platform'$policy$;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['password_resets', 'mails'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY tenant_only ON %I USING (%s) WITH CHECK (%s)', tenant_table, visible, visible);
  END LOOP;
END
$$;
