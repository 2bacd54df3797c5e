-- The content of documents of the last minutes, by which one that is posted twice is noticed (src/repositories/recent-documents.ts).
-- CreateTable
CREATE TABLE "recent_documents" (
    "tenant_id" UUID NOT NULL,
    "content" UUID NOT NULL,
    "invoice_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recent_documents_pkey" PRIMARY KEY ("tenant_id","content")
);

ALTER TABLE "recent_documents" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "recent_documents" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "recent_documents"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform')
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform');
CREATE POLICY in_batch ON "recent_documents"
  USING (tenant_id = ANY ((SELECT string_to_array(nullif(current_setting('app.tenants', true), ''), ',')::uuid[])::uuid[]))
  WITH CHECK (tenant_id = ANY ((SELECT string_to_array(nullif(current_setting('app.tenants', true), ''), ',')::uuid[])::uuid[]));
