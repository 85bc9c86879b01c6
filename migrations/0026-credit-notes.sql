-- A credit note takes back an invoice that was sent, in whole or in part. It is never changed and never deleted; the number
-- comes from a sequence of its own.
create table credit_notes (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  invoice_id uuid not null,
  number text not null check (number ~ '^[A-Za-z0-9./_-]{1,40}$'),
  number_scope uuid not null,
  number_year integer not null,
  sequence_number bigint not null,
  created_by uuid not null,
  -- Sent by the form, so that a credit note that is requested twice is made once.
  request_id uuid not null,
  -- Both as on the invoice.
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  locale text not null,
  issue_date date not null,
  reason text not null default '' check (length(reason) <= 500),
  -- The credited lines with the credited quantities, or the credited amount.
  charge jsonb not null,
  -- Which lines and fees of the invoice these are: { lines: [{ line, quantity }], fees: [] }.
  parts jsonb not null,
  -- What each line and each tax comes to: { lineMinor: [], taxesMinor: [] }.
  amounts jsonb not null,
  subtotal_minor bigint not null check (subtotal_minor >= 0),
  discount_minor bigint not null check (discount_minor >= 0),
  tax_minor bigint not null check (tax_minor >= 0),
  fees_minor bigint not null check (fees_minor >= 0),
  total_minor bigint not null check (total_minor > 0),
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint credit_notes_number unique (business_id, number),
  constraint credit_notes_sequence unique (business_id, number_scope, number_year, sequence_number),
  constraint credit_notes_request unique (business_id, request_id),
  -- An invoice that was credited cannot be deleted.
  constraint credit_notes_invoice foreign key (business_id, invoice_id) references invoices (business_id, id)
);
create index credit_notes_id on credit_notes (id);
create index credit_notes_invoice_id on credit_notes (business_id, invoice_id);
call platform.protect_tenant_table('credit_notes');
revoke update, delete on credit_notes from millrace_app;
grant update (sent_at) on credit_notes to millrace_app;
-- A public link leads to its business. Nothing else of the row can be read this way.
grant select (business_id, id) on credit_notes to millrace_platform;
create policy link on credit_notes for select to millrace_platform using (true);

alter table invoices
  -- The sum of its credit notes.
  add column credit_notes_minor bigint not null default 0,
  add constraint invoices_credit_notes_check check (credit_notes_minor between 0 and total_minor),
  -- cancelled: its credit notes cover all of it, and no money for it is kept.
  drop constraint invoices_status_check,
  add constraint invoices_status_check check (status in ('pending', 'paid', 'cancelled'));

-- A generated column cannot get another expression, so it is made again, with all that names it.
drop trigger note_changed on invoices;
drop index invoices_status;
drop index invoices_balance;
alter table invoices drop column open_minor;
alter table invoices add column open_minor bigint not null generated always as (
  case when status <> 'pending' then 0
    else greatest(total_minor - credit_notes_minor - credited_minor - received_minor - waived_minor, 0) end) stored;
create index invoices_status on invoices (business_id, status, due_date desc, id desc)
  include (open_minor, received_minor);
create index invoices_balance on invoices (business_id, open_minor, due_date desc, id desc)
  where status = 'pending' and open_minor <> total_minor;
create trigger note_changed after update on invoices for each row
  when ((old.status, old.due_date, old.currency, old.open_minor, old.total_minor, old.credit_notes_minor)
    is distinct from
    (new.status, new.due_date, new.currency, new.open_minor, new.total_minor, new.credit_notes_minor))
  execute function platform.note_changed_invoice();
drop trigger plan_reminder on invoices;
create trigger plan_reminder
  before insert or update of due_date, status, send_reminder, send_option, sent_at, client_id,
  total_minor, credit_notes_minor, received_minor, credited_minor, waived_minor, is_disputed, reminders_since,
  reminders_not_before, reminders_paused_at, reminded_at on invoices
  for each row execute function platform.plan_reminder();
delete from migrations.repeatable where name in ('always/note-invoices.sql', 'always/plan-reminder.sql');

alter table invoice_events drop constraint invoice_events_kind_check;
alter table invoice_events add constraint invoice_events_kind_check check (kind in (
  'created', 'duplicated', 'changed', 'viewed', 'paid', 'payment', 'overpaid', 'refunded', 'refund-failed', 'undone',
  'recurred', 'says-paid', 'reminders-paused', 'reminders-resumed', 'waived', 'owed-again', 'disputed', 'dispute-won',
  'dispute-lost', 'credited', 'cancelled'));

-- The mail with a credit note is one to a client, too.
drop index mails_failed;
create index mails_failed on mails (business_id, created_at desc)
  where state = 'failed' and kind in ('invoice', 'receipt', 'reminder', 'refund', 'credit-note');
