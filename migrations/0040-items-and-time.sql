-- What a business bills often, to be chosen while a line is typed.
create table items (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  description text not null check (length(description) between 1 and 200),
  rate_minor bigint not null check (rate_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- The names of the taxes that the line had. Null for all taxes of the invoice.
  tax_names jsonb,
  uses integer not null default 0,
  last_used_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (business_id, id)
);
create unique index items_description on items (business_id, lower(description), currency);
create index items_recent on items (business_id, last_used_at desc, id desc);
call platform.protect_tenant_table('items');

-- Time worked for a client, typed or measured by a timer.
create table time_entries (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  version integer not null default 1,
  created_by uuid not null,
  -- Sent by the form, so that an entry that is saved twice is made once.
  request_id uuid not null,
  client_id uuid not null,
  description text not null default '' check (length(description) <= 500),
  on_date date not null,
  -- Both are null for time that was typed in.
  started_at timestamptz,
  ended_at timestamptz,
  -- Null while the timer runs.
  seconds integer check (seconds between 0 and 86400),
  -- For an hour.
  rate_minor bigint not null check (rate_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- The invoice that bills it.
  invoice_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint time_entries_request unique (business_id, request_id),
  check (seconds is not null or started_at is not null),
  check (seconds is not null or invoice_id is null),
  foreign key (business_id, client_id) references clients (business_id, id),
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete set null (invoice_id)
);
-- A person has one running timer.
create unique index time_entries_running on time_entries (business_id, created_by) where seconds is null;
create index time_entries_client on time_entries (business_id, client_id, on_date desc, id desc);
create index time_entries_unbilled on time_entries (business_id, client_id, on_date, id)
  where invoice_id is null and seconds is not null;
create index time_entries_invoice on time_entries (business_id, invoice_id) where invoice_id is not null;
call platform.protect_tenant_table('time_entries');

alter table recurring_expenses add column vendor text not null default '' check (length(vendor) <= 120);
alter table expenses
  add column vendor text not null default '' check (length(vendor) <= 120),
  -- The client it is to be billed to, and the invoice that bills it.
  add column client_id uuid,
  add column billed_invoice_id uuid,
  add constraint expenses_client foreign key (business_id, client_id) references clients (business_id, id),
  add constraint expenses_billed_invoice foreign key (business_id, billed_invoice_id) references invoices (business_id, id)
    on delete set null (billed_invoice_id);
create index expenses_client_id on expenses (business_id, client_id, date, id) where client_id is not null;
create index expenses_billed on expenses (business_id, billed_invoice_id) where billed_invoice_id is not null;
create index expenses_vendor on expenses (business_id, lower(vendor), created_at desc) where vendor <> '';
-- A generated column cannot get another expression, so it is made again.
alter table expenses drop column search_text;
alter table expenses add column search_text text not null generated always as (lower(vendor || ' ' || notes)) stored;
