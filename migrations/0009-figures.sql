-- A refund counts on the day it was given back, in the business's time zone as it was then, as a payment does on its own.
alter table refunds add column refunded_on date not null default current_date;
alter table refunds no force row level security;
alter table businesses no force row level security;
update refunds set refunded_on = platform.local_time(refunds.created_at, b.time_zone)::date
from businesses b where b.id = refunds.business_id;
alter table businesses force row level security;
alter table refunds force row level security;

create function platform.date_refund() returns trigger
language plpgsql as $$
begin
  new.refunded_on := (
    select platform.local_time(new.created_at, b.time_zone)::date from businesses b where b.id = new.business_id);
  return new;
end
$$;
create trigger date_refund before insert on refunds for each row execute function platform.date_refund();

-- The movements of money by their day, those that count.
drop index payments_received_on;
create index payments_received on payments (business_id, received_on desc, id desc) where undone_at is null;
create index refunds_given_back on refunds (business_id, refunded_on desc, id desc)
  where state in ('pending', 'succeeded');

-- Sums of money by day and by month, so that no figure has to be added up from all rows of a business:
--   received  payments that were not undone, by their day
--   refunded  refunds that were given back, by their day
--   spent     expenses, by their date
--   owed      what is open of invoices that are not paid, by due date
--   settled   totals of invoices that are paid, by due date
create table money_totals (
  business_id uuid not null references businesses on delete cascade,
  span text not null check (span in ('day', 'month')),
  -- The day, or the first of the month.
  starts_on date not null,
  kind text not null check (kind in ('received', 'refunded', 'spent', 'owed', 'settled')),
  cents bigint not null,
  count bigint not null,
  primary key (business_id, span, starts_on, kind)
);

-- What came to them since. Added by the transaction of the change itself, which thus waits for no other; taken over into
-- the totals from time to time. What holds is always both together.
create table money_changes (
  business_id uuid not null references businesses on delete cascade,
  id bigint generated always as identity,
  kind text not null check (kind in ('received', 'refunded', 'spent', 'owed', 'settled')),
  day date not null,
  cents bigint not null,
  count bigint not null,
  primary key (business_id, id)
);
call platform.protect_tenant_table('money_changes');
revoke update on money_changes from millrace_app;
grant select (business_id) on money_changes to millrace_platform;
create policy due on money_changes for select to millrace_platform using (true);

alter table payments no force row level security;
alter table refunds no force row level security;
alter table expenses no force row level security;
alter table invoices no force row level security;
insert into money_totals (business_id, span, starts_on, kind, cents, count)
select business_id, span, starts_on, kind, sum(cents), count(*)
from (
  select business_id, 'received' as kind, received_on as day, amount_cents as cents
  from payments where undone_at is null
  union all
  select business_id, 'refunded', refunded_on, amount_cents from refunds where state in ('pending', 'succeeded')
  union all
  select business_id, 'spent', date, amount_cents from expenses
  union all
  select business_id, 'owed', due_date, open_cents from invoices where status = 'pending'
  union all
  select business_id, 'settled', due_date, total_cents from invoices where status = 'paid'
) movements
cross join lateral (values ('day', day), ('month', date_trunc('month', day::timestamp)::date)) spans (span, starts_on)
group by business_id, span, starts_on, kind;
alter table payments force row level security;
alter table refunds force row level security;
alter table expenses force row level security;
alter table invoices force row level security;
call platform.protect_tenant_table('money_totals');

-- New rows and removed ones are summed up by statement, so that very many at once are few changes.
create function platform.note_new_invoices() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, cents, count)
  select business_id, case status when 'paid' then 'settled' else 'owed' end, due_date,
    sum(case status when 'paid' then total_cents else open_cents end), count(*)
  from come group by 1, 2, 3;
  return null;
end
$$;
create trigger note_new after insert on invoices referencing new table as come
  for each statement execute function platform.note_new_invoices();

create function platform.note_changed_invoice() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, cents, count) values
    (old.business_id, case old.status when 'paid' then 'settled' else 'owed' end, old.due_date,
      -(case old.status when 'paid' then old.total_cents else old.open_cents end), -1),
    (new.business_id, case new.status when 'paid' then 'settled' else 'owed' end, new.due_date,
      case new.status when 'paid' then new.total_cents else new.open_cents end, 1);
  return null;
end
$$;
create trigger note_changed after update on invoices for each row
  when ((old.status, old.due_date, old.open_cents, old.total_cents)
    is distinct from (new.status, new.due_date, new.open_cents, new.total_cents))
  execute function platform.note_changed_invoice();

-- Those of a business that goes as a whole are nobody's any more. Looked at first: whoever removes a business may not
-- write here at all.
create function platform.note_removed_invoices() returns trigger
language plpgsql as $$
begin
  if not exists (select from businesses b where b.id in (select business_id from gone)) then
    return null;
  end if;
  insert into money_changes (business_id, kind, day, cents, count)
  select business_id, case status when 'paid' then 'settled' else 'owed' end, due_date,
    -sum(case status when 'paid' then total_cents else open_cents end), -count(*)
  from gone group by 1, 2, 3;
  return null;
end
$$;
create trigger note_removed after delete on invoices referencing old table as gone
  for each statement execute function platform.note_removed_invoices();

create function platform.note_new_expenses() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, cents, count)
  select business_id, 'spent', date, sum(amount_cents), count(*) from come group by business_id, date;
  return null;
end
$$;
create trigger note_new after insert on expenses referencing new table as come
  for each statement execute function platform.note_new_expenses();

create function platform.note_changed_expense() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, cents, count) values
    (old.business_id, 'spent', old.date, -old.amount_cents, -1),
    (new.business_id, 'spent', new.date, new.amount_cents, 1);
  return null;
end
$$;
create trigger note_changed after update on expenses for each row
  when ((old.date, old.amount_cents) is distinct from (new.date, new.amount_cents))
  execute function platform.note_changed_expense();

create function platform.note_removed_expenses() returns trigger
language plpgsql as $$
begin
  if not exists (select from businesses b where b.id in (select business_id from gone)) then
    return null;
  end if;
  insert into money_changes (business_id, kind, day, cents, count)
  select business_id, 'spent', date, -sum(amount_cents), -count(*) from gone group by business_id, date;
  return null;
end
$$;
create trigger note_removed after delete on expenses referencing old table as gone
  for each statement execute function platform.note_removed_expenses();

-- Payments and refunds are never removed but with their business; what becomes of them is a change.
create function platform.note_new_payments() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, cents, count)
  select business_id, 'received', received_on, sum(amount_cents), count(*)
  from come where undone_at is null group by business_id, received_on;
  return null;
end
$$;
create trigger note_new after insert on payments referencing new table as come
  for each statement execute function platform.note_new_payments();

create function platform.note_changed_payment() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, cents, count)
  select old.business_id, 'received', old.received_on, -old.amount_cents, -1 where old.undone_at is null
  union all
  select new.business_id, 'received', new.received_on, new.amount_cents, 1 where new.undone_at is null;
  return null;
end
$$;
create trigger note_changed after update on payments for each row
  when ((old.undone_at is null, old.received_on, old.amount_cents)
    is distinct from (new.undone_at is null, new.received_on, new.amount_cents))
  execute function platform.note_changed_payment();

create function platform.note_new_refunds() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, cents, count)
  select business_id, 'refunded', refunded_on, sum(amount_cents), count(*)
  from come where state in ('pending', 'succeeded') group by business_id, refunded_on;
  return null;
end
$$;
create trigger note_new after insert on refunds referencing new table as come
  for each statement execute function platform.note_new_refunds();

create function platform.note_changed_refund() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, cents, count)
  select old.business_id, 'refunded', old.refunded_on, -old.amount_cents, -1
  where old.state in ('pending', 'succeeded')
  union all
  select new.business_id, 'refunded', new.refunded_on, new.amount_cents, 1
  where new.state in ('pending', 'succeeded');
  return null;
end
$$;
create trigger note_changed after update on refunds for each row
  when ((old.state, old.refunded_on, old.amount_cents) is distinct from (new.state, new.refunded_on, new.amount_cents))
  execute function platform.note_changed_refund();

-- Whoever looks at a page of the business is told that something there is out of date, not what. The name of the
-- business and of the matter is all that travels; said twice in one transaction it arrives once.
create function platform.tell_money() returns trigger
language plpgsql as $$
begin
  perform pg_notify('millrace', business_id || ' ' || case kind when 'spent' then 'expenses' else 'invoices' end)
  from come group by business_id, kind;
  return null;
end
$$;
create trigger tell after insert on money_changes referencing new table as come
  for each statement execute function platform.tell_money();

create function platform.tell_row() returns trigger
language plpgsql as $$
begin
  perform pg_notify('millrace', new.business_id || ' ' || tg_argv[0]);
  return null;
end
$$;
create trigger tell_new after insert on bank_connections for each row execute function platform.tell_row('banks');
create trigger tell_changed after update on bank_connections for each row
  when ((old.state, old.last_synced_at, old.item_taken_at, old.removed_at)
    is distinct from (new.state, new.last_synced_at, new.item_taken_at, new.removed_at))
  execute function platform.tell_row('banks');
create trigger tell_failed after update on mails for each row
  when ((new.state = 'failed') <> (old.state = 'failed') and new.business_id is not null)
  execute function platform.tell_row('mails');

-- Those to clients.
create index mails_failed on mails (business_id, created_at desc)
  where state = 'failed' and kind in ('invoice', 'receipt', 'reminder');

-- Its owner has seen enough of the first steps.
alter table businesses add column first_steps_hidden_at timestamptz;
grant update (first_steps_hidden_at) on businesses to millrace_app;
