-- Each statement commits by itself and may run twice.

-- The settings that row-level security compares are read once for a statement: in scalar subqueries. Read for each row, they took
-- most of the time of a count or a report. Each table is locked for a moment, one after the other.
DO $$
DECLARE
  found record;
  visible text;
BEGIN
  FOR found IN
    SELECT polname, relname, polqual IS NOT NULL AS reads, polwithcheck IS NOT NULL AS writes,
      coalesce(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) AS condition
    FROM pg_policy JOIN pg_class c ON c.oid = polrelid
    WHERE relnamespace = current_schema()::regnamespace AND polname IN ('tenant_only', 'tenant_reads', 'tenant_adds', 'platform_only')
    ORDER BY relname, polname
  LOOP
    CONTINUE WHEN found.condition ILIKE '%(select%';
    visible := $policy$(SELECT current_setting('app.scope', true)) = 'platform'$policy$;
    IF found.polname <> 'platform_only' THEN
      visible := $policy$tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR $policy$ || visible;
    END IF;
    EXECUTE format('ALTER POLICY %I ON %I', found.polname, found.relname)
      || CASE WHEN found.reads THEN format(' USING (%s)', visible) ELSE '' END
      || CASE WHEN found.writes THEN format(' WITH CHECK (%s)', visible) ELSE '' END;
    COMMIT;
  END LOOP;
END
$$;
