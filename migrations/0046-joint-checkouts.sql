-- Several invoices can be paid in one payment: each has its own checkout, and the checkouts of one page of the provider share it.
alter table checkouts
  -- The provider knows the page under this id. A checkout that is alone on its page has its own id here, which the database sets
  -- (always/page-of-checkout.sql); the one page of several has an id of its own.
  add column page_id uuid,
  -- Its place on the page: the invoice that is due first comes first.
  add column position smallint not null default 0 check (position >= 0);
alter table checkouts no force row level security;
update checkouts set page_id = id;
alter table checkouts force row level security;
alter table checkouts alter column page_id set not null;
alter table checkouts drop constraint checkouts_session_id_key;
alter table checkouts
  add constraint checkouts_page unique (page_id, position),
  -- Each page has a first place, so two pages cannot have the same session.
  add constraint checkouts_session unique (session_id, position);
grant select (page_id, position) on checkouts to millrace_platform;

-- What the provider calls one payment, refund or dispute has a row for each invoice that it is about. Each is still written once.
alter table payments drop constraint payments_provider;
alter table payments add constraint payments_provider unique (business_id, provider_payment_id, checkout_id);
-- Without a checkout there is one. What came back with an archive has lost its checkouts.
create unique index payments_provider_alone on payments (business_id, provider_payment_id)
  where checkout_id is null and provider_payment_id not like 'restored:%';
alter table refunds drop constraint refunds_provider;
alter table refunds add constraint refunds_provider unique (business_id, provider_refund_id, payment_id);
alter table disputes drop constraint disputes_provider;
alter table disputes add constraint disputes_provider unique (business_id, provider_dispute_id, payment_id);
-- The bank can lower the amount of a dispute, so that it no longer reaches the last of several invoices.
alter table disputes drop constraint disputes_amount_cents_check;
alter table disputes add constraint disputes_amount check (amount_minor >= 0);
