-- When the summary of a month is sent: on the chosen day of the next month, when clocks of the business show eight.
create or replace function platform.summary_moment(of_month date, on_day integer, zone text) returns timestamptz
language sql stable as $$
  select platform.local_moment((of_month + interval '1 month')::date + on_day - 1, 8, zone)
$$;

-- The settings of reports know when the next summary is sent: that of the month after the last one.
create or replace function platform.plan_summary() returns trigger
language plpgsql as $$
begin
  new.next_summary_at := case when new.summary_day is not null then (
    select platform.summary_moment((new.summary_last_month + interval '1 month')::date, new.summary_day, b.time_zone)
    from businesses b where b.id = new.business_id) end;
  return new;
end
$$;
create or replace trigger plan_summary before insert or update of summary_day, summary_last_month on report_settings
  for each row execute function platform.plan_summary();
grant execute on function platform.summary_moment, platform.plan_summary to millrace_app;
