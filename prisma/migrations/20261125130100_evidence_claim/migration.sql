-- Webhook.Evidence, for the roles that have it from the start.
SET LOCAL app.scope = 'platform';
INSERT INTO "role_claims" ("tenant_id", "role_id", "type", "value")
SELECT r."tenant_id", r."id", 'permission', 'Webhook.Evidence'
FROM "roles" r
WHERE r."system" AND r."name" IN ('Administrator', 'Viewer')
ON CONFLICT DO NOTHING;
