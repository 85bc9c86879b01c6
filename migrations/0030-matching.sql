-- What a bank transaction probably belongs to, and what was decided about it. A transaction has one match that is suggested
-- or accepted; declined ones stay, so that the same is not suggested again.
create table transaction_matches (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  transaction_id uuid not null,
  state text not null default 'suggested' check (state in ('suggested', 'accepted', 'declined')),
  -- auto: certain enough to be accepted without asking.
  band text not null check (band in ('auto', 'suggest')),
  -- invoices: it pays them. payment: it is a payment that was recorded before. expense: it is this expense.
  -- receipt: this receipt is for it. transfer: the other side is in another account. payout: a provider paid out.
  kind text not null check (kind in ('invoices', 'payment', 'expense', 'receipt', 'transfer', 'payout')),
  -- [{ id, amountMinor, ofMinor }]: invoices with what is paid of each, and what was open of it when it was suggested;
  -- for other kinds one entry, with the whole amount of the target.
  targets jsonb not null,
  -- What identifies the targets, to compare matches: kind and ids in order.
  target_key text not null,
  -- Why, in words for the owner.
  reason text not null,
  score real not null,
  -- For learning: who it was with, and which client or category it belonged to.
  merchant_key text not null,
  client_id uuid,
  decided_by text check (decided_by in ('owner', 'rule')),
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (business_id, id),
  foreign key (business_id, transaction_id) references transactions (business_id, id) on delete cascade
);
create unique index transaction_matches_current on transaction_matches (business_id, transaction_id)
  where state <> 'declined';
create unique index transaction_matches_declined on transaction_matches (business_id, transaction_id, target_key)
  where state = 'declined';
create index transaction_matches_queue on transaction_matches (business_id, score desc, id) where state = 'suggested';
create index transaction_matches_decided on transaction_matches (business_id, decided_at desc, id)
  where state = 'accepted';
create index transaction_matches_merchant on transaction_matches (business_id, merchant_key, state);
call platform.protect_tenant_table('transaction_matches');

-- The bank transaction that a payment or an expense is. It is set while their match is accepted.
alter table payments
  add column transaction_id uuid,
  add constraint payments_transaction foreign key (business_id, transaction_id)
    references transactions (business_id, id) on delete set null (transaction_id);
grant update (transaction_id) on payments to millrace_app;
create index payments_transaction_id on payments (business_id, transaction_id) where transaction_id is not null;
alter table expenses
  add column transaction_id uuid,
  add constraint expenses_transaction foreign key (business_id, transaction_id)
    references transactions (business_id, id) on delete set null (transaction_id);
create index expenses_transaction_id on expenses (business_id, transaction_id) where transaction_id is not null;

grant select (transfer_id) on transactions to millrace_search;

-- What a business has set about matching. Without a row, the defaults apply.
create table matching_settings (
  business_id uuid primary key references businesses on delete cascade,
  -- Whether certain matches are accepted without asking.
  accepts_certain boolean not null default true,
  updated_at timestamptz not null default now()
);
call platform.protect_tenant_table('matching_settings');
