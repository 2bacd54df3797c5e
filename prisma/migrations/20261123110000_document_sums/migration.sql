-- Sums behind reports, totals and searches. A recurring job fills them from the documents that are there, tenant by tenant.

-- CreateTable
CREATE TABLE "document_days" (
    "tenant_id" UUID NOT NULL,
    "issue_date" DATE NOT NULL,
    "environment" TEXT NOT NULL,
    "document_type" INTEGER NOT NULL,
    "channel_type" SMALLINT NOT NULL,
    "status" SMALLINT NOT NULL,
    "currency" TEXT NOT NULL,
    "documents" INTEGER NOT NULL,
    "net_amount" DECIMAL(38,4) NOT NULL,
    "exempt_amount" DECIMAL(38,4) NOT NULL,
    "tax_amount" DECIMAL(38,4) NOT NULL,
    "total_amount" DECIMAL(38,4) NOT NULL,
    "first_id" UUID NOT NULL,
    "last_id" UUID NOT NULL,

    CONSTRAINT "document_days_pkey" PRIMARY KEY ("tenant_id","issue_date","document_type","channel_type","status","currency","environment")
) WITH (fillfactor = 80);

-- CreateTable
CREATE TABLE "document_codes" (
    "tenant_id" UUID NOT NULL,
    "issue_date" DATE NOT NULL,
    "code" TEXT NOT NULL,
    "documents" INTEGER NOT NULL,

    CONSTRAINT "document_codes_pkey" PRIMARY KEY ("tenant_id","issue_date","code")
);

-- CreateTable
CREATE TABLE "receivers" (
    "tenant_id" UUID NOT NULL,
    "tax_number" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "folded" TEXT NOT NULL,
    "documents" INTEGER NOT NULL,
    "last_id" UUID NOT NULL,

    CONSTRAINT "receivers_pkey" PRIMARY KEY ("tenant_id","tax_number","name")
) WITH (fillfactor = 80);

-- CreateTable
CREATE TABLE "sums_checks" (
    "tenant_id" UUID NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sums_checks_pkey" PRIMARY KEY ("tenant_id")
);

DO $$
DECLARE
  tenant_table text;
  visible constant text := $policy$tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)
    OR (SELECT current_setting('app.scope', true)) = 'platform'$policy$;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['document_days', 'document_codes', 'receivers', 'sums_checks'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY tenant_only ON %I USING (%s) WITH CHECK (%s)', tenant_table, visible, visible);
  END LOOP;
END
$$;
