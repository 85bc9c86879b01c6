-- Invoices can be numbered in sequence. Without a row here a business has random numbers: the beginning of the id.
create table numbering (
  business_id uuid primary key references businesses on delete cascade,
  style text not null check (style in ('random', 'sequence')),
  prefix text not null check (prefix ~ '^[A-Za-z0-9./_-]{0,12}$'),
  -- Each year of issue dates has its own sequence.
  with_year boolean not null,
  padding smallint not null check (padding between 1 and 8),
  -- One sequence for all invoices of the business, or one for each client.
  scope text not null check (scope in ('business', 'client')),
  updated_at timestamptz not null default now()
);
call platform.protect_tenant_table('numbering');
revoke delete on numbering from millrace_app;

-- The next number of each sequence. The transaction that stores a document draws its number here and keeps the row locked
-- until it ends, so no number is given twice and none is skipped when a transaction is rolled back.
create table number_sequences (
  business_id uuid not null references businesses on delete cascade,
  kind text not null check (kind in ('invoice', 'credit_note')),
  -- A client, or the zero UUID for the sequence of the business.
  scope uuid not null,
  -- 0 where the number has no year.
  year integer not null check (year >= 0),
  next bigint not null check (next > 0),
  primary key (business_id, kind, scope, year)
);
call platform.protect_tenant_table('number_sequences');
revoke delete on number_sequences from millrace_app;

-- Stands for the client in numbers. It is chosen when the first one is drawn, and stays.
alter table clients add column code text check (code ~ '^[A-Z0-9]{1,8}$');
create unique index clients_code on clients (business_id, code) where code is not null;

-- The number is no longer always the beginning of the id. Postgres chose the name of this rule.
do $$
declare
  rule name;
begin
  select conname into strict rule from pg_constraint
  where conrelid = 'invoices'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%upper(%8%';
  execute format('alter table invoices drop constraint %I', rule);
end
$$;
alter table invoices
  add constraint invoices_number_check check (number ~ '^[A-Za-z0-9./_-]{1,40}$'),
  -- The sequence that the number comes from. Null for a random number.
  add column number_scope uuid,
  add column number_year integer,
  add column sequence_number bigint,
  add constraint invoices_sequence_check
    check (num_nulls(number_scope, number_year, sequence_number) in (0, 3));
create unique index invoices_sequence on invoices (business_id, number_scope, number_year, sequence_number)
  where sequence_number is not null;

-- The search by number: the running number in the order of the list, and the beginning of the whole number.
create index invoices_running_number on invoices (business_id, sequence_number, due_date desc, id desc)
  where sequence_number is not null;
create index invoices_number_start on invoices (business_id, lower(number collate "C"));
-- The search along the list looks at numbers, too.
drop index invoices_due;
create index invoices_due on invoices (business_id, due_date desc, id desc) include (client_name, number);
grant select (number) on invoices to millrace_search;
