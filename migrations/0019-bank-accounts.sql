-- What an account is, as far as money is concerned. Only 'cash' counts as cash; what the aggregator calls by a word that
-- is not known here is 'other'. A process of the version before adds rows without it: they count after the next sync.
alter table bank_accounts
  add column kind text not null default 'other' check (kind in ('cash', 'credit', 'loan', 'investment', 'other')),
  -- The aggregator's own word, such as "money market".
  add column subtype text;

alter table bank_connections
  -- The address that the aggregator sends its webhooks of this item to; null when it is not known.
  add column webhook_url text,
  -- The bank ends the access then, unless its owner signs in again before.
  add column access_ends_at timestamptz,
  -- The bank has accounts that its owner has not shared yet.
  add column new_accounts_at timestamptz,
  -- The owner has stopped sharing an account, at the bank.
  add column account_revoked_at timestamptz;
grant select (state, webhook_url) on bank_connections to millrace_platform;
-- Disconnected here, and not yet confirmed as removed at the aggregator.
create index bank_connections_to_end on bank_connections (business_id, id)
  where state = 'disconnected' and item_id is not null;

alter table bank_links
  -- A webhook names the link token. It is found by its hash, because the token itself is encrypted.
  add column link_token_hash text,
  -- When the aggregator is asked next what became of the link; null when it is not asked any more.
  add column next_check_at timestamptz,
  add column checks integer not null default 0 check (checks >= 0),
  add constraint bank_links_token_hash unique (link_token_hash);
create index bank_links_next_check on bank_links (next_check_at, business_id, id) where next_check_at is not null;
grant select (business_id, id, source, link_token_hash, next_check_at) on bank_links to millrace_platform;
create policy due on bank_links for select to millrace_platform using (true);

-- Items at the aggregator that no connection holds: taken a moment ago and not stored yet, or to be removed there. A row
-- is written before a public token is exchanged and goes when a connection holds the item or the item is removed.
create table unattached_bank_items (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  created_by uuid not null,
  -- The link that it came from.
  link_id uuid,
  source text not null check (source in ('demo', 'platform', 'own')),
  environment text not null check (environment in ('demo', 'sandbox', 'production')),
  -- The same public token is exchanged once.
  public_token_hash text,
  -- Null until the aggregator has answered.
  item_id text,
  access_token bytea,
  -- Removed at the aggregator from then on, unless a connection holds it before.
  end_at timestamptz not null,
  -- Removing it has begun: no connection may take it any more.
  is_ending boolean not null default false,
  tries integer not null default 0 check (tries >= 0),
  created_at timestamptz not null,
  primary key (business_id, id),
  constraint unattached_bank_items_token unique (business_id, public_token_hash)
);
create index unattached_bank_items_end_at on unattached_bank_items (end_at, business_id, id);
call platform.protect_tenant_table('unattached_bank_items');
grant select (business_id, id, end_at) on unattached_bank_items to millrace_platform;
create policy due on unattached_bank_items for select to millrace_platform using (true);

-- Rows from before. The stored type is Plaid's subtype, or "credit". What it does not decide (an "hsa" may be cash or
-- an investment) is 'other' until the next sync, which is due at once.
alter table bank_accounts no force row level security;
alter table bank_connections no force row level security;
alter table bank_links no force row level security;
update bank_accounts set kind = case
  when type in ('checking', 'savings', 'cd', 'money market', 'prepaid', 'paypal', 'cash management', 'ebt', 'depository')
    then 'cash'
  when type = 'credit' then 'credit'
  when type in ('loan', 'auto', 'business', 'commercial', 'construction', 'consumer', 'home equity', 'line of credit',
    'mortgage', 'overdraft', 'student') then 'loan'
  when type in ('investment', 'brokerage', 'ira', 'roth', '401k') then 'investment'
  else 'other' end;
update bank_connections set next_sync_at = now() where state = 'connected' and removed_at is null;
update bank_links set next_check_at = now() where finished_at is null and expires_at > now() - interval '6 hours';
alter table bank_accounts force row level security;
alter table bank_connections force row level security;
alter table bank_links force row level security;
