-- A recurring expense is made 31 days before its day, at the beginning of that day.
create or replace function platform.plan_expenses() returns trigger
language plpgsql as $$
begin
  new.next_run_at := case when new.paused_at is null and new.ended_at is null then (
    select platform.local_moment(new.next_on - 31, 0, b.time_zone) from businesses b where b.id = new.business_id) end;
  return new;
end
$$;
create or replace trigger plan_expenses before insert or update of next_on, paused_at, ended_at on recurring_expenses
  for each row execute function platform.plan_expenses();

-- When a business changes its time zone, its recurring expenses get other moments.
create or replace function platform.plan_expenses_anew() returns trigger
language plpgsql as $$
begin
  update recurring_expenses set next_on = next_on where business_id = new.id and next_run_at is not null;
  return null;
end
$$;
create or replace trigger plan_expenses_anew after update of time_zone on businesses
  for each row when (old.time_zone is distinct from new.time_zone) execute function platform.plan_expenses_anew();
grant execute on function platform.plan_expenses, platform.plan_expenses_anew to millrace_app;
