-- How the SII's registry of acceptance and claims has received documents, what was told to it, and by which rules.
ALTER TABLE "received_documents"
    ADD COLUMN "sii_received_at" TIMESTAMPTZ(3),
    ADD COLUMN "registry_state" SMALLINT,
    ADD COLUMN "registry_events" JSONB NOT NULL DEFAULT '[]',
    ADD COLUMN "registry_asked_at" TIMESTAMPTZ(3),
    ADD COLUMN "receipt_by" TIMESTAMPTZ(3);
SET LOCAL app.scope = 'platform';
UPDATE "received_documents" SET "registry_state" = CASE WHEN "payment_method" = 1 THEN 7 ELSE 1 END
WHERE "claim_by" IS NOT NULL;
-- The registry is asked about those that the SII has confirmed already.
INSERT INTO "outbox_tasks" ("tenant_id", "id", "topic", "subject", "due_at", "created_at")
SELECT "tenant_id", gen_random_uuid(), 'watchReceived', "id"::text, now(), now() FROM "received_documents"
WHERE "registry_state" = 1 AND "confirmation" IN (2, 3) AND "claim_by_latest" > now();

CREATE TABLE "received_claims" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "document_id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "state" SMALLINT NOT NULL,
    "code" INTEGER,
    "gloss" TEXT,
    "reason" TEXT,
    "requested_by" UUID,
    "requested_by_name" TEXT,
    "decided_by" UUID,
    "decided_by_name" TEXT,
    "policy_id" UUID,
    "answer_supplier" BOOLEAN NOT NULL,
    "place" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "received_claims_pkey" PRIMARY KEY ("tenant_id","id")
);
-- Of each action, a document has one claim that waits or is being sent.
CREATE UNIQUE INDEX "received_claims_live_key" ON "received_claims"("tenant_id", "document_id", "action") WHERE "state" IN (1, 2);
CREATE INDEX "received_claims_tenant_id_document_id_idx" ON "received_claims"("tenant_id", "document_id");
CREATE TABLE "receiving_rules" (
    "tenant_id" UUID NOT NULL,
    "approval_amount" DECIMAL(22,4),
    "answer_reception" BOOLEAN NOT NULL,
    "policies" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "receiving_rules_pkey" PRIMARY KEY ("tenant_id")
);
CREATE INDEX "received_documents_registry_state_claim_by_latest_idx" ON "received_documents"("registry_state", "claim_by_latest");

ALTER TABLE "received_claims" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "received_claims" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "received_claims"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform')
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform');
ALTER TABLE "receiving_rules" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "receiving_rules" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "receiving_rules"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform')
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform');
