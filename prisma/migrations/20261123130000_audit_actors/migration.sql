-- Each statement commits by itself and may run twice.

-- What a user or a key did. What the service itself did is not looked for by actor.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_entries_actor_idx" ON "audit_entries"("tenant_id", "actor_id", "sequence")
  WHERE "actor_id" IS NOT NULL;

-- What people look for among the entries that each document leaves.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_entries_rare_idx" ON "audit_entries"("tenant_id", "sequence")
  WHERE "action" NOT IN ('invoice.issue', 'envelope.pack', 'envelope.send', 'envelope.verdict');

-- The failed and pending deliveries, among all that arrived.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "notification_deliveries_undelivered_idx"
  ON "notification_deliveries"("tenant_id", "state", "at", "id") WHERE "state" <> 2;
