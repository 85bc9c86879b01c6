-- A dispute counts on the day it was opened, in the time zone that the business had then. What comes back from an archive
-- keeps its day.
create or replace function platform.date_dispute() returns trigger
language plpgsql as $$
begin
  new.opened_on := (
    select platform.local_time(new.opened_at, b.time_zone)::date from businesses b where b.id = new.business_id);
  return new;
end
$$;
create or replace trigger date_dispute before insert on disputes for each row
  when (current_setting('app.restoring', true) is distinct from 'yes') execute function platform.date_dispute();
