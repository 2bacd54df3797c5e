-- A tenant can have several endpoints. The first has the id of the default, which the rows of earlier versions get too.
ALTER TABLE "notification_endpoints"
  ADD COLUMN "id" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  ADD COLUMN "last_failure" JSONB;
ALTER TABLE "notification_endpoints" DROP CONSTRAINT "notification_endpoints_pkey";
ALTER TABLE "notification_endpoints" ADD CONSTRAINT "notification_endpoints_pkey" PRIMARY KEY ("tenant_id", "id");

ALTER TABLE "notification_deliveries"
  ADD COLUMN "endpoint_id" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
