-- CreateTable
CREATE TABLE "notification_endpoints" (
    "tenant_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "statuses" SMALLINT[],
    "sealed_secret" BYTEA NOT NULL,
    "sealed_older_secret" BYTEA,
    "older_secret_ends" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_endpoints_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "notification_deliveries" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "status" SMALLINT,
    "invoice_id" UUID,
    "data" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "state" SMALLINT NOT NULL DEFAULT 1,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "attempted_at" TIMESTAMPTZ(3),
    "next_attempt" TIMESTAMPTZ(3),
    "http_status" SMALLINT,
    "excerpt" TEXT,
    "problem" TEXT,

    CONSTRAINT "notification_deliveries_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "notification_deliveries_tenant_id_at_id_idx" ON "notification_deliveries"("tenant_id", "at" DESC, "id" DESC);

-- Row-level security, as for every table with tenants.
DO $$
DECLARE
  tenant_table text;
  visible constant text := $policy$tenant_id = nullif(current_setting('app.tenant', true), '')::uuid
    OR current_setting('app.scope', true) = 'platform'$policy$;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['notification_endpoints', 'notification_deliveries'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY tenant_only ON %I USING (%s) WITH CHECK (%s)', tenant_table, visible, visible);
  END LOOP;
END
$$;

-- The roles that came with a tenant get the claims of the new group, as those of new tenants do.
SELECT set_config('app.scope', 'platform', false);
INSERT INTO "role_claims" ("tenant_id", "role_id", "type", "value")
SELECT r."tenant_id", r."id", 'permission', c.value
FROM "roles" r, (VALUES ('Administrator', 'Notification.Read'), ('Administrator', 'Notification.Manage'), ('Viewer', 'Notification.Read')) AS c (role, value)
WHERE r."system" AND r."name" = c.role
ON CONFLICT DO NOTHING;
SELECT set_config('app.scope', '', false);
