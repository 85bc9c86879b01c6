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

-- Every run of symbols in a text, each as a key of the scope: runs of three symbols, and shorter ones from `shortest` on.
-- The mark is spelled out, because millrace_auth, which writes users, has no right to look up a name in this schema.
create or replace function platform.search_keys(scope bigint, content text, shortest integer default 3) returns bigint[]
language plpgsql immutable parallel safe as $$
declare
  keys bigint[] := '{}';
begin
  for symbols in shortest .. 3 loop
    for start in 1 .. coalesce(length(content), 0) - symbols + 1 loop
      keys := keys || (scope | (hashtextextended(substr(content, start, symbols), 0) & 4294967295));
    end loop;
  end loop;
  return keys;
end
$$;

-- What the three indexes hold of a row. An index names its function, so these names stay as long as the indexes do.
-- Postgres must not put the expression in the place of the call: a connection that has used the index before would not
-- find it for the new expression. It never does so for PL/pgSQL, nor for an expression with a subselect.

-- transactions_search: the text, each rare symbol, the account, the category and the direction.
create or replace function platform.transaction_keys(
  business uuid, day date, search_text text, account uuid, category text, is_income boolean) returns bigint[]
language plpgsql immutable parallel safe as $$
declare
  month constant bigint := platform.search_month(business, day);
  keys bigint[] := platform.search_keys(month, platform.fold_for_search(search_text));
  thing text;
begin
  foreach thing in array array[
    'account ' || coalesce(account::text, ''), 'category ' || category, 'income ' || is_income::text]
    || string_to_array(platform.rare_symbols(search_text), null)
  loop
    keys := keys || (month | platform.search_mark(thing));
  end loop;
  return keys;
end
$$;

-- users_search: name, address and business. Users have no scope. In SQL, whose names are looked up when the function is
-- created and not when millrace_auth uses it.
create or replace function platform.text_keys(content text) returns bigint[]
language sql immutable parallel safe
return (select platform.search_keys(0, platform.fold_for_search(content)));

-- invoices_search: the client's name, which may be searched for by one or two symbols, too.
create or replace function platform.name_keys(business uuid, name text) returns bigint[]
language plpgsql immutable parallel safe as $$
begin
  return platform.search_keys(platform.search_business(business), lower(name), shortest => 1);
end
$$;
