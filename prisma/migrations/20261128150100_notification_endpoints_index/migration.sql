-- Each statement commits by itself and may run twice.

-- The deliveries to one endpoint. Those of a tenant with a single one are not in it, so that they cost no more.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "notification_deliveries_further_idx"
  ON "notification_deliveries"("tenant_id", "endpoint_id", "at", "id")
  WHERE "endpoint_id" <> '00000000-0000-0000-0000-000000000000';
