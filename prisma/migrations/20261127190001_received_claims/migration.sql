-- The claims on received documents, for the roles that have them from the start.
SET LOCAL app.scope = 'platform';
INSERT INTO "role_claims" ("tenant_id", "role_id", "type", "value")
SELECT r."tenant_id", r."id", 'permission', c.value
FROM "roles" r, (VALUES
  ('Administrator', 'Received.Read'), ('Administrator', 'Received.Manage'),
  ('Operator', 'Received.Read'), ('Operator', 'Received.Manage'),
  ('Viewer', 'Received.Read')
) AS c (role, value)
WHERE r."system" AND r."name" = c.role
ON CONFLICT DO NOTHING;
