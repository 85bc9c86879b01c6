-- Payments that moved no money: demo payments, sandbox and test cards, PayPal in sandbox or demo mode. A checkout is marked
-- when it is opened, from the account it is opened with; its payment and the events about it carry the same mark.
alter table payments add column is_test boolean not null default false;
alter table checkouts add column is_test boolean not null default false;
alter table invoice_events add column is_test boolean not null default false;

alter table payments no force row level security;
alter table checkouts no force row level security;
alter table invoice_events no force row level security;
-- Of earlier PayPal payments only those of the built-in sandbox are known to be tests: today's mode says nothing about them.
update checkouts c set is_test = true
where c.session_id like 'cs\_test\_%'
  or (c.provider = 'paypal' and exists (select from paypal_sandbox.orders o where o.id = c.session_id));
update payments p set is_test = true
where p.method = 'demo'
  or exists (select from checkouts c where c.business_id = p.business_id and c.id = p.checkout_id and c.is_test);
-- An event carries the time of the transaction that wrote its payment.
update invoice_events e set is_test = true
from payments p
where p.is_test and p.business_id = e.business_id and p.invoice_id = e.invoice_id
  and p.created_at = e.at and e.kind in ('paid', 'payment', 'overpaid');
alter table payments force row level security;
alter table checkouts force row level security;
alter table invoice_events force row level security;

-- Test payments that count, for the sums that name them and for the list; and whether any real money came by card or PayPal.
create index payments_tests on payments (business_id, invoice_id) include (received_on, amount_cents)
  where is_test and undone_at is null;
create index payments_real on payments (business_id) where not is_test and method in ('card', 'paypal');

-- A test payment by card or PayPal can be removed: there is no money to refund. Its refunds are removed with it.
alter table payments drop constraint payments_undone;
alter table payments add constraint payments_undone check (
  undone_at is null or is_test or method not in ('card', 'paypal'));
alter table refunds drop constraint refunds_state_check;
alter table refunds add constraint refunds_state_check check (
  state in ('requested', 'pending', 'succeeded', 'failed', 'removed'));
