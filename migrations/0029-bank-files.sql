-- A bank that the owner keeps up to date with files. It has no item, no token and nothing to sync.
alter table bank_connections drop constraint bank_connections_source_check;
alter table bank_connections add constraint bank_connections_source_check
  check (source in ('demo', 'platform', 'own', 'file'));
alter table bank_connections drop constraint bank_connections_environment_check;
alter table bank_connections add constraint bank_connections_environment_check
  check (environment in ('demo', 'sandbox', 'production', 'file'));

-- A bank file that was sent: first a preview, then, once confirmed, its transactions.
create table bank_imports (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  created_by uuid not null,
  -- Sent by the page, so that a file that is sent twice is kept once.
  request_id uuid not null,
  file_name text not null default '' check (length(file_name) <= 200),
  -- The file, until its transactions are stored. Then it is removed.
  file_id uuid,
  format text not null check (format in ('csv', 'ofx', 'qif', 'mt940', 'camt', 'xlsx')),
  shape text not null,
  state text not null default 'preview' check (state in ('preview', 'importing', 'imported', 'failed', 'undoing', 'undone')),
  -- Why it failed, as a sentence.
  problem text,
  -- How the owner had the file read: see Choices in bank-file.ts.
  choices jsonb not null default '{}',
  -- Where each statement of the file goes, in their order: [{ accountId, name, … }]. Empty until it is confirmed.
  targets jsonb not null default '[]',
  -- How many of its rows are written, and how many there are.
  done integer not null default 0,
  total integer not null default 0,
  -- Of these: transactions that the import added, and those that were there already.
  added integer not null default 0,
  existing integer not null default 0,
  -- In milliseconds, like the positions in the list.
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint bank_imports_request unique (business_id, request_id),
  foreign key (business_id, file_id) references stored_files (business_id, id)
);
create index bank_imports_list on bank_imports (business_id, created_at desc, id desc);
create index bank_imports_file on bank_imports (business_id, file_id) where file_id is not null;
-- Previews that were left are removed after a day.
create index bank_imports_left on bank_imports (created_at, business_id, id) where state = 'preview';
call platform.protect_tenant_table('bank_imports');
grant select (business_id, id, state, created_at) on bank_imports to millrace_platform;
create policy left_previews on bank_imports for select to millrace_platform using (state = 'preview');

-- What a file says about an account for a stretch of days. The balance of an account without a connection comes from these.
create table bank_statements (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  import_id uuid not null,
  account_id uuid not null,
  -- Of several in a file, in their order.
  position integer not null,
  first_date date not null,
  last_date date not null,
  opening_minor bigint,
  closing_minor bigint,
  primary key (business_id, id),
  foreign key (business_id, import_id) references bank_imports (business_id, id) on delete cascade,
  foreign key (business_id, account_id) references bank_accounts (business_id, id) on delete cascade
);
create index bank_statements_account on bank_statements (business_id, account_id, last_date desc);
create index bank_statements_import on bank_statements (business_id, import_id);
call platform.protect_tenant_table('bank_statements');

alter table transactions
  -- The import that added it. Null if it came from the aggregator.
  add column import_id uuid,
  -- The bank's own id in a file. It is unique for its account only together with date and amount.
  add column bank_id text,
  -- A payment reference from the bank.
  add column reference text,
  -- A transfer between two accounts of the business: the other side of it. Such rows are neither income nor spending.
  add column transfer_id uuid;
create index transactions_import on transactions (business_id, import_id) where import_id is not null;
create index transactions_transfer on transactions (business_id, transfer_id) where transfer_id is not null;

-- The transactions that a file contains, new or not. Undoing one import keeps those that another one contains as well.
create table bank_import_rows (
  business_id uuid not null references businesses on delete cascade,
  import_id uuid not null,
  transaction_id uuid not null,
  -- What the file says of it: a feed, or a file of another form, has other words and maybe another day. By these the
  -- same row of the next file is recognised. The key is a fingerprint of the description.
  date date not null,
  bank_id text,
  text_key text not null,
  primary key (business_id, import_id, transaction_id),
  foreign key (business_id, import_id) references bank_imports (business_id, id) on delete cascade,
  foreign key (business_id, transaction_id) references transactions (business_id, id) on delete cascade
);
create index bank_import_rows_transaction on bank_import_rows (business_id, transaction_id);
call platform.protect_tenant_table('bank_import_rows');

-- How files of one shape are read, as the owner has confirmed it, and the account they go to.
create table bank_file_shapes (
  business_id uuid not null references businesses on delete cascade,
  shape text not null,
  choices jsonb not null default '{}',
  account_id uuid,
  updated_at timestamptz not null default now(),
  primary key (business_id, shape)
);
call platform.protect_tenant_table('bank_file_shapes');
