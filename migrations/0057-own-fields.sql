-- Fields that a business defines itself, on its clients and its invoices.
create table own_fields (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  target text not null check (target in ('client', 'invoice')),
  label text not null check (length(label) between 1 and 40),
  kind text not null check (kind in ('text', 'number', 'date', 'choice')),
  -- What can be chosen. What was chosen before stays, although it may no longer be here.
  choices text[] not null default '{}' check (cardinality(choices) <= 20),
  -- Of invoices alone: shown on the page, the PDF and in emails.
  on_documents boolean not null default false,
  position integer not null,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id),
  check ((kind = 'choice') = (cardinality(choices) > 0)),
  check (target = 'invoice' or not on_documents)
);
create unique index own_fields_label on own_fields (business_id, target, lower(label));
call platform.protect_tenant_table('own_fields');
revoke delete on own_fields from millrace_app;

-- By the id of the field. Numbers and dates as text: 1234.5, 2026-11-20.
alter table clients add column own_fields jsonb not null default '{}';
alter table invoices add column own_fields jsonb not null default '{}';

-- What search-own-fields.sql has too, for the index.
create or replace function platform.own_values(fields jsonb) returns text
language plpgsql immutable parallel safe as $$
begin
  return (select string_agg(lower(value), E'\n' order by key) from jsonb_each_text(fields));
end
$$;

-- An index of its own, so that nothing changes for those who have no fields.
create index invoices_own_fields on invoices using gin (platform.name_keys(business_id, platform.own_values(own_fields)))
  with (fastupdate = on, gin_pending_list_limit = 64)
  where own_fields <> '{}';
alter index invoices_own_fields alter column 1 set statistics 0;
