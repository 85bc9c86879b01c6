-- The decimals of a currency, as digitsOf() in src/shared/currencies.ts has them; a test compares the two.
create or replace function platform.minor_digits(currency text) returns integer
language sql immutable parallel safe
return case
  when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF',
    'XOF', 'XPF') then 0
  when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
  else 2 end;

-- Converts an amount at a rate, as convertMoney() in src/shared/money.ts does: half a minor unit is rounded away from zero.
create or replace function platform.convert_minor(minor bigint, rate numeric, currency text, home text) returns bigint
language sql immutable parallel safe
return round(minor * rate * power(10::numeric, platform.minor_digits(home) - platform.minor_digits(currency)))::bigint;
grant execute on function platform.minor_digits, platform.convert_minor to millrace_app;
