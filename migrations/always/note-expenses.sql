-- The kept sums of money follow each change of an expense, as note-invoices.sql does for invoices.
create or replace function platform.note_new_expenses() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, currency, minor, count)
  select business_id, 'spent', date, platform.counted_in(business_id, currency, home_minor),
    sum(coalesce(home_minor, amount_minor)), count(*)
  from come group by 1, 2, 3, 4;
  return null;
end
$$;
create or replace trigger note_new after insert on expenses referencing new table as come
  for each statement execute function platform.note_new_expenses();

create or replace function platform.note_changed_expense() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, currency, minor, count) values
    (old.business_id, 'spent', old.date, platform.counted_in(old.business_id, old.currency, old.home_minor),
      -coalesce(old.home_minor, old.amount_minor), -1),
    (new.business_id, 'spent', new.date, platform.counted_in(new.business_id, new.currency, new.home_minor),
      coalesce(new.home_minor, new.amount_minor), 1);
  return null;
end
$$;
create or replace trigger note_changed after update on expenses for each row
  when ((old.date, old.currency, old.amount_minor, old.home_minor)
    is distinct from (new.date, new.currency, new.amount_minor, new.home_minor))
  execute function platform.note_changed_expense();

create or replace function platform.note_removed_expenses() returns trigger
language plpgsql as $$
begin
  if not exists (select from businesses b where b.id in (select business_id from gone)) then
    return null;
  end if;
  insert into money_changes (business_id, kind, day, currency, minor, count)
  select business_id, 'spent', date, platform.counted_in(business_id, currency, home_minor),
    -sum(coalesce(home_minor, amount_minor)), -count(*)
  from gone group by 1, 2, 3, 4;
  return null;
end
$$;
create or replace trigger note_removed after delete on expenses referencing old table as gone
  for each statement execute function platform.note_removed_expenses();
