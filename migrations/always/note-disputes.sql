-- In the kept sums of money a dispute that is open or lost counts like a refund, on the day it was opened.
create or replace function platform.note_new_disputes() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, currency, minor, count)
  select business_id, 'refunded', opened_on, platform.counted_in(business_id, currency, home_minor),
    sum(coalesce(home_minor, amount_minor)), count(*)
  from come where platform.is_taken_back(state) group by 1, 2, 3, 4
  union all
  select business_id, 'gained', opened_on, platform.counted_in(business_id, currency, home_minor), sum(gain_minor), count(*)
  from come where platform.is_taken_back(state) and gain_minor is not null group by 1, 2, 3, 4;
  return null;
end
$$;
create or replace trigger note_new after insert on disputes referencing new table as come
  for each statement execute function platform.note_new_disputes();

create or replace function platform.note_changed_dispute() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, currency, minor, count)
  select old.business_id, 'refunded', old.opened_on, platform.counted_in(old.business_id, old.currency, old.home_minor),
    -coalesce(old.home_minor, old.amount_minor), -1
  where platform.is_taken_back(old.state)
  union all
  select old.business_id, 'gained', old.opened_on, platform.counted_in(old.business_id, old.currency, old.home_minor),
    -old.gain_minor, -1
  where platform.is_taken_back(old.state) and old.gain_minor is not null
  union all
  select new.business_id, 'refunded', new.opened_on, platform.counted_in(new.business_id, new.currency, new.home_minor),
    coalesce(new.home_minor, new.amount_minor), 1
  where platform.is_taken_back(new.state)
  union all
  select new.business_id, 'gained', new.opened_on, platform.counted_in(new.business_id, new.currency, new.home_minor),
    new.gain_minor, 1
  where platform.is_taken_back(new.state) and new.gain_minor is not null;
  return null;
end
$$;
create or replace trigger note_changed after update on disputes for each row
  when ((old.state, old.opened_on, old.amount_minor, old.home_minor, old.gain_minor)
    is distinct from (new.state, new.opened_on, new.amount_minor, new.home_minor, new.gain_minor))
  execute function platform.note_changed_dispute();
