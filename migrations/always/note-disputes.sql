-- In the kept sums of money a dispute that is open or lost counts like a refund, on the day it was opened.
create or replace function platform.note_new_disputes() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, minor, count)
  select business_id, 'refunded', opened_on, sum(amount_minor), count(*)
  from come where platform.is_taken_back(state) group by business_id, opened_on;
  return null;
end
$$;
create or replace trigger note_new after insert on disputes referencing new table as come
  for each statement execute function platform.note_new_disputes();

create or replace function platform.note_changed_dispute() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, minor, count)
  select old.business_id, 'refunded', old.opened_on, -old.amount_minor, -1 where platform.is_taken_back(old.state)
  union all
  select new.business_id, 'refunded', new.opened_on, new.amount_minor, 1 where platform.is_taken_back(new.state);
  return null;
end
$$;
create or replace trigger note_changed after update on disputes for each row
  when ((old.state, old.opened_on, old.amount_minor) is distinct from (new.state, new.opened_on, new.amount_minor))
  execute function platform.note_changed_dispute();
