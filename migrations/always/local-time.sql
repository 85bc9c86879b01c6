-- The moment at which clocks in a time zone show this hour of this day. A zone that this database does not know counts as
-- UTC: the database and the app may have different lists of zones.
create or replace function platform.local_moment(day date, hour integer, zone text) returns timestamptz
language plpgsql stable as $$
begin
  return (day + make_interval(hours => hour)) at time zone zone;
exception when invalid_parameter_value then
  return (day + make_interval(hours => hour)) at time zone 'UTC';
end
$$;

-- What clocks in a time zone show at a moment.
create or replace function platform.local_time(moment timestamptz, zone text) returns timestamp
language plpgsql stable as $$
begin
  return moment at time zone zone;
exception when invalid_parameter_value then
  return moment at time zone 'UTC';
end
$$;
grant execute on function platform.local_moment, platform.local_time to millrace_app;
