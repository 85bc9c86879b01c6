-- The kept sums of money (money_totals and money_changes) follow each change of an invoice. New and removed rows are summed
-- up by statement, so that very many at once are few changes. An invoice counts in its own currency, without what its
-- credit notes take back, for its client as well. One that is paid in parts owes each part on its date. A cancelled one
-- counts nowhere.
create or replace function platform.note_new_invoices() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, currency, minor, count, client_id)
  select business_id, case status when 'paid' then 'settled' else 'owed' end, due_date, currency,
    sum(case status when 'paid' then total_minor - credit_notes_minor else open_minor end), count(*), client_id
  from come where status <> 'cancelled' and (parts is null or status = 'paid') group by 1, 2, 3, 4, client_id
  union all
  select business_id, 'owed', owed.day, currency, sum(owed.minor), sum(owed.count), client_id
  from come cross join lateral platform.owed_parts(due_date, open_minor, parts, received_minor + waived_minor,
    total_minor - credit_notes_minor - credited_minor) owed
  where status = 'pending' and parts is not null group by 1, 2, 3, 4, client_id;
  return null;
end
$$;
create or replace trigger note_new after insert on invoices referencing new table as come
  for each statement execute function platform.note_new_invoices();

create or replace function platform.note_changed_invoice() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, currency, minor, count, client_id)
  select old.business_id, 'settled', old.due_date, old.currency, -(old.total_minor - old.credit_notes_minor), -1,
    old.client_id
  where old.status = 'paid'
  union all
  select old.business_id, 'owed', owed.day, old.currency, -owed.minor, -owed.count, old.client_id
  from platform.owed_parts(old.due_date, old.open_minor, old.parts, old.received_minor + old.waived_minor,
    old.total_minor - old.credit_notes_minor - old.credited_minor) owed
  where old.status = 'pending'
  union all
  select new.business_id, 'settled', new.due_date, new.currency, new.total_minor - new.credit_notes_minor, 1,
    new.client_id
  where new.status = 'paid'
  union all
  select new.business_id, 'owed', owed.day, new.currency, owed.minor, owed.count, new.client_id
  from platform.owed_parts(new.due_date, new.open_minor, new.parts, new.received_minor + new.waived_minor,
    new.total_minor - new.credit_notes_minor - new.credited_minor) owed
  where new.status = 'pending';
  return null;
end
$$;
create or replace trigger note_changed after update on invoices for each row
  when ((old.status, old.client_id, old.due_date, old.currency, old.open_minor, old.total_minor, old.credit_notes_minor)
    is distinct from
    (new.status, new.client_id, new.due_date, new.currency, new.open_minor, new.total_minor, new.credit_notes_minor)
    or (old.parts, old.received_minor + old.waived_minor) is distinct from (new.parts, new.received_minor + new.waived_minor)
    and (old.parts is not null or new.parts is not null))
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
  from gone where status <> 'cancelled' and (parts is null or status = 'paid') group by 1, 2, 3, 4, client_id
  union all
  select business_id, 'owed', owed.day, currency, -sum(owed.minor), -sum(owed.count), client_id
  from gone cross join lateral platform.owed_parts(due_date, open_minor, parts, received_minor + waived_minor,
    total_minor - credit_notes_minor - credited_minor) owed
  where status = 'pending' and parts is not null group by 1, 2, 3, 4, client_id;
  return null;
end
$$;
create or replace trigger note_removed after delete on invoices referencing old table as gone
  for each statement execute function platform.note_removed_invoices();
