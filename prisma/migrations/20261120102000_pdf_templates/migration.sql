-- CreateTable
CREATE TABLE "pdf_templates" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "document_types" INTEGER[],
    "is_default" BOOLEAN NOT NULL,
    "settings" JSONB NOT NULL,
    "logo" BYTEA,
    "source" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pdf_templates_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "pdf_templates_tenant_id_name_key" ON "pdf_templates"("tenant_id", "name");

ALTER TABLE pdf_templates ENABLE ROW LEVEL SECURITY;
ALTER TABLE pdf_templates FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON pdf_templates
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid OR current_setting('app.scope', true) = 'platform')
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid OR current_setting('app.scope', true) = 'platform');
