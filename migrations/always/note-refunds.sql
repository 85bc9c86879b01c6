-- The kept sums of money follow each change of a refund. A refund is only removed together with its business.
create or replace function platform.note_new_refunds() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, minor, count)
  select business_id, 'refunded', refunded_on, sum(amount_minor), count(*)
  from come where platform.is_given_back(state) group by business_id, refunded_on;
  return null;
end
$$;
create or replace trigger note_new after insert on refunds referencing new table as come
  for each statement execute function platform.note_new_refunds();

create or replace function platform.note_changed_refund() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, minor, count)
  select old.business_id, 'refunded', old.refunded_on, -old.amount_minor, -1
  where platform.is_given_back(old.state)
  union all
  select new.business_id, 'refunded', new.refunded_on, new.amount_minor, 1
  where platform.is_given_back(new.state);
  return null;
end
$$;
create or replace trigger note_changed after update on refunds for each row
  when ((old.state, old.refunded_on, old.amount_minor) is distinct from (new.state, new.refunded_on, new.amount_minor))
  execute function platform.note_changed_refund();
