-- What stands in the way of spreading the tables over machines by tenant (Citus, create_distributed_table): one row a fault.
with tables as (
  select c.oid, c.relname as table_name, a.attnum as tenant
  from pg_class c
  left join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
),
tenant_tables as (select * from tables where tenant is not null),
keys as (
  select t.table_name, t.tenant, i.indexrelid::regclass::text as object, i.indkey::int2[] as columns, i.indkey[0] as first, i.indisprimary as is_primary
  from tenant_tables t join pg_index i on i.indrelid = t.oid and i.indisunique
),
foreign_keys as (
  select s.table_name, k.conname::text as object, k.conkey, k.confkey, k.confupdtype, k.confdeltype, s.tenant as from_tenant, d.tenant as to_tenant
  from pg_constraint k join tables s on s.oid = k.conrelid join tables d on d.oid = k.confrelid
  where k.contype = 'f' and d.tenant is not null
)
select table_name, object, 'the unique key lacks tenant_id' as fault from keys where not tenant = any (columns)
union all
select table_name, object, 'tenant_id does not lead the primary key' from keys where is_primary and first <> tenant
union all
select t.table_name, t.table_name::text, 'there is no primary key' from tenant_tables t
where not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)
union all
select table_name, object, 'the foreign key does not carry tenant_id on both sides' from foreign_keys
where from_tenant is not null
  and not exists (select from unnest(conkey, confkey) pair (a, b) where a = from_tenant and b = to_tenant)
union all
select table_name, object, 'a table without tenants points at one with tenants' from foreign_keys where from_tenant is null
union all
select table_name, object, 'the foreign key follows changes of tenant_id' from foreign_keys
where from_tenant = any (conkey) and (confupdtype in ('c', 'n', 'd') or confdeltype in ('n', 'd'))
union all
select t.table_name, g.tgname::text, 'a row trigger runs on it' from tenant_tables t
join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal and g.tgtype & 1 = 1
union all
-- Machines would hand out the same numbers: UUIDs of version 7 take their place.
select t.table_name, a.attname::text, 'a sequence numbers its rows' from tenant_tables t
join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
where a.attidentity <> '' or exists (
  select from pg_attrdef d where d.adrelid = t.oid and d.adnum = a.attnum and pg_get_expr(d.adbin, d.adrelid) like 'nextval(%'
)
