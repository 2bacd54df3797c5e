-- The permission to tell the SII's registry, for the roles that have it from the start.
SET LOCAL app.scope = 'platform';
INSERT INTO "role_claims" ("tenant_id", "role_id", "type", "value")
SELECT r."tenant_id", r."id", 'permission', 'Received.Claim'
FROM "roles" r
WHERE r."system" AND r."name" IN ('Administrator', 'Operator')
ON CONFLICT DO NOTHING;
