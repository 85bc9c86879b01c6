-- A dispute counts on the day it was opened, in the time zone that the business had then.
create or replace function platform.date_dispute() returns trigger
language plpgsql as $$
begin
  new.opened_on := (
    select platform.local_time(new.opened_at, b.time_zone)::date from businesses b where b.id = new.business_id);
  return new;
end
$$;
create or replace trigger date_dispute before insert on disputes for each row execute function platform.date_dispute();
