-- The currency in which a movement of money counts in the kept sums: the home currency once it has a home amount, until
-- then its own. Postgres replaces a call by this expression when it plans a statement.
create or replace function platform.counted_in(business uuid, currency text, home_minor bigint) returns text
language sql stable parallel safe as $$
  select case when home_minor is null then currency else (select b.currency from businesses b where b.id = business) end
$$;
grant execute on function platform.counted_in to millrace_app;
