-- An archive of an account that is being restored into this one. It arrives in parts, which are removed when it is done.
create table account_restores (
  business_id uuid not null references businesses on delete cascade,
  -- The new ids of everything in the archive are derived from this one, so it is never shown to others.
  id uuid not null default gen_random_uuid(),
  created_by uuid not null,
  -- Sent by the page, so that a request that is sent twice begins one upload.
  request_id uuid not null,
  state text not null default 'uploading' check (state in ('uploading', 'restoring', 'restored', 'failed')),
  -- Why it failed, as a sentence.
  problem text,
  byte_count bigint not null check (byte_count > 0),
  -- The stored files that hold its parts, in their order. Null for a part that has not arrived.
  parts uuid[] not null,
  -- How many bytes of its tables and files are read, and how many there are.
  done bigint not null default 0,
  total bigint not null default 0,
  -- How many rows of each table were restored: { "invoices": 12 }.
  counts jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint account_restores_request unique (business_id, request_id)
);
-- One at a time, and none after one that succeeded.
create unique index account_restores_current on account_restores (business_id) where state <> 'failed';
create index account_restores_open on account_restores (updated_at, business_id, id) where state in ('uploading', 'restoring');
call platform.protect_tenant_table('account_restores');
-- A restore whose process died is started again; one that was left is removed after a day.
grant select (business_id, id, state, created_at, updated_at) on account_restores to millrace_platform;
create policy open_restores on account_restores for select to millrace_platform using (state in ('uploading', 'restoring'));

-- A receipt can be a copy of one that comes later in an archive. The rest of the product checks it as before.
alter table receipts alter constraint receipts_business_id_duplicate_of_fkey deferrable initially immediate;
