-- The first moment, from this one on, at which clocks in the time zone show this hour.
create or replace function platform.next_sending_hour(earliest timestamptz, hour integer, zone text) returns timestamptz
language sql stable as $$
  select min(moment)
  from generate_series(-1, 2) ahead
  cross join lateral platform.local_moment(platform.local_time(earliest, zone)::date + ahead, hour, zone) moment
  where moment >= earliest
$$;

-- Whether reminders leave at this moment: on the day of the sending hour, up to eight hours after it.
create or replace function platform.is_sending_time(moment timestamptz, hour integer, zone text) returns boolean
language sql stable as $$
  select extract(hour from platform.local_time(moment, zone)) between hour and hour + 7
$$;

-- The first moment at which reminders leave that lies a day or more after this one.
create or replace function platform.day_after(moment timestamptz, hour integer, zone text) returns timestamptz
language sql stable as $$
  select case when platform.is_sending_time(moment + interval '24 hours', hour, zone) then moment + interval '24 hours'
    else platform.next_sending_hour(moment + interval '24 hours', hour, zone) end
$$;
grant execute on function platform.next_sending_hour, platform.is_sending_time, platform.day_after to millrace_app;
