-- A refund counts on the day it was given back, in the time zone that the business had then.
create or replace function platform.date_refund() returns trigger
language plpgsql as $$
begin
  new.refunded_on := (
    select platform.local_time(new.created_at, b.time_zone)::date from businesses b where b.id = new.business_id);
  return new;
end
$$;
create or replace trigger date_refund before insert on refunds for each row execute function platform.date_refund();
