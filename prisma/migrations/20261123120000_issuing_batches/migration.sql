-- Documents of several tenants are issued in one transaction. app.tenants is set inside it to these tenants, and row-level security
-- then shows and takes the rows of these alone, of the tables that issuing touches and of no other.
DO $$
DECLARE
  tenant_table text;
  in_batch constant text := $policy$tenant_id = ANY ((SELECT string_to_array(nullif(current_setting('app.tenants', true), ''), ',')::uuid[])::uuid[])$policy$;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['idempotency_keys', 'folio_blocks', 'notification_endpoints'] LOOP
    EXECUTE format('CREATE POLICY batch_reads ON %I FOR SELECT USING (%s)', tenant_table, in_batch);
  END LOOP;
  FOREACH tenant_table IN ARRAY ARRAY['invoices', 'invoice_contents', 'invoice_moves', 'notification_deliveries', 'idempotency_keys', 'audit_entries', 'outbox_tasks'] LOOP
    EXECUTE format('CREATE POLICY batch_adds ON %I FOR INSERT WITH CHECK (%s)', tenant_table, in_batch);
  END LOOP;
  -- What `returning` and `on conflict` read.
  FOREACH tenant_table IN ARRAY ARRAY['invoices', 'notification_deliveries', 'audit_entries', 'outbox_tasks', 'audit_heads'] LOOP
    EXECUTE format('CREATE POLICY batch_reads ON %I FOR SELECT USING (%s)', tenant_table, in_batch);
  END LOOP;
  FOREACH tenant_table IN ARRAY ARRAY['folio_blocks', 'audit_heads', 'outbox_tasks'] LOOP
    EXECUTE format('CREATE POLICY batch_changes ON %I FOR UPDATE USING (%s) WITH CHECK (%s)', tenant_table, in_batch, in_batch);
  END LOOP;
END
$$;
