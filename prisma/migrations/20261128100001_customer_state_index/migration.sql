-- Each statement commits by itself and may run twice.
create index concurrently if not exists "invoices_customer_idx" on "invoices" ("tenant_id", "customer_state", "id")
  where "customer_state" in (2, 3, 5, 7);
