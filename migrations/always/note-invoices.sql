-- The kept sums of money (money_totals and money_changes) follow each change of an invoice. New and removed rows are summed
-- up by statement, so that very many at once are few changes.
create or replace function platform.note_new_invoices() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, minor, count)
  select business_id, case status when 'paid' then 'settled' else 'owed' end, due_date,
    sum(case status when 'paid' then total_minor else open_minor end), count(*)
  from come group by 1, 2, 3;
  return null;
end
$$;
create or replace trigger note_new after insert on invoices referencing new table as come
  for each statement execute function platform.note_new_invoices();

create or replace function platform.note_changed_invoice() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, minor, count) values
    (old.business_id, case old.status when 'paid' then 'settled' else 'owed' end, old.due_date,
      -(case old.status when 'paid' then old.total_minor else old.open_minor end), -1),
    (new.business_id, case new.status when 'paid' then 'settled' else 'owed' end, new.due_date,
      case new.status when 'paid' then new.total_minor else new.open_minor end, 1);
  return null;
end
$$;
create or replace trigger note_changed after update on invoices for each row
  when ((old.status, old.due_date, old.open_minor, old.total_minor)
    is distinct from (new.status, new.due_date, new.open_minor, new.total_minor))
  execute function platform.note_changed_invoice();

-- When a business goes as a whole, its sums go with it. That is checked first, because the role that removes a business may
-- not write here at all.
create or replace function platform.note_removed_invoices() returns trigger
language plpgsql as $$
begin
  if not exists (select from businesses b where b.id in (select business_id from gone)) then
    return null;
  end if;
  insert into money_changes (business_id, kind, day, minor, count)
  select business_id, case status when 'paid' then 'settled' else 'owed' end, due_date,
    -sum(case status when 'paid' then total_minor else open_minor end), -count(*)
  from gone group by 1, 2, 3;
  return null;
end
$$;
create or replace trigger note_removed after delete on invoices referencing old table as gone
  for each statement execute function platform.note_removed_invoices();
