-- The kept sums of money follow each change of an expense, as note-invoices.sql does for invoices.
create or replace function platform.note_new_expenses() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, minor, count)
  select business_id, 'spent', date, sum(amount_minor), count(*) from come group by business_id, date;
  return null;
end
$$;
create or replace trigger note_new after insert on expenses referencing new table as come
  for each statement execute function platform.note_new_expenses();

create or replace function platform.note_changed_expense() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, minor, count) values
    (old.business_id, 'spent', old.date, -old.amount_minor, -1),
    (new.business_id, 'spent', new.date, new.amount_minor, 1);
  return null;
end
$$;
create or replace trigger note_changed after update on expenses for each row
  when ((old.date, old.amount_minor) is distinct from (new.date, new.amount_minor))
  execute function platform.note_changed_expense();

create or replace function platform.note_removed_expenses() returns trigger
language plpgsql as $$
begin
  if not exists (select from businesses b where b.id in (select business_id from gone)) then
    return null;
  end if;
  insert into money_changes (business_id, kind, day, minor, count)
  select business_id, 'spent', date, -sum(amount_minor), -count(*) from gone group by business_id, date;
  return null;
end
$$;
create or replace trigger note_removed after delete on expenses referencing old table as gone
  for each statement execute function platform.note_removed_expenses();
