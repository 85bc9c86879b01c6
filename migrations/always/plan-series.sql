-- A recurring invoice knows when it is made next: at the sending hour of its next day. It is not made while it is paused
-- or after it has ended.
create or replace function platform.plan_series() returns trigger
language plpgsql as $$
begin
  new.next_run_at := case when new.paused_at is null and new.ended_at is null then (
    select platform.local_moment(new.next_on, coalesce(s.send_hour, platform.default_send_hour()), b.time_zone)
    from businesses b left join reminder_settings s on s.business_id = b.id
    where b.id = new.business_id) end;
  return new;
end
$$;
create or replace trigger plan_series before insert or update of next_on, paused_at, ended_at on recurring_series
  for each row execute function platform.plan_series();
grant execute on function platform.plan_series to millrace_app;
