-- A reset of an unproven email ends the keys that its registration handed out. Users who are there count as proven: their tenants
-- are at work, the operator knows them, and a forgotten password must not stop a company's machines. So do users whom the
-- operator makes, and those whom an administrator makes: the administrator vouches for them, or they were invited and set
-- their password by mail. Hence the default.
ALTER TABLE "users" ADD COLUMN     "email_proven" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "registrations" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "full_name" TEXT NOT NULL,
    "company_title" TEXT NOT NULL,
    "tax_number" TEXT NOT NULL,
    "tenant_code" TEXT,
    "language" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "token_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "registrations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "registrations_email_created_at_idx" ON "registrations"("email", "created_at");

-- CreateIndex
CREATE INDEX "registrations_network_created_at_idx" ON "registrations"("network", "created_at");

-- CreateIndex
CREATE INDEX "registrations_expires_at_idx" ON "registrations"("expires_at");

-- They belong to no tenant: no work for a tenant sees them.
ALTER TABLE "registrations" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "registrations" FORCE ROW LEVEL SECURITY;
CREATE POLICY platform_only ON "registrations"
  USING (current_setting('app.scope', true) = 'platform')
  WITH CHECK (current_setting('app.scope', true) = 'platform');
