-- The kept sums of money (money_totals and money_changes) follow each change of an invoice. New and removed rows are summed
-- up by statement, so that very many at once are few changes. An invoice counts in its own currency, without what its
-- credit notes take back, for its client as well. A cancelled one counts nowhere.
create or replace function platform.note_new_invoices() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, currency, minor, count, client_id)
  select business_id, case status when 'paid' then 'settled' else 'owed' end, due_date, currency,
    sum(case status when 'paid' then total_minor - credit_notes_minor else open_minor end), count(*), client_id
  from come where status <> 'cancelled' group by 1, 2, 3, 4, client_id;
  return null;
end
$$;
create or replace trigger note_new after insert on invoices referencing new table as come
  for each statement execute function platform.note_new_invoices();

create or replace function platform.note_changed_invoice() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, currency, minor, count, client_id)
  select old.business_id, case old.status when 'paid' then 'settled' else 'owed' end, old.due_date, old.currency,
    -(case old.status when 'paid' then old.total_minor - old.credit_notes_minor else old.open_minor end), -1, old.client_id
  where old.status <> 'cancelled'
  union all
  select new.business_id, case new.status when 'paid' then 'settled' else 'owed' end, new.due_date, new.currency,
    case new.status when 'paid' then new.total_minor - new.credit_notes_minor else new.open_minor end, 1, new.client_id
  where new.status <> 'cancelled';
  return null;
end
$$;
create or replace trigger note_changed after update on invoices for each row
  when ((old.status, old.client_id, old.due_date, old.currency, old.open_minor, old.total_minor, old.credit_notes_minor)
    is distinct from
    (new.status, new.client_id, new.due_date, new.currency, new.open_minor, new.total_minor, new.credit_notes_minor))
  execute function platform.note_changed_invoice();

-- When a business goes as a whole, its sums go with it. That is checked first, because the role that removes a business may
-- not write here at all.
create or replace function platform.note_removed_invoices() returns trigger
language plpgsql as $$
begin
  if not exists (select from businesses b where b.id in (select business_id from gone)) then
    return null;
  end if;
  insert into money_changes (business_id, kind, day, currency, minor, count, client_id)
  select business_id, case status when 'paid' then 'settled' else 'owed' end, due_date, currency,
    -sum(case status when 'paid' then total_minor - credit_notes_minor else open_minor end), -count(*), client_id
  from gone where status <> 'cancelled' group by 1, 2, 3, 4, client_id;
  return null;
end
$$;
create or replace trigger note_removed after delete on invoices referencing old table as gone
  for each statement execute function platform.note_removed_invoices();
