-- Customers and products that a tenant keeps, and that documents can name.
CREATE TABLE "customers" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "tax_number" TEXT NOT NULL,
    "foreign_id" TEXT NOT NULL DEFAULT '',
    "nationality" TEXT,
    "business_name" TEXT NOT NULL,
    "folded" TEXT NOT NULL,
    "business_activity" TEXT,
    "address" TEXT,
    "municipality" TEXT,
    "city" TEXT,
    "email" TEXT,
    "payment_method" SMALLINT,
    "payment_days" SMALLINT,
    "notes" TEXT,
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customers_pkey" PRIMARY KEY ("tenant_id","id")
);
CREATE TABLE "products" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT,
    "name" TEXT NOT NULL,
    "folded" TEXT NOT NULL,
    "description" TEXT,
    "unit_of_measure" TEXT,
    "unit_price" DECIMAL(18,6),
    "currency" TEXT NOT NULL,
    "gross_price" BOOLEAN NOT NULL,
    "exempt" BOOLEAN NOT NULL,
    "tax_codes" TEXT[],
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "products_pkey" PRIMARY KEY ("tenant_id","id")
);
CREATE UNIQUE INDEX "customers_tenant_id_tax_number_foreign_id_key" ON "customers"("tenant_id", "tax_number", "foreign_id");
CREATE INDEX "customers_tenant_id_folded_id_idx" ON "customers"("tenant_id", "folded", "id");
CREATE UNIQUE INDEX "products_tenant_id_code_key" ON "products"("tenant_id", "code");
CREATE INDEX "products_tenant_id_folded_id_idx" ON "products"("tenant_id", "folded", "id");

ALTER TABLE "customers" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "customers" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "customers"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform')
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform');
ALTER TABLE "products" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "products" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "products"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform')
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform');
