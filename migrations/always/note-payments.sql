-- The kept sums of money follow each change of a payment. A payment is only removed together with its business.
create or replace function platform.note_new_payments() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, minor, count)
  select business_id, 'received', received_on, sum(amount_minor), count(*)
  from come where undone_at is null group by business_id, received_on;
  return null;
end
$$;
create or replace trigger note_new after insert on payments referencing new table as come
  for each statement execute function platform.note_new_payments();

create or replace function platform.note_changed_payment() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, minor, count)
  select old.business_id, 'received', old.received_on, -old.amount_minor, -1 where old.undone_at is null
  union all
  select new.business_id, 'received', new.received_on, new.amount_minor, 1 where new.undone_at is null;
  return null;
end
$$;
create or replace trigger note_changed after update on payments for each row
  when ((old.undone_at is null, old.received_on, old.amount_minor)
    is distinct from (new.undone_at is null, new.received_on, new.amount_minor))
  execute function platform.note_changed_payment();
