-- An estimate is an offer that the client accepts or declines. Invoices are made from it.
create table estimates (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  number text not null check (number ~ '^[A-Za-z0-9./_-]{1,40}$'),
  -- The sequence that the number comes from. Null for a random number.
  number_scope uuid,
  number_year integer,
  sequence_number bigint,
  version integer not null default 1,
  created_by uuid not null,
  -- Sent by the form, so that an estimate that is requested twice is made once.
  request_id uuid,
  -- An open one expires after its last day. That is never stored.
  status text not null default 'open' check (status in ('open', 'accepted', 'declined')),
  client_id uuid,
  client_name text not null,
  client_email text not null,
  issue_date date not null,
  -- The last day on which it can be accepted.
  valid_until date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  locale text not null,
  total_minor bigint not null check (total_minor >= 0),
  -- As that of recurring invoices.
  content jsonb not null,
  send_option text not null check (send_option in ('email_now', 'email_later')),
  document_look text not null default 'classic' check (document_look in ('classic', 'modern', 'compact')),
  accent_colour text not null default '#0d5f5a' check (accent_colour ~ '^#[0-9a-f]{6}$'),
  logo_position text not null default 'left' check (logo_position in ('left', 'center', 'right')),
  sent_at timestamptz,
  viewed_at timestamptz,
  -- When the client is reminded that it is about to expire.
  next_run_at timestamptz,
  reminded_at timestamptz,
  decided_at timestamptz,
  decided_by text check (decided_by in ('client', 'owner')),
  decided_by_name text not null default '' check (length(decided_by_name) <= 120),
  decided_ip text,
  decision_note text not null default '' check (length(decision_note) <= 1000),
  signature jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint estimates_number unique (business_id, number),
  constraint estimates_request unique (business_id, request_id),
  constraint estimates_client foreign key (business_id, client_id)
    references clients (business_id, id) on delete set null (client_id),
  constraint estimates_sequence_check check (num_nulls(number_scope, number_year, sequence_number) in (0, 3)),
  constraint estimates_validity_check check (valid_until >= issue_date),
  constraint estimates_decision_check
    check ((status = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null))
);
create index estimates_id on estimates (id);
create unique index estimates_sequence on estimates (business_id, number_scope, number_year, sequence_number)
  where sequence_number is not null;
create index estimates_client_id on estimates (business_id, client_id);
create index estimates_logo_id on estimates (business_id, (content ->> 'logoId')) where content ->> 'logoId' is not null;
-- The list, whole and by status. What a search along the list reads is in it.
create index estimates_issued on estimates (business_id, issue_date desc, id desc) include (client_name, number);
create index estimates_status on estimates (business_id, status, issue_date desc, id desc);
-- Open ones and expired ones are told apart by their last day, which is in the index.
create index estimates_open on estimates (business_id, issue_date desc, id desc) include (valid_until)
  where status = 'open';
create index estimates_total on estimates (business_id, total_minor, issue_date desc, id desc);
create index estimates_number_start on estimates (business_id, lower(number collate "C"));
create index estimates_search on estimates using gin (platform.name_keys(business_id, client_name))
  with (fastupdate = on, gin_pending_list_limit = 64);
-- Nothing is planned by what ANALYZE would learn of the keys.
alter index estimates_search alter column 1 set statistics 0;
create index estimates_next_run on estimates (next_run_at, business_id, id) where next_run_at is not null;
call platform.protect_tenant_table('estimates');
-- A public link leads to its business, and the reminders that are due are found. Nothing else can be read this way.
grant select (business_id, id, next_run_at) on estimates to millrace_platform;
create policy link on estimates for select to millrace_platform using (true);

alter table invoices
  add column estimate_id uuid,
  -- What it covers of the estimate: { lineMinor: [], discountMinor, feeMinor: [], totalMinor }.
  add column estimate_share jsonb,
  add constraint invoices_estimate_check check ((estimate_id is null) = (estimate_share is null)),
  -- An estimate with invoices cannot be deleted.
  add constraint invoices_estimate foreign key (business_id, estimate_id) references estimates (business_id, id);
create index invoices_estimate_id on invoices (business_id, estimate_id) where estimate_id is not null;

alter table number_sequences
  drop constraint number_sequences_kind_check,
  add constraint number_sequences_kind_check check (kind in ('invoice', 'credit_note', 'estimate'));

-- A mail can be about an estimate.
alter table mails
  add column estimate_id uuid,
  add foreign key (business_id, estimate_id) references estimates (business_id, id) on delete set null (estimate_id);
create index mails_estimate on mails (business_id, estimate_id, created_at) where estimate_id is not null;
