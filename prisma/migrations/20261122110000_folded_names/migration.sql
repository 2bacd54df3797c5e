-- Names as they are compared (src/shared/names.ts).

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "folded_name" TEXT;

-- AlterTable
ALTER TABLE "roles" ADD COLUMN     "folded_name" TEXT;

-- AlterTable
ALTER TABLE "pdf_templates" ADD COLUMN     "folded_name" TEXT;

-- Of names that are the same now, the oldest row bears the folded one: those that came after it keep working without.
-- The rows of all tenants, whoever runs this.
SELECT set_config('app.scope', 'platform', false);

WITH folded AS (
  SELECT tenant_id, id, btrim(regexp_replace(lower(upper(normalize(user_name, NFKC))), '\s+', ' ', 'g')) AS name
  FROM "users" WHERE deleted_at IS NULL
), ranked AS (
  SELECT *, row_number() OVER (PARTITION BY tenant_id, name ORDER BY id) AS place FROM folded
)
UPDATE "users" u SET folded_name = ranked.name FROM ranked
WHERE u.tenant_id = ranked.tenant_id AND u.id = ranked.id AND ranked.place = 1;

WITH folded AS (
  SELECT tenant_id, id, btrim(regexp_replace(lower(upper(normalize(name, NFKC))), '\s+', ' ', 'g')) AS name FROM "roles"
), ranked AS (
  SELECT *, row_number() OVER (PARTITION BY tenant_id, name ORDER BY id) AS place FROM folded
)
UPDATE "roles" r SET folded_name = ranked.name FROM ranked
WHERE r.tenant_id = ranked.tenant_id AND r.id = ranked.id AND ranked.place = 1;

WITH folded AS (
  SELECT tenant_id, id, btrim(regexp_replace(lower(upper(normalize(name, NFKC))), '\s+', ' ', 'g')) AS name FROM "pdf_templates"
), ranked AS (
  SELECT *, row_number() OVER (PARTITION BY tenant_id, name ORDER BY id) AS place FROM folded
)
UPDATE "pdf_templates" t SET folded_name = ranked.name FROM ranked
WHERE t.tenant_id = ranked.tenant_id AND t.id = ranked.id AND ranked.place = 1;

SELECT set_config('app.scope', '', false);

-- CreateIndex
CREATE UNIQUE INDEX "users_tenant_id_folded_name_key" ON "users"("tenant_id", "folded_name");

-- CreateIndex
CREATE UNIQUE INDEX "roles_tenant_id_folded_name_key" ON "roles"("tenant_id", "folded_name");

-- CreateIndex
CREATE UNIQUE INDEX "pdf_templates_tenant_id_folded_name_key" ON "pdf_templates"("tenant_id", "folded_name");
