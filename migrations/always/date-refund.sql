-- A refund counts on the day it was given back, in the time zone that the business had then. What comes back from an archive
-- keeps its day.
create or replace function platform.date_refund() returns trigger
language plpgsql as $$
begin
  new.refunded_on := (
    select platform.local_time(new.created_at, b.time_zone)::date from businesses b where b.id = new.business_id);
  return new;
end
$$;
create or replace trigger date_refund before insert on refunds for each row
  when (current_setting('app.restoring', true) is distinct from 'yes') execute function platform.date_refund();
