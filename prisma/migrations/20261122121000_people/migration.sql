-- One person may be a user of several tenants, with one password.

-- CreateTable
CREATE TABLE "people" (
    "id" UUID NOT NULL,
    "password_hash" TEXT NOT NULL,
    "proven" BOOLEAN NOT NULL,
    "password_version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "people_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "person" UUID NOT NULL,
    "tenant" UUID NOT NULL,
    "subject" UUID NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("person","tenant")
);

-- CreateIndex
CREATE UNIQUE INDEX "memberships_tenant_subject_key" ON "memberships"("tenant", "subject");

-- They belong to no tenant: no work for a tenant sees them.
ALTER TABLE "people" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "people" FORCE ROW LEVEL SECURITY;
CREATE POLICY platform_only ON "people"
  USING (current_setting('app.scope', true) = 'platform')
  WITH CHECK (current_setting('app.scope', true) = 'platform');

ALTER TABLE "memberships" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "memberships" FORCE ROW LEVEL SECURITY;
CREATE POLICY platform_only ON "memberships"
  USING (current_setting('app.scope', true) = 'platform')
  WITH CHECK (current_setting('app.scope', true) = 'platform');

-- The rows of all tenants, whoever runs this.
SELECT set_config('app.scope', 'platform', false);

-- Until now an email led to one user of one tenant. That user becomes a person under the same id, to which the row of
-- directory_names leads already. Who chose the password is not known, so nobody counts as proven: their next password by mail
-- proves them, as does the first invitation that they accept.
INSERT INTO "people" (id, password_hash, proven, created_at)
SELECT u.id, u.password_hash, false, u.created_at
FROM "users" u JOIN "directory_names" d ON d.kind = 'email' AND d.tenant = u.tenant_id AND d.subject = u.id
WHERE u.deleted_at IS NULL;

INSERT INTO "memberships" (person, tenant, subject, accepted_at)
SELECT u.id, u.tenant_id, u.id, u.created_at FROM "users" u JOIN "people" p ON p.id = u.id;

-- Mails of a kind that is no longer written: a registration with the email of an account now gets a link as well.
UPDATE "mails" SET failure = 'WITHDRAWN' WHERE kind = 'accountExists' AND sent_at IS NULL AND failure IS NULL;

SELECT set_config('app.scope', '', false);

-- AlterTable
ALTER TABLE "users" ALTER COLUMN "password_hash" DROP NOT NULL;
