-- Runs as the role of search-invoices.sql, because row-level security keeps Postgres from using an index on lower().
grant select (number) on invoices to millrace_search;

-- At most so many invoices whose number begins with this text, which is in lower case, in no order. In the order of the
-- index, ~ comes after every symbol that a number has.
create or replace function platform.search_invoice_numbers(start text, most integer)
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
    select i.due_date, i.id from public.invoices i
    where i.business_id = business and lower(i.number collate "C") >= start collate "C"
      and lower(i.number collate "C") < (start || '~') collate "C"
    limit most;
end
$$;

revoke all on function platform.search_invoice_numbers from public;
grant execute on function platform.search_invoice_numbers to millrace_app;
-- A role must be allowed to create a function before it can own it; the right is taken back at once.
grant create on schema platform to millrace_search;
alter function platform.search_invoice_numbers owner to millrace_search;
revoke create on schema platform from millrace_search;
