-- Webhook.Send, for the roles that have it from the start.
SET LOCAL app.scope = 'platform';
INSERT INTO "role_claims" ("tenant_id", "role_id", "type", "value")
SELECT r."tenant_id", r."id", 'permission', 'Webhook.Send'
FROM "roles" r
WHERE r."system" AND r."name" IN ('Administrator', 'Operator')
ON CONFLICT DO NOTHING;
