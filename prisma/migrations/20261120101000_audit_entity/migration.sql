-- CreateIndex
CREATE INDEX "audit_entries_tenant_id_entity_id_sequence_idx" ON "audit_entries"("tenant_id", "entity_id", "sequence" DESC);
