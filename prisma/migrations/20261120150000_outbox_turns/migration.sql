-- Workers look for the oldest due tasks of a topic, and where many are due, for the oldest of each tenant.
-- DropIndex
DROP INDEX "outbox_tasks_due_at_idx";

-- CreateIndex
CREATE INDEX "outbox_tasks_topic_due_at_idx" ON "outbox_tasks"("topic", "due_at");

-- CreateIndex
CREATE INDEX "outbox_tasks_topic_tenant_id_due_at_idx" ON "outbox_tasks"("topic", "tenant_id", "due_at");
