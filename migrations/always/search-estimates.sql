-- Run as a role that reads these columns of all businesses, for the reason that search-transactions.sql gives.
grant select (business_id, id, issue_date, client_name, number) on estimates to millrace_search;
drop policy if exists search on estimates;
create policy search on estimates for select to millrace_search using (true);

-- At most so many, in no order.
create or replace function platform.search_estimates(wanted text, most integer) returns table (found_date date, found_id uuid)
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
      select e.business_id, e.issue_date, e.id from public.estimates e
      where platform.name_keys(e.business_id, e.client_name) @> keys and strpos(lower(e.client_name), needle) > 0
    )
    select c.issue_date, c.id from candidates c where c.business_id = business limit most;
end
$$;

-- At most so many whose number begins with this text, which is in lower case, in no order. In the order of the index, ~
-- comes after every symbol that a number has.
create or replace function platform.search_estimate_numbers(start text, most integer)
  returns table (found_date date, found_id uuid)
language plpgsql stable security definer rows 50
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set max_parallel_workers_per_gather = 0
as $$
declare
  business constant uuid := current_setting('app.business_id')::uuid;
begin
  return query
    select e.issue_date, e.id from public.estimates e
    where e.business_id = business and lower(e.number collate "C") >= start collate "C"
      and lower(e.number collate "C") < (start || '~') collate "C"
    limit most;
end
$$;

revoke all on function platform.search_estimates, platform.search_estimate_numbers from public;
grant execute on function platform.search_estimates, platform.search_estimate_numbers to millrace_app;
-- A role must be allowed to create a function before it can own it; the right is taken back at once.
grant create on schema platform to millrace_search;
alter function platform.search_estimates owner to millrace_search;
alter function platform.search_estimate_numbers owner to millrace_search;
revoke create on schema platform from millrace_search;
