-- externalIds are stored composed (NFC), so that a sale that was posted before is found however its id is written.
SET LOCAL app.scope = 'platform';
UPDATE "idempotency_keys" k SET "key" = s."composed"
FROM (
  SELECT "tenant_id", "key", normalize("key", NFC) AS "composed",
    row_number() OVER (PARTITION BY "tenant_id", normalize("key", NFC) ORDER BY "key") AS "place"
  FROM "idempotency_keys" WHERE "operation" = 'externalId' AND "key" IS NOT NFC NORMALIZED
) s
WHERE s."place" = 1 AND k."tenant_id" = s."tenant_id" AND k."operation" = 'externalId' AND k."key" = s."key"
  AND NOT EXISTS (
    SELECT 1 FROM "idempotency_keys" o
    WHERE o."tenant_id" = s."tenant_id" AND o."operation" = 'externalId' AND o."key" = s."composed"
  );
UPDATE "invoices" SET "external_id" = normalize("external_id", NFC) WHERE "external_id" IS NOT NFC NORMALIZED;
