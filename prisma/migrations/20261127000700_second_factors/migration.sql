-- The second factor of a user: an authenticator app and recovery codes.
CREATE TABLE "second_factors" (
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "sealed_pending" BYTEA,
    "sealed_secret" BYTEA,
    "active_since" TIMESTAMPTZ(3),
    "last_step" INTEGER NOT NULL DEFAULT 0,
    "recovery_hashes" BYTEA[],

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("tenant_id","user_id")
);

ALTER TABLE "second_factors" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "second_factors" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "second_factors"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform')
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform');

ALTER TABLE "tenants" ADD COLUMN "require_second_factor" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "user_sessions" ADD COLUMN "second_factor_at" TIMESTAMPTZ(3);
