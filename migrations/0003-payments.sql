-- What came in for an invoice. `received_cents` is payments less refunds, `credited_cents` the discount for paying early
-- that a payment earned; both, the status and the paid date are written from the ledger below and from nothing else.
alter table invoices
  add column received_cents bigint not null default 0 check (received_cents >= 0),
  add column credited_cents bigint not null default 0 check (credited_cents >= 0),
  add column open_cents bigint not null generated always as (
    case when status = 'paid' then 0 else greatest(total_cents - credited_cents - received_cents, 0) end) stored;
drop index invoices_status;
create index invoices_status on invoices (business_id, status, due_date desc, id desc)
  include (open_cents, received_cents);

alter table invoice_events add column amount_cents bigint;
alter table invoice_events drop constraint invoice_events_kind_check;
alter table invoice_events add constraint invoice_events_kind_check check (kind in (
  'created', 'duplicated', 'changed', 'viewed', 'paid', 'payment', 'overpaid', 'refunded', 'refund-failed', 'undone'));

-- The ledger. A payment is never removed and its amount never changed: it can be undone (one written by hand) or
-- refunded. One that came for an invoice that had been deleted meanwhile stands here without it.
create table payments (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  invoice_id uuid,
  invoice_number text not null,
  method text not null check (method in ('card', 'demo', 'cash', 'transfer', 'cheque', 'other')),
  amount_cents bigint not null check (amount_cents >= 0),
  credited_cents bigint not null default 0 check (credited_cents >= 0),
  received_at timestamptz not null,
  -- That moment's date in the business's time zone as it was then.
  received_on date not null,
  note text not null default '',
  -- The provider's own name for it. What arrives twice is written once.
  provider_payment_id text,
  checkout_id uuid,
  -- Null when the client paid.
  created_by uuid,
  request_id uuid,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by uuid,
  primary key (business_id, id),
  check ((method = 'card') = (provider_payment_id is not null)),
  check (undone_at is null or method <> 'card'),
  constraint payments_provider unique (business_id, provider_payment_id),
  constraint payments_request unique (business_id, request_id),
  -- An invoice that was paid for cannot be deleted.
  constraint payments_invoice foreign key (business_id, invoice_id) references invoices (business_id, id)
);
create index payments_invoice_id on payments (business_id, invoice_id);
create index payments_checkout_id on payments (business_id, checkout_id) where checkout_id is not null;
create index payments_received_on on payments (business_id, received_on);
create index payments_provider_payment_id on payments (provider_payment_id) where provider_payment_id is not null;
call platform.protect_tenant_table('payments');
revoke update, delete on payments from millrace_app;
grant update (undone_at, undone_by) on payments to millrace_app;
grant select (business_id, id, provider_payment_id) on payments to millrace_platform;
create policy link on payments for select to millrace_platform using (true);

create table refunds (
  business_id uuid not null,
  id uuid not null default gen_random_uuid(),
  payment_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- requested: written here, the provider's answer is not known yet. pending and succeeded count.
  state text not null check (state in ('requested', 'pending', 'succeeded', 'failed')),
  provider_refund_id text,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint refunds_provider unique (business_id, provider_refund_id),
  foreign key (business_id, payment_id) references payments (business_id, id) on delete cascade
);
create index refunds_payment_id on refunds (business_id, payment_id);
create index refunds_requested on refunds (created_at) where state = 'requested';
call platform.protect_tenant_table('refunds');
revoke delete on refunds from millrace_app;
grant select (business_id, id, payment_id, state, created_at) on refunds to millrace_platform;
create policy link on refunds for select to millrace_platform using (true);

-- A visit to the provider's page. An invoice has one at a time that is not over; a second tab gets the same. It outlives
-- its invoice, so that money that comes late is still recognised.
create table checkouts (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  invoice_id uuid not null,
  invoice_number text not null,
  amount_cents bigint not null check (amount_cents > 0),
  credited_cents bigint not null default 0 check (credited_cents >= 0),
  -- Exactly what the provider is asked, so that asking again after a crash is the same question.
  request jsonb not null,
  -- opening: the provider's answer is not known yet. processing: paid by a way that takes days.
  state text not null default 'opening' check (state in ('opening', 'open', 'processing', 'complete', 'expired')),
  session_id text unique,
  url text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id)
);
create unique index checkouts_running on checkouts (business_id, invoice_id)
  where state in ('opening', 'open', 'processing');
create index checkouts_unfinished on checkouts (created_at) where state in ('opening', 'open', 'processing');
create index checkouts_id on checkouts (id);
call platform.protect_tenant_table('checkouts');
revoke delete on checkouts from millrace_app;
grant select (business_id, id, session_id, state, created_at) on checkouts to millrace_platform;
create policy link on checkouts for select to millrace_platform using (true);

-- Events of the card provider that have had their effect, noted in the transaction of that effect.
create table card_events (
  business_id uuid not null references businesses on delete cascade,
  id text not null,
  type text not null,
  applied_at timestamptz not null default now(),
  primary key (business_id, id)
);
create index card_events_id on card_events (id);
create index card_events_applied_at on card_events (applied_at);
call platform.protect_tenant_table('card_events');
revoke update, delete on card_events from millrace_app;
grant select, insert, delete on card_events to millrace_platform;
create policy platform on card_events to millrace_platform using (true);

-- What a business pays the operator. It can read this; only the platform writes it, from what the provider says.
create table subscriptions (
  business_id uuid primary key references businesses on delete cascade,
  customer_id text unique,
  subscription_id text,
  plan text not null default 'free' check (plan in ('free', 'pro', 'enterprise')),
  billing_interval text check (billing_interval in ('month', 'year')),
  status text not null default 'none'
    check (status in ('none', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'incomplete', 'canceled')),
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  ended_at timestamptz,
  -- The first subscription begins with a trial; there is one.
  trial_used_at timestamptz,
  -- The one checkout that is not over.
  checkout_id uuid,
  checkout_request jsonb,
  checkout_session_id text unique,
  checkout_url text,
  checkout_expires_at timestamptz,
  -- Each look at the provider takes a number; an answer to an earlier question never replaces that to a later one.
  asked integer not null default 0,
  applied integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index subscriptions_current_period_end on subscriptions (current_period_end);
call platform.protect_tenant_table('subscriptions');
revoke insert, update, delete on subscriptions from millrace_app;
grant select, insert, update on subscriptions to millrace_platform;
create policy platform on subscriptions to millrace_platform using (true);
grant select (id, plan), update (plan) on businesses to millrace_platform;
create policy plan on businesses for update to millrace_platform using (true);
create policy plan_read on businesses for select to millrace_platform using (true);

-- Invoices that were marked as paid before there was a ledger get the payment that it stands for.
alter table invoices no force row level security;
alter table payments no force row level security;
alter table businesses no force row level security;
insert into payments (business_id, invoice_id, invoice_number, method, amount_cents, received_at, received_on, created_by)
select i.business_id, i.id, i.number, 'other', i.total_cents, coalesce(i.paid_at, i.updated_at),
  (coalesce(i.paid_at, i.updated_at) at time zone b.time_zone)::date, i.created_by
from invoices i join businesses b on b.id = i.business_id where i.status = 'paid';
update invoices set received_cents = total_cents, paid_at = coalesce(paid_at, updated_at) where status = 'paid';
alter table invoices force row level security;
alter table payments force row level security;
alter table businesses force row level security;

-- The built-in stand-in for the card provider keeps its own books, out of the product's sight, as a provider would.
do $$
begin
  begin
    if not exists (select from pg_roles where rolname = 'millrace_sandbox') then
      create role millrace_sandbox nologin nosuperuser nobypassrls nocreatedb nocreaterole;
    end if;
  exception when duplicate_object or unique_violation then
    null;
  end;
  execute format('grant millrace_sandbox to %I', current_user);
end
$$;
create schema card_sandbox;
grant usage on schema card_sandbox to millrace_sandbox;

create table card_sandbox.objects (
  id text primary key,
  -- Whose key made it; another key does not see it.
  account text not null,
  type text not null,
  -- What it belongs to: the customer of a subscription, the payment of a refund.
  parent text,
  body jsonb not null,
  -- When it has to be looked at by itself: a period that ends, a page that runs out, what may be forgotten.
  due_at timestamptz,
  created_at timestamptz not null,
  place bigint generated always as identity
);
create index objects_list on card_sandbox.objects (account, type, place desc);
create index objects_parent on card_sandbox.objects (account, parent, type, place desc) where parent is not null;
create index objects_due on card_sandbox.objects (due_at) where due_at is not null;

create table card_sandbox.idempotency_keys (
  account text not null,
  key text not null,
  -- What was asked: the same key with another question is refused.
  fingerprint text not null,
  status integer not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (account, key)
);
create index idempotency_keys_created_at on card_sandbox.idempotency_keys (created_at);
grant select, insert, update, delete on all tables in schema card_sandbox to millrace_sandbox;
