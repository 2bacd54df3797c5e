-- Each statement commits by itself and may run twice.

ALTER TABLE "notification_deliveries" ADD COLUMN IF NOT EXISTS "earlier_attempts" JSONB,
ADD COLUMN IF NOT EXISTS "resent_at" TIMESTAMPTZ(3);

-- The events that people look for, among those that every document causes.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "notification_deliveries_rare_idx"
  ON "notification_deliveries"("tenant_id", "event", "at", "id")
  WHERE "event" NOT IN ('document.issued', 'document.sending', 'document.sent', 'document.accepted');
