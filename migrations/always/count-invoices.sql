-- The operator may know how many invoices there are, and nothing else about them.
create or replace function platform.count_invoices() returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*) from public.invoices
$$;

revoke all on function platform.count_invoices from public;
grant execute on function platform.count_invoices to millrace_admin;
-- A role must be allowed to create a function before it can own it; the right is taken back at once.
grant create on schema platform to millrace_platform;
alter function platform.count_invoices owner to millrace_platform;
revoke create on schema platform from millrace_platform;
