-- Late fees: { kind, value, afterDays, repeats, maxMinor }. Those of a business are the proposal for new invoices, in its
-- home currency; those of an invoice are in the currency of the invoice. Null for none.
alter table businesses add column late_fee_terms jsonb;
grant update (late_fee_terms) on businesses to millrace_app;

alter table invoices
  add column late_fee_terms jsonb,
  -- Fees whose moment lies before this are not added any more: the terms or the dates were changed later than that.
  add column late_fees_since timestamptz not null default now(),
  -- Follow from the rest of the row and the fees that it has: platform.plan_late_fee() sets both.
  add column next_late_fee_at timestamptz,
  add column next_late_fee_on date;
create index invoices_next_late_fee on invoices (next_late_fee_at, business_id, id) where next_late_fee_at is not null;
grant select (next_late_fee_at) on invoices to millrace_platform;

-- What became of a late fee, once and for all: of each date on which something was due, each period counts once.
create table late_fees (
  business_id uuid not null,
  id uuid not null default gen_random_uuid(),
  invoice_id uuid not null,
  -- The date that was missed: that of a part, or the due date of the invoice.
  due_date date not null,
  -- 0 for the first fee, 1 for the one a month later, and so on.
  period integer not null check (period >= 0),
  -- The day of the fee, in the time zone of the business.
  fee_on date not null,
  amount_minor bigint not null check (amount_minor >= 0),
  -- skipped: the owner skipped it, or it came to nothing. removed: it was added, and the owner has taken it back.
  state text not null check (state in ('added', 'skipped', 'removed')),
  at timestamptz not null,
  removed_at timestamptz,
  primary key (business_id, id),
  constraint late_fees_once unique (business_id, invoice_id, due_date, period),
  check (state = 'skipped' or amount_minor > 0),
  check ((state = 'removed') = (removed_at is not null)),
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete cascade
);
call platform.protect_tenant_table('late_fees');
revoke update, delete on late_fees from millrace_app;
grant update (state, removed_at) on late_fees to millrace_app;

alter table invoice_events drop constraint invoice_events_kind_check;
alter table invoice_events add constraint invoice_events_kind_check check (kind in (
  'created', 'duplicated', 'changed', 'viewed', 'paid', 'payment', 'overpaid', 'refunded', 'refund-failed', 'undone',
  'recurred', 'says-paid', 'reminders-paused', 'reminders-resumed', 'waived', 'owed-again', 'disputed', 'dispute-won',
  'dispute-lost', 'credited', 'cancelled', 'imported', 'late-fee', 'late-fee-skipped', 'late-fee-removed'));
