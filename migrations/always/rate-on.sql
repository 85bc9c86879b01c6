-- What one unit of a currency was worth in the home currency on a day: the newest rate up to that day. A rate that the
-- business entered itself comes before any reference rate. No row if there is no rate.
create or replace function platform.rate_on(
  business uuid, wanted text, home text, on_day date, out rate numeric, out rated_on date, out source text)
returns setof record
language sql stable rows 1 as $$
  select found.rate, found.day, found.source
  from (
    (select e.rate, e.day, 'own' as source, 1 as place from exchange_rates e
     where e.business_id = business and e.currency = wanted and e.day <= on_day
     order by e.day desc limit 1)
    union all
    -- The euro is the base of reference rates and has none itself.
    (select trim_scale(round(h.rate / c.rate, 15)), c.day, c.source, 2
     from platform.reference_rates c join platform.reference_rates h on h.currency = home and h.day = c.day
     where wanted <> 'EUR' and home <> 'EUR' and c.currency = wanted and c.day <= on_day
     order by c.day desc limit 1)
    union all
    (select h.rate, h.day, h.source, 2 from platform.reference_rates h
     where wanted = 'EUR' and h.currency = home and h.day <= on_day
     order by h.day desc limit 1)
    union all
    (select trim_scale(round(1 / c.rate, 15)), c.day, c.source, 2 from platform.reference_rates c
     where home = 'EUR' and c.currency = wanted and c.day <= on_day
     order by c.day desc limit 1)
  ) found
  order by found.place limit 1
$$;

-- The rate that holds for good for something of this day. A reference rate is published on working days; one that is older
-- than a week says nothing about the day.
create or replace function platform.lasting_rate(
  business uuid, wanted text, home text, on_day date, out rate numeric, out rated_on date, out source text)
returns setof record
language sql stable rows 1 as $$
  select r.rate, r.rated_on, r.source from platform.rate_on(business, wanted, home, on_day) r
  where r.source = 'own' or r.rated_on >= on_day - 7
$$;
grant execute on function platform.rate_on, platform.lasting_rate to millrace_app;
