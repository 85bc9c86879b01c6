-- The kept sums of money follow each change of a payment. A payment is only removed together with its business.
create or replace function platform.note_new_payments() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, currency, minor, count)
  select business_id, 'received', received_on, platform.counted_in(business_id, currency, home_minor),
    sum(coalesce(home_minor, amount_minor)), count(*)
  from come where undone_at is null group by 1, 2, 3, 4
  union all
  select business_id, 'gained', received_on, platform.counted_in(business_id, currency, home_minor), sum(gain_minor), count(*)
  from come where undone_at is null and gain_minor is not null group by 1, 2, 3, 4;
  return null;
end
$$;
create or replace trigger note_new after insert on payments referencing new table as come
  for each statement execute function platform.note_new_payments();

create or replace function platform.note_changed_payment() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, currency, minor, count)
  select old.business_id, 'received', old.received_on, platform.counted_in(old.business_id, old.currency, old.home_minor),
    -coalesce(old.home_minor, old.amount_minor), -1
  where old.undone_at is null
  union all
  select old.business_id, 'gained', old.received_on, platform.counted_in(old.business_id, old.currency, old.home_minor),
    -old.gain_minor, -1
  where old.undone_at is null and old.gain_minor is not null
  union all
  select new.business_id, 'received', new.received_on, platform.counted_in(new.business_id, new.currency, new.home_minor),
    coalesce(new.home_minor, new.amount_minor), 1
  where new.undone_at is null
  union all
  select new.business_id, 'gained', new.received_on, platform.counted_in(new.business_id, new.currency, new.home_minor),
    new.gain_minor, 1
  where new.undone_at is null and new.gain_minor is not null;
  return null;
end
$$;
create or replace trigger note_changed after update on payments for each row
  when ((old.undone_at is null, old.received_on, old.amount_minor, old.home_minor, old.gain_minor)
    is distinct from (new.undone_at is null, new.received_on, new.amount_minor, new.home_minor, new.gain_minor))
  execute function platform.note_changed_payment();
