-- CreateTable
CREATE TABLE "allowed_networks" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "network" cidr NOT NULL,
    "description" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "allowed_networks_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "allowed_networks_tenant_id_network_key" ON "allowed_networks"("tenant_id", "network");

-- Row-level security, as for every table with tenants.
ALTER TABLE "allowed_networks" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "allowed_networks" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "allowed_networks"
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid OR current_setting('app.scope', true) = 'platform')
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid OR current_setting('app.scope', true) = 'platform');
