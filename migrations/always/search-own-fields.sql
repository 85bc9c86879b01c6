-- What the own fields of a row hold, in lower case, each on a line. An index names it, so what is said of those functions in
-- search-keys.sql holds for it.
create or replace function platform.own_values(fields jsonb) returns text
language plpgsql immutable parallel safe as $$
begin
  return (select string_agg(lower(value), E'\n' order by key) from jsonb_each_text(fields));
end
$$;

-- Runs as the role of search-invoices.sql, for the same reason.
grant select (own_fields) on invoices to millrace_search;

-- At most so many invoices that have this in one of their own fields, in no order.
create or replace function platform.search_own_fields(wanted text, most integer) returns table (found_date date, found_id uuid)
language plpgsql stable security definer rows 50
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_indexscan = off
set enable_indexonlyscan = off
set enable_bitmapscan = on
set max_parallel_workers_per_gather = 0
as $$
declare
  business constant uuid := current_setting('app.business_id')::uuid;
  needle constant text := lower(wanted);
  keys constant bigint[] := platform.search_keys(
    platform.search_business(business), needle, shortest => least(3, length(needle)));
begin
  return query
    -- Materialized, so that nothing but the keys can choose the index. What they find is looked at again.
    with candidates as materialized (
      select i.business_id, i.due_date, i.id from public.invoices i
      where i.own_fields <> '{}' and platform.name_keys(i.business_id, platform.own_values(i.own_fields)) @> keys
        and strpos(platform.own_values(i.own_fields), needle) > 0
    )
    select c.due_date, c.id from candidates c where c.business_id = business limit most;
end
$$;

revoke all on function platform.search_own_fields from public;
grant execute on function platform.search_own_fields to millrace_app;
-- A role must be allowed to create a function before it can own it; the right is taken back at once.
grant create on schema platform to millrace_search;
alter function platform.search_own_fields owner to millrace_search;
revoke create on schema platform from millrace_search;
