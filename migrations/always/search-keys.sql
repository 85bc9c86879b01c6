-- The keys by which a search finds rows. An index holds them for each row, so a change to what one of these functions
-- returns takes a numbered migration that builds the index again.

-- A key is 64 bits: the upper half is the scope of the search, the lower half is a mark of what the row holds.
create or replace function platform.search_mark(thing text) returns bigint
language sql immutable parallel safe
return hashtextextended(thing, 0) & 4294967295;

-- The scope of transactions is a business and a month, so that the keys of a month lie together. A search goes through the
-- months one by one, newest first.
create or replace function platform.search_month(business uuid, day date) returns bigint
language sql immutable parallel safe
return uuid_hash_extended(business, (extract(year from day) * 12 + extract(month from day))::bigint) & -4294967296;

-- The scope of invoices is a business, so that no search reads the keys of another business.
create or replace function platform.search_business(business uuid) returns bigint
language sql immutable parallel safe
return uuid_hash_extended(business, 0) & -4294967296;

-- Few enough symbols that a search for two of them can look up every three that begin with them.
create or replace function platform.fold_for_search(content text) returns text
language sql immutable parallel safe
return regexp_replace(content, '[^a-z0-9 $.,\n]', '~', 'g');

-- Symbols so rare that a search for a single one may have to look far.
create or replace function platform.rare_symbols(content text) returns text
language sql immutable parallel safe
return regexp_replace(content, '[a-ik-pr-wy0-9 $.,\n]+', '', 'g');

-- Of a transaction: every three symbols in a row of its text, each rare symbol, its account, its category and its
-- direction.
create or replace function platform.transaction_keys(
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

-- Of a text: every three symbols in a row. The keys of users have no scope.
create or replace function platform.text_keys(content text) returns bigint[]
language sql immutable parallel safe
return (
  select coalesce(array_agg(distinct platform.search_mark(substr(platform.fold_for_search(content), place, 3))), '{}')
  from generate_series(1, length(content) - 2) place
);

-- Of the client's name on an invoice: every one, two and three symbols in a row.
create or replace function platform.name_keys(business uuid, name text) returns bigint[]
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
