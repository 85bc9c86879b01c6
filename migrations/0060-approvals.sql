-- Invoices above an amount wait for an admin, unless their author is one.
alter table businesses add column approval_above_minor bigint check (approval_above_minor >= 0);
grant update (approval_above_minor) on businesses to millrace_app;

-- Set by the trigger of hold-for-approval.sql. No client sees such an invoice.
alter table invoices
  add column approval text check (approval in ('waiting', 'returned')),
  add constraint invoices_approval_pending check (approval is null or status = 'pending');
create index invoices_approval on invoices (business_id, created_at, id) where approval is not null;
-- A public link does not lead to an invoice that waits.
grant select (approval) on invoices to millrace_platform;

alter table invoice_events drop constraint invoice_events_kind_check;
alter table invoice_events add constraint invoice_events_kind_check check (kind in (
  'created', 'duplicated', 'changed', 'approval-asked', 'approved', 'sent-back', 'viewed', 'paid', 'payment', 'overpaid',
  'refunded', 'refund-failed', 'undone', 'recurred', 'says-paid', 'reminders-paused', 'reminders-resumed', 'waived',
  'owed-again', 'disputed', 'dispute-won', 'dispute-lost', 'credited', 'cancelled', 'imported', 'late-fee',
  'late-fee-skipped', 'late-fee-removed', 'card-saved', 'charged', 'charge-declined', 'autopay-stopped'));
