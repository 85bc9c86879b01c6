-- Cards that clients save with their consent. Such a card pays the invoices of a recurring invoice on their due dates.
alter table recurring_series add column autopay boolean not null default false;

-- A saved card. The provider has its number; here is what the client may read. One row for each consent.
create table saved_cards (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  series_id uuid not null,
  client_id uuid,
  -- What the provider calls the payer and the card.
  customer_id text not null,
  payment_method_id text not null,
  brand text not null,
  last4 text not null,
  exp_month smallint not null,
  exp_year smallint not null,
  -- The account that has the card, as for a checkout.
  is_own boolean not null,
  is_test boolean not null,
  -- The checkout in which the client agreed, when, to which sentence, and from which network address.
  checkout_id uuid not null,
  consented_at timestamptz not null,
  consent_text text not null,
  consent_ip text not null,
  ended_at timestamptz,
  ended_by text check (ended_by in ('client', 'owner', 'declined', 'removed', 'account', 'replaced')),
  primary key (business_id, id),
  constraint saved_cards_checkout unique (business_id, checkout_id),
  check ((ended_at is null) = (ended_by is null)),
  foreign key (business_id, series_id) references recurring_series (business_id, id),
  foreign key (business_id, client_id) references clients (business_id, id) on delete set null (client_id)
);
create unique index saved_cards_live on saved_cards (business_id, series_id) where ended_at is null;
create index saved_cards_client on saved_cards (business_id, client_id);
call platform.protect_tenant_table('saved_cards');
revoke delete on saved_cards from millrace_app;

-- A charge that nobody pressed a button for. The key allows one for each period of a series; with installments, one for each
-- of its parts, counted from 0.
create table autopay_charges (
  business_id uuid not null references businesses on delete cascade,
  series_id uuid not null,
  period integer not null,
  part smallint not null,
  invoice_id uuid not null,
  card_id uuid not null,
  -- Null if the amount can't be charged, so that nothing was tried.
  checkout_id uuid,
  -- declined: by the bank. failed: it was not charged for another reason.
  state text not null check (state in ('running', 'paid', 'declined', 'failed')),
  reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, series_id, period, part),
  foreign key (business_id, card_id) references saved_cards (business_id, id)
);
create unique index autopay_charges_checkout on autopay_charges (business_id, checkout_id) where checkout_id is not null;
create index autopay_charges_card on autopay_charges (business_id, card_id, created_at desc);
call platform.protect_tenant_table('autopay_charges');
revoke delete on autopay_charges from millrace_app;

alter table checkouts
  -- The charge of a saved card, without a page. Its session is the provider's payment.
  add column is_automatic boolean not null default false,
  -- { text, ip }: the client agreed that the card is saved.
  add column consent jsonb;
create index checkouts_charges on checkouts (created_at) where is_automatic and state = 'opening';
grant select (is_automatic) on checkouts to millrace_platform;

-- When the saved card pays, and when the client is told before; platform.plan_autopay() sets both. And when the client was
-- told last.
alter table invoices
  add column autopay_at timestamptz,
  add column autopay_notice_at timestamptz,
  add column autopay_announced_at timestamptz;
create index invoices_autopay on invoices (autopay_at, business_id, id) where autopay_at is not null;
create index invoices_autopay_notice on invoices (autopay_notice_at, business_id, id) where autopay_notice_at is not null;
grant select (autopay_at, autopay_notice_at) on invoices to millrace_platform;

alter table invoice_events drop constraint invoice_events_kind_check;
alter table invoice_events add constraint invoice_events_kind_check check (kind in (
  'created', 'duplicated', 'changed', 'viewed', 'paid', 'payment', 'overpaid', 'refunded', 'refund-failed', 'undone',
  'recurred', 'says-paid', 'reminders-paused', 'reminders-resumed', 'waived', 'owed-again', 'disputed', 'dispute-won',
  'dispute-lost', 'credited', 'cancelled', 'imported', 'late-fee', 'late-fee-skipped', 'late-fee-removed', 'card-saved',
  'charged', 'charge-declined', 'autopay-stopped'));
