-- What Stripe or PayPal has paid out to the bank of a business.
create table payouts (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  provider text not null check (provider in ('card', 'paypal')),
  provider_payout_id text not null,
  -- From an account of the business. Otherwise from the card sandbox, which pays out each business separately.
  is_own boolean not null,
  is_test boolean not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Negative if the provider took money from the bank.
  amount_minor bigint not null,
  state text not null check (state in ('in-transit', 'paid', 'failed', 'canceled')),
  arrives_on date not null,
  -- Whether the provider says what it consists of.
  is_itemized boolean not null,
  -- The sum of its entries after fees. The rest of the amount is unknown, or was in the balance before.
  entries_minor bigint not null,
  fee_minor bigint not null,
  -- The bank transaction that it is, and the expense of its fees. They are set while their match is accepted.
  transaction_id uuid,
  fee_expense_id uuid,
  -- At the provider.
  created_at timestamptz not null,
  updated_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint payouts_provider unique (business_id, provider, provider_payout_id),
  constraint payouts_transaction foreign key (business_id, transaction_id) references transactions (business_id, id)
    on delete set null (transaction_id),
  constraint payouts_fee_expense foreign key (business_id, fee_expense_id) references expenses (business_id, id)
    on delete set null (fee_expense_id)
);
create index payouts_list on payouts (business_id, arrives_on desc, id desc);
create index payouts_transaction_id on payouts (business_id, transaction_id) where transaction_id is not null;
create index payouts_fee_expense_id on payouts (business_id, fee_expense_id) where fee_expense_id is not null;
call platform.protect_tenant_table('payouts');
-- Which payouts of the card sandbox are known.
create index payouts_of_sandbox on payouts (provider_payout_id) where not is_own;
grant select (business_id, provider_payout_id, is_own) on payouts to millrace_platform;
create policy sandbox on payouts for select to millrace_platform using (not is_own);

create table payout_entries (
  business_id uuid not null,
  payout_id uuid not null,
  position integer not null,
  provider_entry_id text not null,
  kind text not null check (kind in ('payment', 'refund', 'fee', 'dispute', 'adjustment', 'other')),
  -- Before fees, in the currency of the payout. Negative if it lowered the balance.
  amount_minor bigint not null,
  fee_minor bigint not null,
  at timestamptz not null,
  -- As in payments and refunds.
  provider_payment_id text,
  provider_refund_id text,
  description text not null default '',
  primary key (business_id, payout_id, position),
  foreign key (business_id, payout_id) references payouts (business_id, id) on delete cascade
);
call platform.protect_tenant_table('payout_entries');

-- When each account was asked for payouts, and why it refused.
create table payout_accounts (
  business_id uuid not null references businesses on delete cascade,
  provider text not null check (provider in ('card', 'paypal')),
  asked_at timestamptz not null,
  -- When it last answered.
  answered_at timestamptz,
  -- forbidden: the key lacks the permission. refused: the key or the account is not accepted.
  problem text check (problem in ('forbidden', 'refused')),
  primary key (business_id, provider)
);
call platform.protect_tenant_table('payout_accounts');
grant select (business_id, provider, asked_at) on payout_accounts to millrace_platform;
create policy due on payout_accounts for select to millrace_platform using (true);
grant select (paypal_client_id) on integrations to millrace_platform;
