-- CreateTable
CREATE TABLE "earlier_contents" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "invoice_id" UUID NOT NULL,
    "folio" BIGINT,
    "payload" JSONB NOT NULL,
    "document" JSONB NOT NULL,
    "xml" BYTEA,
    "reason" TEXT NOT NULL,
    "replaced_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "earlier_contents_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "invoice_references" (
    "tenant_id" UUID NOT NULL,
    "invoice_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "document_type" INTEGER NOT NULL,
    "folio" BIGINT NOT NULL,
    "code" TEXT,

    CONSTRAINT "invoice_references_pkey" PRIMARY KEY ("tenant_id","invoice_id","line")
);

-- CreateIndex
CREATE INDEX "earlier_contents_tenant_id_invoice_id_replaced_at_idx" ON "earlier_contents"("tenant_id", "invoice_id", "replaced_at");

-- CreateIndex
CREATE INDEX "invoice_references_tenant_id_environment_document_type_foli_idx" ON "invoice_references"("tenant_id", "environment", "document_type", "folio");

ALTER TABLE earlier_contents ENABLE ROW LEVEL SECURITY;
ALTER TABLE earlier_contents FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON earlier_contents
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid OR current_setting('app.scope', true) = 'platform')
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid OR current_setting('app.scope', true) = 'platform');

ALTER TABLE invoice_references ENABLE ROW LEVEL SECURITY;
ALTER TABLE invoice_references FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON invoice_references
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid OR current_setting('app.scope', true) = 'platform')
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid OR current_setting('app.scope', true) = 'platform');

-- The notes that are there already.
SELECT set_config('app.scope', 'platform', false);
INSERT INTO invoice_references (tenant_id, invoice_id, line, environment, document_type, folio, code)
SELECT i.tenant_id, i.id, (reference ->> 'lineNumber')::int, i.environment, (reference ->> 'documentType')::int, (reference ->> 'folio')::bigint, reference ->> 'code'
FROM invoices i
JOIN invoice_contents c ON c.tenant_id = i.tenant_id AND c.invoice_id = i.id
CROSS JOIN LATERAL jsonb_array_elements(c.document -> 'references') AS reference
WHERE i.document_type IN (56, 61, 111, 112)
  AND reference ->> 'documentType' IN ('33', '34', '39', '41', '43', '46', '52', '56', '61', '110', '111', '112')
  AND reference ->> 'folio' ~ '^0*[1-9]\d{0,9}$'
  AND coalesce(reference ->> 'issuerTaxNumber', i.issuer_tax_number) = i.issuer_tax_number;
SELECT set_config('app.scope', '', false);
