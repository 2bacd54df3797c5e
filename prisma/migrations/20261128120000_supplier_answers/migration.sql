-- Answers to suppliers by mail: that a file came, the outcome of its documents, and receipts of goods and services.
CREATE TABLE "supplier_answers" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "file_id" UUID NOT NULL,
    "document_ids" UUID[],
    "documents" JSONB NOT NULL,
    "code" SMALLINT,
    "comment" TEXT NOT NULL,
    "number" INTEGER,
    "recipient" TEXT NOT NULL,
    "address" TEXT,
    "state" SMALLINT NOT NULL DEFAULT 1,
    "failure" TEXT,
    "content" BYTEA,
    "receipts" BYTEA[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "supplier_answers_pkey" PRIMARY KEY ("tenant_id","id")
);
CREATE INDEX "supplier_answers_tenant_id_file_id_idx" ON "supplier_answers"("tenant_id", "file_id");

ALTER TABLE "supplier_answers" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "supplier_answers" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "supplier_answers"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform')
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform');

ALTER TABLE "reception_numbers" ADD COLUMN "last_answer" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "received_files" ADD COLUMN "reply_to" TEXT;
