-- The texts by which a search for transactions finds an amount, each after a line break: $1,234.50 and $1234.50. Amounts in
-- other currencies than US dollars are found by their code and, where there is one, by their sign: EUR 1,234.50 and €1,234.50.
-- The text of a transaction is stored, so a change to what this returns takes a numbered migration that stores it again.
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
