-- EPR only says that the envelope was processed; the reasons of these documents are in the SII's mail.
SELECT set_config('app.scope', 'platform', false);
UPDATE "invoices" SET
  "reason" = jsonb_build_object('code', named.code, 'reasons', jsonb_build_array(jsonb_build_object('code', named.code, 'description', ''))),
  "verdict" = "verdict" || jsonb_build_object('reasons', jsonb_build_array(jsonb_build_object('code', named.code, 'description', '')))
FROM (VALUES (6, 'OBJECTIONS_BY_MAIL'), (7, 'REASONS_BY_MAIL')) AS named ("status", code)
WHERE "invoices"."status" = named."status" AND "document_type" NOT IN (39, 41)
  AND "reason" ->> 'code' = 'EPR' AND coalesce("reason" -> 'reasons', '[]') = '[]';
SELECT set_config('app.scope', '', false);
