-- Of each kind, a tenant has one journey under way at most, whoever begins two at once.
CREATE UNIQUE INDEX "certification_journeys_under_way_key" ON "certification_journeys"("tenant_id", "kind") WHERE "ended_at" IS NULL;
