-- An open estimate knows when its client is reminded: three days before its last day at the sending hour, once, if it was
-- sent at least a day before.
create or replace function platform.plan_estimate() returns trigger
language plpgsql as $$
begin
  new.next_run_at := case when new.status = 'open' and new.reminded_at is null then (
    select moment
    from businesses b
    left join reminder_settings s on s.business_id = b.id
    cross join lateral platform.local_moment(
      new.valid_until - 3, coalesce(s.send_hour, platform.default_send_hour()), b.time_zone) moment
    where b.id = new.business_id and moment >= new.sent_at + interval '24 hours') end;
  return new;
end
$$;
create or replace trigger plan_estimate before insert or update of status, valid_until, sent_at, reminded_at on estimates
  for each row execute function platform.plan_estimate();
grant execute on function platform.plan_estimate to millrace_app;
