-- Contents are stored packed (src/repositories/contents/packing.ts). Rows from before keep their columns, and are read as they are.
ALTER TABLE "invoice_contents" ADD COLUMN "packed" BYTEA, ADD COLUMN "dictionary_id" UUID;
ALTER TABLE "invoice_contents" ALTER COLUMN "payload" DROP NOT NULL, ALTER COLUMN "document" DROP NOT NULL;
-- Packed already.
ALTER TABLE "invoice_contents" ALTER COLUMN "packed" SET STORAGE EXTERNAL;
ALTER TABLE "invoice_contents" ADD CONSTRAINT "invoice_contents_either" CHECK ("packed" IS NOT NULL OR ("payload" IS NOT NULL AND "document" IS NOT NULL)) NOT VALID;

ALTER TABLE "earlier_contents" ADD COLUMN "packed" BYTEA, ADD COLUMN "dictionary_id" UUID;
ALTER TABLE "earlier_contents" ALTER COLUMN "payload" DROP NOT NULL, ALTER COLUMN "document" DROP NOT NULL;
ALTER TABLE "earlier_contents" ALTER COLUMN "packed" SET STORAGE EXTERNAL;
ALTER TABLE "earlier_contents" ADD CONSTRAINT "earlier_contents_either" CHECK ("packed" IS NOT NULL OR ("payload" IS NOT NULL AND "document" IS NOT NULL)) NOT VALID;

-- CreateTable
CREATE TABLE "content_dictionaries" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "folio_block_id" UUID NOT NULL,
    "dictionary" BYTEA NOT NULL,

    CONSTRAINT "content_dictionaries_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "content_dictionaries_tenant_id_folio_block_id_key" ON "content_dictionaries"("tenant_id", "folio_block_id");

-- Dictionaries are read and added, and neither changed nor deleted: the contents that were packed with one need it.
ALTER TABLE "content_dictionaries" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "content_dictionaries" FORCE ROW LEVEL SECURITY;
DO $$
DECLARE
  visible constant text := $policy$tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)
    OR (SELECT current_setting('app.scope', true)) = 'platform'
    OR tenant_id = ANY ((SELECT string_to_array(nullif(current_setting('app.tenants', true), ''), ',')::uuid[])::uuid[])$policy$;
BEGIN
  EXECUTE format('CREATE POLICY tenant_reads ON content_dictionaries FOR SELECT USING (%s)', visible);
  EXECUTE format('CREATE POLICY tenant_adds ON content_dictionaries FOR INSERT WITH CHECK (%s)', visible);
END
$$;
