-- The numbers and names that the owner gives to accounts of the journal: { "expense:Rent": { "code": "6310", "name": "…" } }.
alter table report_settings add column account_codes jsonb not null default '{}';

-- A file with everything that an accountant needs of a period.
create table report_packages (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  created_by uuid not null,
  -- Sent by the page, so that a request that is sent twice makes one package.
  request_id uuid not null,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  basis text not null check (basis in ('accrual', 'cash')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed')),
  -- How many of its files are written, and how many there will be.
  done integer not null default 0,
  total integer not null default 0,
  -- Why it failed, as a sentence.
  problem text,
  -- The stored files that hold its parts, in their order.
  parts uuid[] not null default '{}',
  byte_count bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (business_id, id),
  constraint report_packages_request unique (business_id, request_id)
);
-- One at a time.
create unique index report_packages_current on report_packages (business_id) where state in ('waiting', 'running');
create index report_packages_recent on report_packages (business_id, created_at desc, id);
create index report_packages_open on report_packages (updated_at) where state in ('waiting', 'running');
create index report_packages_old on report_packages (created_at);
call platform.protect_tenant_table('report_packages');
-- A package whose process died is started again; old ones are removed.
grant select (business_id, id, state, created_at, updated_at) on report_packages to millrace_platform;
create policy due on report_packages for select to millrace_platform using (true);
