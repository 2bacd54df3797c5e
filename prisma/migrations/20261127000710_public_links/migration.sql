-- Links to the public pages of documents (src/services/publishing/public-links.ts). The token is in no table.
SET LOCAL app.scope = 'platform';
ALTER TABLE "tenants" ADD COLUMN "public_pages" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "public_links" (
    "tenant_id" UUID NOT NULL,
    "invoice_id" UUID NOT NULL,
    "salt" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "public_links_pkey" PRIMARY KEY ("tenant_id","invoice_id")
);

ALTER TABLE "public_links" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "public_links" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "public_links"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform')
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform');

-- Webhook.PublicLink, for the roles that have it from the start.
INSERT INTO "role_claims" ("tenant_id", "role_id", "type", "value")
SELECT r."tenant_id", r."id", 'permission', 'Webhook.PublicLink'
FROM "roles" r
WHERE r."system" AND r."name" IN ('Administrator', 'Operator')
ON CONFLICT DO NOTHING;
