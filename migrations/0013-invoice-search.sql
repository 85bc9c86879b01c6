-- The keys by which invoices are found that have a name on them: a mark of each one, two and three symbols in a row. The
-- upper half of a key is the business, so that no search reads the keys of another.
create function platform.search_business(business uuid) returns bigint
language sql immutable parallel safe
return uuid_hash_extended(business, 0) & -4294967296;

create function platform.name_keys(business uuid, name text) returns bigint[]
language plpgsql immutable parallel safe as $$
declare
  upper_half constant bigint := platform.search_business(business);
  searched constant text := lower(name);
  keys bigint[] := '{}';
begin
  for place in 1 .. length(searched) loop
    for symbols in 1 .. least(3, length(searched) - place + 1) loop
      keys := keys || (upper_half | platform.search_mark(substr(searched, place, symbols)));
    end loop;
  end loop;
  return keys;
end
$$;

-- Short, because every search reads what is pending.
create index invoices_search on invoices using gin (platform.name_keys(business_id, client_name))
  with (fastupdate = on, gin_pending_list_limit = 64);
-- Nothing is planned by what ANALYZE would learn of the keys.
alter index invoices_search alter column 1 set statistics 0;

-- As with transactions: row-level security lets no index for arrays be used, so a role that sees these columns of all
-- businesses looks for those of the business that the transaction names, and answers with nothing but dates and ids.
grant select (business_id, id, due_date, client_name) on invoices to millrace_search;
create policy search on invoices for select to millrace_search using (true);

-- At most so many, in no order.
create function platform.search_invoices(wanted text, most integer) returns table (found_date date, found_id uuid)
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
  upper_half constant bigint := platform.search_business(business);
  needle constant text := lower(wanted);
  symbols constant integer := least(3, length(needle));
  keys constant bigint[] := array(
    select distinct upper_half | platform.search_mark(substr(needle, place, symbols))
    from generate_series(1, length(needle) - symbols + 1) place);
begin
  return query
    -- Materialized, so that nothing but the keys can choose the index. What they find is looked at again.
    with candidates as materialized (
      select i.business_id, i.due_date, i.id from public.invoices i
      where platform.name_keys(i.business_id, i.client_name) @> keys and strpos(lower(i.client_name), needle) > 0
    )
    select c.due_date, c.id from candidates c where c.business_id = business limit most;
end
$$;

revoke all on function platform.search_invoices from public;
grant execute on function platform.search_invoices to millrace_app;
-- To own it, it has to be allowed to make it, for the moment.
grant create on schema platform to millrace_search;
alter function platform.search_invoices owner to millrace_search;
revoke create on schema platform from millrace_search;
