-- What a search for transactions looks through: description, category and amount, as $1,234.50 and as $1234.50. What is
-- searched for holds no line break, so nothing is found across two of them.
alter table transactions add column search_text text not null generated always as (lower(
  description || E'\n' || coalesce(chosen_category, rule_category, provider_category)
  || E'\n$' || regexp_replace((amount_cents / 100)::text, '(\d)(?=(\d{3})+$)', '\1,', 'g')
  || '.' || lpad((amount_cents % 100)::text, 2, '0')
  || case when amount_cents < 100000 then ''
    else E'\n$' || (amount_cents / 100)::text || '.' || lpad((amount_cents % 100)::text, 2, '0') end
  || E'\n')) stored;

-- The keys of the search. The upper half of a key is the business and the month, so that the keys of a month lie together
-- and a search goes through the months one by one, newest first. The lower half is a mark of what the row holds.
create function platform.search_month(business uuid, day date) returns bigint
language sql immutable parallel safe
return uuid_hash_extended(business, (extract(year from day) * 12 + extract(month from day))::bigint) & -4294967296;

create function platform.search_mark(thing text) returns bigint
language sql immutable parallel safe
return hashtextextended(thing, 0) & 4294967295;

-- Few enough symbols that two of them can be looked up as every three that begin with them.
create function platform.fold_for_search(content text) returns text
language sql immutable parallel safe
return regexp_replace(content, '[^a-z0-9 $.,\n]', '~', 'g');

-- Symbols so rare that a search for one alone may have to look far.
create function platform.rare_symbols(content text) returns text
language sql immutable parallel safe
return regexp_replace(content, '[a-ik-pr-wy0-9 $.,\n]+', '', 'g');

create function platform.transaction_keys(
  business uuid, day date, search_text text, account uuid, category text, is_income boolean) returns bigint[]
language plpgsql immutable parallel safe as $$
declare
  month constant bigint := platform.search_month(business, day);
  folded constant text := platform.fold_for_search(search_text);
  keys bigint[] := array[
    month | platform.search_mark('account ' || coalesce(account::text, '')),
    month | platform.search_mark('category ' || category),
    month | platform.search_mark('income ' || is_income::text)];
  symbol text;
begin
  for place in 1 .. length(folded) - 2 loop
    keys[place + 3] := month | platform.search_mark(substr(folded, place, 3));
  end loop;
  foreach symbol in array string_to_array(platform.rare_symbols(search_text), null) loop
    keys := keys || (month | platform.search_mark(symbol));
  end loop;
  return keys;
end
$$;

-- A sync adds hundreds of rows that share most of their keys: the pending list merges them. It is kept short, because
-- every search reads it.
create index transactions_search on transactions using gin (
  platform.transaction_keys(business_id, date, search_text, account_id, category, is_income))
  with (fastupdate = on, gin_pending_list_limit = 64);
-- Nothing is planned by what ANALYZE would learn of the keys, and learning it takes seconds.
alter index transactions_search alter column 1 set statistics 0;

-- Row-level security lets no index for arrays be used: its operators are not known to keep what they see to themselves.
-- The search therefore runs as a role that sees the rows of all businesses, in one function that looks for those of the
-- business that the transaction names and answers with nothing but dates and ids. What they stand for is then read under
-- the policy of tenants, like everything else.
do $$
begin
  begin
    if not exists (select from pg_roles where rolname = 'millrace_search') then
      create role millrace_search nologin nosuperuser nobypassrls nocreatedb nocreaterole;
    end if;
  exception when duplicate_object or unique_violation then
    null;
  end;
  execute format('grant millrace_search to %I', current_user);
end
$$;
grant usage on schema public to millrace_search;
grant usage on schema platform to millrace_search;
grant select (business_id, id, date, account_id, category, is_income, search_text) on transactions to millrace_search;
create policy search on transactions for select to millrace_search using (true);

-- Those of one month that have all the marks, or any of the others where there are such; from a place on, in the order of
-- the list. What the keys find is a little too much, and is looked at again.
create function platform.search_month_of_transactions(
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
      select t.business_id, t.date, t.id, t.account_id, t.category, t.is_income from public.transactions t
      where has_any is null and strpos(t.search_text, needle) > 0 and platform.transaction_keys(
        t.business_id, t.date, t.search_text, t.account_id, t.category, t.is_income) @> keys
      union all
      select t.business_id, t.date, t.id, t.account_id, t.category, t.is_income from public.transactions t
      where has_any is not null and strpos(t.search_text, needle) > 0 and platform.transaction_keys(
        t.business_id, t.date, t.search_text, t.account_id, t.category, t.is_income) && keys
    )
    select c.date, c.id from candidates c
    where c.business_id = business and c.date between earliest and latest
      and (account is null or c.account_id = account)
      and (wanted_category is null or c.category = wanted_category)
      and (income is null or c.is_income = income)
      and case when backwards then (c.date, c.id) > (place_date, place_id)
        else (c.date, c.id) < (place_date, place_id) end
    order by case when backwards then c.date end, case when backwards then c.id end, c.date desc, c.id desc
    limit most;
end
$$;

-- The next page of what is wanted, from a place on. Null stands for everything, an empty text too.
create function platform.search_transactions(
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
      and (income is null or t.is_income = income) as is_hit
    from (
      (select t.date, t.id, t.account_id, t.category, t.is_income, t.search_text from public.transactions t
        where not backwards and t.business_id = business and (t.date, t.id) < (place_date, place_id)
          and t.date between earliest and latest
        order by t.date desc, t.id desc)
      union all
      (select t.date, t.id, t.account_id, t.category, t.is_income, t.search_text from public.transactions t
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
-- To own them it has to be allowed to make them, for the moment.
grant create on schema platform to millrace_search;
alter function platform.search_month_of_transactions owner to millrace_search;
alter function platform.search_transactions owner to millrace_search;
revoke create on schema platform from millrace_search;
