-- Warnings before folios and certificates run out, and notifications of them beside those of documents.

-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "folios_low_days" SMALLINT NOT NULL DEFAULT 7,
ADD COLUMN     "folios_low_number" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "warnings" (
    "tenant_id" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "about" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "warnings_pkey" PRIMARY KEY ("tenant_id","event","about")
);

ALTER TABLE "warnings" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "warnings" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "warnings"
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid OR current_setting('app.scope', true) = 'platform')
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid OR current_setting('app.scope', true) = 'platform');

-- The rows of all tenants, whoever runs this.
SELECT set_config('app.scope', 'platform', false);

-- AlterTable
ALTER TABLE "notification_endpoints" ADD COLUMN "events" TEXT[];
UPDATE "notification_endpoints" SET "events" = ARRAY(
  SELECT named."event" FROM (VALUES
    (1, 'document.waiting'), (2, 'document.issued'), (3, 'document.sending'), (4, 'document.sent'), (5, 'document.accepted'),
    (6, 'document.accepted_with_objections'), (7, 'document.rejected'), (8, 'document.failed')
  ) AS named ("status", "event") WHERE named."status" = ANY("statuses") ORDER BY named."event"
);
ALTER TABLE "notification_endpoints" DROP COLUMN "statuses";

-- AlterTable
ALTER TABLE "notification_deliveries" ADD COLUMN "event" TEXT NOT NULL DEFAULT 'notification.test';
UPDATE "notification_deliveries" d
SET "event" = named."event", "data" = d."data" || jsonb_build_object('statusText', named."text")
FROM (VALUES
  (1, 'document.waiting', 'Waiting'), (2, 'document.issued', 'Issued'), (3, 'document.sending', 'Sending'), (4, 'document.sent', 'Sent'),
  (5, 'document.accepted', 'Accepted'), (6, 'document.accepted_with_objections', 'AcceptedWithObjections'),
  (7, 'document.rejected', 'Rejected'), (8, 'document.failed', 'Failed')
) AS named ("status", "event", "text") WHERE named."status" = d."status";
ALTER TABLE "notification_deliveries" DROP COLUMN "status", ALTER COLUMN "event" DROP DEFAULT;

SELECT set_config('app.scope', '', false);
