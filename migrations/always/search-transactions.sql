-- Row-level security lets no index for arrays be used, because its operators are not marked leakproof. The search
-- therefore runs as a role that reads the rows of all businesses, in one function that looks for those of the business
-- that the transaction names and returns nothing but dates and ids. The rows themselves are then read under the tenant
-- policy.
grant select (business_id, id, date, account_id, category, is_income, search_text, transfer_id) on transactions to millrace_search;
drop policy if exists search on transactions;
create policy search on transactions for select to millrace_search using (true);

-- The transactions of one month that have all of the marks, or any of the others where there are such; from a place on, in
-- the order of the list. The keys find a little too much, so each row is compared again.
create or replace function platform.search_month_of_transactions(
  business uuid, day date, has_all bigint[], has_any bigint[], needle text, account uuid, wanted_category text,
  income boolean, earliest date, latest date, place_date date, place_id uuid, backwards boolean, most integer)
returns table (found_date date, found_id uuid)
language plpgsql stable rows 50
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = on
set enable_sort = on
-- To start a second process takes longer than a month's keys.
set max_parallel_workers_per_gather = 0
as $$
declare
  month constant bigint := platform.search_month(business, day);
  keys constant bigint[] := array(select month | mark from unnest(coalesce(has_any, has_all)) mark);
begin
  return query
    -- Materialized, so that nothing but the keys can choose the index.
    with candidates as materialized (
      select t.business_id, t.date, t.id, t.account_id, t.category, t.is_income, t.transfer_id from public.transactions t
      where has_any is null and strpos(t.search_text, needle) > 0 and platform.transaction_keys(
        t.business_id, t.date, t.search_text, t.account_id, t.category, t.is_income) @> keys
      union all
      select t.business_id, t.date, t.id, t.account_id, t.category, t.is_income, t.transfer_id from public.transactions t
      where has_any is not null and strpos(t.search_text, needle) > 0 and platform.transaction_keys(
        t.business_id, t.date, t.search_text, t.account_id, t.category, t.is_income) && keys
    )
    select c.date, c.id from candidates c
    where c.business_id = business and c.date between earliest and latest
      and (account is null or c.account_id = account)
      and (wanted_category is null or c.category = wanted_category)
      and (income is null or c.is_income = income and c.transfer_id is null)
      and case when backwards then (c.date, c.id) > (place_date, place_id)
        else (c.date, c.id) < (place_date, place_id) end
    order by case when backwards then c.date end, case when backwards then c.id end, c.date desc, c.id desc
    limit most;
end
$$;

-- The next page of what is wanted, from a place on. Null stands for everything, and so does an empty text.
create or replace function platform.search_transactions(
  wanted text, account uuid, wanted_category text, day date, income boolean, from_date date, from_id uuid,
  backwards boolean, most integer)
returns table (found_date date, found_id uuid)
language plpgsql stable security definer rows 50
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
-- All but the keys is read along the index of the list, however few rows the average business has.
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set max_parallel_workers_per_gather = 0
as $$
declare
  business constant uuid := current_setting('app.business_id')::uuid;
  needle constant text := lower(wanted);
  folded constant text := platform.fold_for_search(needle);
  earliest constant date := coalesce(day, '-infinity');
  latest constant date := coalesce(day, 'infinity');
  first_id constant uuid := '00000000-0000-0000-0000-000000000000';
  last_id constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  place_date date := coalesce(from_date, 'infinity');
  place_id uuid := coalesce(from_id, last_id);
  seen integer := 0;
  hits integer := 0;
  has_all bigint[] := '{}';
  has_any bigint[];
  looked_at record;
  month_day date;
  just_found integer;
begin
  if account is not null then has_all := has_all || platform.search_mark('account ' || account::text); end if;
  if wanted_category is not null then has_all := has_all || platform.search_mark('category ' || wanted_category); end if;
  if income is not null then has_all := has_all || platform.search_mark('income ' || income::text); end if;
  if length(folded) > 2 then
    -- Eight parts of it at most: more find hardly less.
    has_all := has_all || array(
      select distinct platform.search_mark(substr(folded, 1 + (length(folded) - 3) * part / greatest(parts, 1), 3))
      from least(length(folded) - 3, 7) parts, generate_series(0, parts) part);
  elsif length(folded) = 2 then
    has_any := array(
      select platform.search_mark(folded || symbol)
      from unnest(string_to_array(E'abcdefghijklmnopqrstuvwxyz0123456789 $.,\n~', null)) symbol);
  elsif platform.rare_symbols(needle) <> '' then
    has_all := has_all || platform.search_mark(needle);
  end if;

  -- First along the list: of what is found often, a page is found soon. One of the two halves reads nothing.
  for looked_at in
    select t.date, t.id, strpos(t.search_text, needle) > 0
      and (account is null or t.account_id = account)
      and (wanted_category is null or t.category = wanted_category)
      -- A transfer between two accounts of the business is neither income nor spending.
      and (income is null or t.is_income = income and t.transfer_id is null) as is_hit
    from (
      (select t.date, t.id, t.account_id, t.category, t.is_income, t.search_text, t.transfer_id from public.transactions t
        where not backwards and t.business_id = business and (t.date, t.id) < (place_date, place_id)
          and t.date between earliest and latest
        order by t.date desc, t.id desc)
      union all
      (select t.date, t.id, t.account_id, t.category, t.is_income, t.search_text, t.transfer_id from public.transactions t
        where backwards and t.business_id = business and (t.date, t.id) > (place_date, place_id)
          and t.date between earliest and latest
        order by t.date, t.id)
    ) t
  loop
    if looked_at.is_hit then
      found_date := looked_at.date;
      found_id := looked_at.id;
      return next;
      hits := hits + 1;
      if hits = most then return; end if;
    end if;
    seen := seen + 1;
    place_date := looked_at.date;
    place_id := looked_at.id;
    exit when seen >= 1000 and hits * 100 < seen and (has_any is not null or has_all <> '{}');
  end loop;
  -- Then month by month by the keys.
  loop
    select t.date into month_day from (
      (select t.date from public.transactions t
        where not backwards and t.business_id = business and (t.date, t.id) < (place_date, place_id)
          and t.date between earliest and latest
        order by t.date desc, t.id desc limit 1)
      union all
      (select t.date from public.transactions t
        where backwards and t.business_id = business and (t.date, t.id) > (place_date, place_id)
          and t.date between earliest and latest
        order by t.date, t.id limit 1)
    ) t;
    exit when not found;
    return query select * from platform.search_month_of_transactions(
      business, month_day, has_all, has_any, needle, account, wanted_category, income, earliest, latest,
      place_date, place_id, backwards, most - hits);
    get diagnostics just_found = row_count;
    hits := hits + just_found;
    exit when hits >= most;
    -- On to the end of that month.
    place_date := date_trunc('month', month_day::timestamp);
    place_id := first_id;
    if backwards then
      place_date := place_date + interval '1 month - 1 day';
      place_id := last_id;
    end if;
  end loop;
end
$$;

revoke all on function platform.search_month_of_transactions, platform.search_transactions from public;
grant execute on function platform.search_transactions to millrace_app;
-- A role must be allowed to create a function before it can own it; the right is taken back at once.
grant create on schema platform to millrace_search;
alter function platform.search_month_of_transactions owner to millrace_search;
alter function platform.search_transactions owner to millrace_search;
revoke create on schema platform from millrace_search;
