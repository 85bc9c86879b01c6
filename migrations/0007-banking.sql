-- An access to a bank that an owner gave: an "item" in the words of the aggregator.
create table bank_connections (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  created_by uuid not null,
  -- Of the request that made it: sent twice, it is made once.
  request_id uuid,
  -- Whose account with the aggregator it was made with: the demo bank, the operator's, the business's own.
  source text not null check (source in ('demo', 'platform', 'own')),
  environment text not null check (environment in ('demo', 'sandbox', 'production')),
  -- The aggregator's name for it, the token that opens it, and since when; null once the access was given back.
  item_id text,
  access_token bytea,
  item_taken_at timestamptz,
  institution_id text not null,
  institution_name text not null,
  -- Up to where its changes were taken over.
  cursor text,
  -- The same inside a round of very many pages; null between rounds. Empty once such a round was broken off: then all is
  -- read anew, and what is not told any more goes.
  page_cursor text,
  -- reconnect: the bank wants its owner to sign in again. disconnected: the owner ended it.
  state text not null default 'connected' check (state in ('connected', 'reconnect', 'disconnected')),
  -- The last thing that went wrong, as the aggregator calls it and in words; null when all is well.
  problem_code text,
  problem text,
  failures integer not null default 0 check (failures >= 0),
  last_synced_at timestamptz,
  -- Null when nothing is to be fetched.
  next_sync_at timestamptz,
  -- Its owner wants it gone: it is not shown any more, and stays until the access was given back.
  removed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  constraint bank_connections_request unique (business_id, request_id),
  constraint bank_connections_item unique (item_id)
);
create index bank_connections_next_sync on bank_connections (next_sync_at, business_id, id)
  where next_sync_at is not null;
call platform.protect_tenant_table('bank_connections');
grant select (business_id, id, source, item_id, next_sync_at) on bank_connections to millrace_platform;
create policy due on bank_connections for select to millrace_platform using (true);

create table bank_accounts (
  business_id uuid not null,
  id uuid not null default gen_random_uuid(),
  connection_id uuid not null,
  -- The aggregator's name for it.
  provider_id text not null,
  name text not null,
  -- checking, savings, credit …
  type text not null check (type <> ''),
  -- All that is ever shown of the number; null when the bank tells none.
  last4 text check (last4 ~ '^[0-9A-Za-z]{1,4}$'),
  -- Encrypted. What the bank tells of the number where it does not tell it whole.
  account_number bytea,
  routing_number bytea,
  balance_cents bigint,
  -- The bank does not share it any more.
  closed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  constraint bank_accounts_provider unique (business_id, connection_id, provider_id),
  foreign key (business_id, connection_id) references bank_connections (business_id, id) on delete cascade
);
call platform.protect_tenant_table('bank_accounts');

-- A visit to the aggregator's own page, on which an owner picks a bank or signs in to it again.
create table bank_links (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  created_by uuid not null,
  -- The connection that is to be mended; null for a new one.
  connection_id uuid,
  source text not null check (source in ('demo', 'platform', 'own')),
  link_token bytea not null,
  -- Somebody is finishing it, since then.
  claimed_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, connection_id) references bank_connections (business_id, id) on delete cascade
);
call platform.protect_tenant_table('bank_links');

-- "Always this category for this merchant."
create table category_rules (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  created_by uuid not null,
  merchant_key text not null check (merchant_key <> ''),
  -- As its owner read it.
  merchant text not null,
  category text not null check (category <> ''),
  created_at timestamptz not null,
  primary key (business_id, id),
  constraint category_rules_merchant unique (business_id, merchant_key)
);
call platform.protect_tenant_table('category_rules');

create table transactions (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- Not bound to the account: those of a removed account are cleared away after it, in small steps.
  account_id uuid,
  -- The aggregator's name for it; null once its connection was ended.
  provider_id text,
  date date not null,
  description text not null,
  -- The merchant's name where the aggregator knows it.
  merchant text,
  -- What transactions with the same merchant have in common.
  merchant_key text not null,
  amount_cents bigint not null check (amount_cents >= 0),
  is_income boolean not null,
  status text not null check (status in ('posted', 'pending')),
  provider_category text not null default 'Uncategorized' check (provider_category <> ''),
  -- By a rule of the owner, and by the owner for this one.
  rule_category text check (rule_category <> ''),
  chosen_category text check (chosen_category <> ''),
  category text not null generated always as (coalesce(chosen_category, rule_category, provider_category)) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  constraint transactions_provider unique (business_id, provider_id)
);
create index transactions_list on transactions (business_id, date desc, id desc);
create index transactions_account on transactions (business_id, account_id, date desc, id desc);
create index transactions_category on transactions (business_id, category, date desc, id desc);
create index transactions_merchant on transactions (business_id, merchant_key);
call platform.protect_tenant_table('transactions');

-- What the aggregator took back. A pending one may come again as a posted one, which then is the same as before.
create table removed_transactions (
  business_id uuid not null references businesses on delete cascade,
  provider_id text not null,
  id uuid not null,
  account_id uuid not null,
  chosen_category text,
  removed_at timestamptz not null,
  primary key (business_id, provider_id)
);
create index removed_transactions_account on removed_transactions (business_id, account_id);
call platform.protect_tenant_table('removed_transactions');

-- The demo bank keeps its own books, out of the product's sight.
create schema bank_sandbox;
grant usage on schema bank_sandbox to millrace_sandbox;
-- Whoever comes back to a bank finds the accounts of the first time. Who that is, is kept as a hash.
create table bank_sandbox.books (
  owner_hash text not null,
  institution_id text not null,
  opened_at timestamptz not null,
  -- When the last access to it ended; null while there is one. Some time after that it is forgotten.
  left_at timestamptz,
  primary key (owner_hash, institution_id)
);
create index books_left_at on bank_sandbox.books (left_at) where left_at is not null;
create table bank_sandbox.items (
  id text primary key,
  access_token_hash text not null unique,
  body jsonb not null,
  -- When its book was: what is pending is posted some hours after that.
  opened_at timestamptz not null,
  created_at timestamptz not null
);
create index items_opened_at on bank_sandbox.items (opened_at);
create index items_owner on bank_sandbox.items ((body ->> 'owner'));
-- Link tokens and public tokens, until they are used or over.
create table bank_sandbox.tokens (
  token_hash text primary key,
  body jsonb not null,
  expires_at timestamptz not null
);
create index tokens_expires_at on bank_sandbox.tokens (expires_at);
grant select, insert, update, delete on all tables in schema bank_sandbox to millrace_sandbox;
