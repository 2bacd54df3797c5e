-- The claims on customers and products, for the roles that have them from the start.
SET LOCAL app.scope = 'platform';
INSERT INTO "role_claims" ("tenant_id", "role_id", "type", "value")
SELECT r."tenant_id", r."id", 'permission', c.value
FROM "roles" r, (VALUES
  ('Administrator', 'Customer.Read'), ('Administrator', 'Customer.Manage'), ('Administrator', 'Product.Read'), ('Administrator', 'Product.Manage'),
  ('Operator', 'Customer.Read'), ('Operator', 'Customer.Manage'), ('Operator', 'Product.Read'), ('Operator', 'Product.Manage'),
  ('Viewer', 'Customer.Read'), ('Viewer', 'Product.Read')
) AS c (role, value)
WHERE r."system" AND r."name" = c.role
ON CONFLICT DO NOTHING;
