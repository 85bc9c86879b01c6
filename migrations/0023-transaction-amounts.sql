-- A search for transactions finds amounts with the decimals of their currency. For amounts in US dollars the searched text
-- stays what it was.
create or replace function platform.minor_digits(currency text) returns integer
language sql immutable parallel safe
return case
  when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF',
    'XOF', 'XPF') then 0
  when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
  else 2 end;
grant execute on function platform.minor_digits to millrace_app;
create or replace function platform.amount_texts(minor bigint, currency text) returns text
language plpgsql immutable parallel safe as $$
declare
  digits constant integer := platform.minor_digits(currency);
  unit constant bigint := (10 ^ digits)::bigint;
  whole constant text := (minor / unit)::text;
  grouped constant text := regexp_replace(whole, '(\d)(?=(\d{3})+$)', '\1,', 'g');
  decimals constant text := case when digits = 0 then '' else '.' || lpad((minor % unit)::text, digits, '0') end;
  sign constant text := case currency
    when 'USD' then '$' when 'EUR' then '€' when 'GBP' then '£' when 'JPY' then 'JP¥' when 'CNY' then 'CN¥'
    when 'INR' then '₹' when 'KRW' then '₩' when 'ILS' then '₪' when 'VND' then '₫' when 'PHP' then '₱'
    when 'AUD' then 'A$' when 'BRL' then 'R$' when 'CAD' then 'CA$' when 'HKD' then 'HK$' when 'MXN' then 'MX$'
    when 'NZD' then 'NZ$' when 'SGD' then 'S$' when 'TWD' then 'NT$' when 'XCD' then 'EC$'
    when 'XAF' then 'FCFA ' when 'XOF' then 'F CFA ' when 'XPF' then 'CFPF ' end;
  texts text := '';
  mark text;
begin
  foreach mark in array array_remove(array[sign, case when currency <> 'USD' then currency || ' ' end], null) loop
    texts := texts || E'\n' || mark || grouped || decimals;
    if grouped <> whole then
      texts := texts || E'\n' || mark || whole || decimals;
    end if;
  end loop;
  return texts;
end
$$;
grant execute on function platform.amount_texts to millrace_app;

-- The expression of a generated column can't be changed. Dropping the column drops its index and the right to read it,
-- which always/search-transactions.sql grants.
alter table transactions drop column search_text;
alter table transactions add column search_text text not null generated always as (lower(
  description || E'\n' || coalesce(chosen_category, rule_category, provider_category)
  || platform.amount_texts(amount_minor, currency) || E'\n')) stored;
grant select (search_text) on transactions to millrace_search;
create index transactions_search on transactions using gin (
  platform.transaction_keys(business_id, date, search_text, account_id, category, is_income))
  with (fastupdate = on, gin_pending_list_limit = 64);
alter index transactions_search alter column 1 set statistics 0;
