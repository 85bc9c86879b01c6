-- Whether the client owes again what was refunded. The owner says so; by default the invoice stays settled. For refunds
-- that exist nothing changes: until now every refund reopened its invoice.
alter table refunds add column still_owed boolean not null default true;
alter table refunds alter column still_owed set default false;

alter table invoices
  -- What was given back or taken back and is not owed any more.
  add column waived_cents bigint not null default 0 check (waived_cents >= 0),
  -- A payment of it is disputed and the dispute is open.
  add column is_disputed boolean not null default false;

-- A generated column cannot be given another expression, so it is made anew, with all that names it.
drop trigger note_changed on invoices;
drop index invoices_status;
alter table invoices drop column open_cents;
alter table invoices add column open_cents bigint not null generated always as (
  case when status = 'paid' then 0
    else greatest(total_cents - credited_cents - received_cents - waived_cents, 0) end) stored;
create index invoices_status on invoices (business_id, status, due_date desc, id desc)
  include (open_cents, received_cents);
create trigger note_changed after update on invoices for each row
  when ((old.status, old.due_date, old.open_cents, old.total_cents)
    is distinct from (new.status, new.due_date, new.open_cents, new.total_cents))
  execute function platform.note_changed_invoice();

-- Nobody is reminded of what is waived, nor while a payment is disputed.
create or replace function platform.open_reminders(invoice invoices, out step smallint, out moment timestamptz)
returns setof record
language sql stable as $$
  select offset_days, local_moment
  from businesses b
  left join reminder_settings s on s.business_id = b.id
  cross join lateral (
    select offset_days from reminder_steps
    where business_id = b.id and coalesce(s.has_own_series, false)
    union all
    select -3::smallint where not coalesce(s.has_own_series, false)
  ) steps
  cross join lateral platform.local_moment(
    invoice.due_date + offset_days, coalesce(s.send_hour, 9), b.time_zone) local_moment
  where b.id = invoice.business_id
    and invoice.status = 'pending' and invoice.send_reminder and not invoice.is_disputed
    -- Not open_cents, which is computed after the trigger below.
    and invoice.total_cents > invoice.credited_cents + invoice.received_cents + invoice.waived_cents
    and (invoice.sent_at is not null or invoice.send_option = 'do_not_send')
    and invoice.reminders_paused_at is null
    and local_moment > invoice.reminders_since
    and not exists (select from reminders r
      where r.business_id = b.id and r.invoice_id = invoice.id and r.offset_days = steps.offset_days)
    and not exists (select from clients c
      where c.business_id = b.id and c.id = invoice.client_id and c.no_reminders)
$$;
drop trigger plan_reminder on invoices;
create trigger plan_reminder before insert or update of due_date, status, send_reminder, send_option, sent_at, client_id,
  total_cents, received_cents, credited_cents, waived_cents, is_disputed, reminders_since, reminders_not_before,
  reminders_paused_at, reminded_at on invoices
  for each row execute function platform.plan_reminder();

alter table invoice_events drop constraint invoice_events_kind_check;
alter table invoice_events add constraint invoice_events_kind_check check (kind in (
  'created', 'duplicated', 'changed', 'viewed', 'paid', 'payment', 'overpaid', 'refunded', 'refund-failed', 'undone',
  'recurred', 'says-paid', 'reminders-paused', 'reminders-resumed', 'waived', 'owed-again', 'disputed', 'dispute-won',
  'dispute-lost'));

-- A payment that the client disputes with their bank. The provider withdraws the money when the dispute opens and gives
-- it back when it is won; an inquiry moves no money.
create table disputes (
  business_id uuid not null,
  id uuid not null default gen_random_uuid(),
  payment_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- The provider's word, an open set.
  reason text not null,
  -- removed: of a test payment that was removed.
  state text not null check (state in ('inquiry', 'open', 'won', 'lost', 'removed')),
  provider_dispute_id text not null,
  -- Where evidence is sent.
  url text not null,
  needs_response boolean not null,
  evidence_due_at timestamptz,
  -- Once it is lost: whether the client owes the amount again.
  still_owed boolean not null default true,
  opened_at timestamptz not null,
  -- That moment's date in the business's time zone as it was then; the trigger below sets it.
  opened_on date not null default current_date,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint disputes_provider unique (business_id, provider_dispute_id),
  foreign key (business_id, payment_id) references payments (business_id, id) on delete cascade
);
create index disputes_payment_id on disputes (business_id, payment_id);
create index disputes_taken_back on disputes (business_id, opened_on desc, id desc) where state in ('open', 'lost');
create index disputes_unanswered on disputes (business_id, evidence_due_at) where needs_response;
create index disputes_unfinished on disputes (updated_at) where closed_at is null;
call platform.protect_tenant_table('disputes');
revoke delete on disputes from millrace_app;
grant select (business_id, id, payment_id, closed_at, updated_at) on disputes to millrace_platform;
create policy link on disputes for select to millrace_platform using (true);

create function platform.date_dispute() returns trigger
language plpgsql as $$
begin
  new.opened_on := (
    select platform.local_time(new.opened_at, b.time_zone)::date from businesses b where b.id = new.business_id);
  return new;
end
$$;
create trigger date_dispute before insert on disputes for each row execute function platform.date_dispute();

-- In the sums a dispute that is open or lost counts like a refund, on the day it was opened.
create function platform.note_new_disputes() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, cents, count)
  select business_id, 'refunded', opened_on, sum(amount_cents), count(*)
  from come where state in ('open', 'lost') group by business_id, opened_on;
  return null;
end
$$;
create trigger note_new after insert on disputes referencing new table as come
  for each statement execute function platform.note_new_disputes();

create function platform.note_changed_dispute() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, cents, count)
  select old.business_id, 'refunded', old.opened_on, -old.amount_cents, -1 where old.state in ('open', 'lost')
  union all
  select new.business_id, 'refunded', new.opened_on, new.amount_cents, 1 where new.state in ('open', 'lost');
  return null;
end
$$;
create trigger note_changed after update on disputes for each row
  when ((old.state, old.opened_on, old.amount_cents) is distinct from (new.state, new.opened_on, new.amount_cents))
  execute function platform.note_changed_dispute();

-- Also an inquiry, which moves no money, is news for whoever looks at the invoices.
create trigger tell_new after insert on disputes for each row execute function platform.tell_row('invoices');
create trigger tell_changed after update on disputes for each row
  when ((old.state, old.needs_response) is distinct from (new.state, new.needs_response))
  execute function platform.tell_row('invoices');

-- Up to when each account was asked for new disputes; without a business it is the operator's account.
create table platform.dispute_looks (
  business_id uuid references businesses on delete cascade,
  asked_at timestamptz not null,
  -- When it last answered.
  looked_at timestamptz,
  unique nulls not distinct (business_id)
);
grant select, insert, update on platform.dispute_looks to millrace_platform;
grant select (stripe_mode) on integrations to millrace_platform;

-- The mail about a refund is one to a client, too.
drop index mails_failed;
create index mails_failed on mails (business_id, created_at desc)
  where state = 'failed' and kind in ('invoice', 'receipt', 'reminder', 'refund');
