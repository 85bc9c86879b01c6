-- A file with clients, invoices or expenses of another program: first a preview, then, once confirmed, what it creates.
create table data_imports (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  created_by uuid not null,
  -- Sent by the page, so that a file that is sent twice is kept once.
  request_id uuid not null,
  file_name text not null default '' check (length(file_name) <= 200),
  -- The file, until it is imported. Then it is removed.
  file_id uuid,
  source text not null check (source in (
    'freshbooks', 'quickbooks', 'wave', 'xero', 'stripe', 'invoice-ninja', 'millrace', 'other')),
  kind text not null check (kind in ('clients', 'invoices', 'expenses')),
  state text not null default 'preview' check (state in ('preview', 'importing', 'imported', 'failed', 'undoing', 'undone')),
  -- Why it failed, as a sentence.
  problem text,
  -- What the owner decided about the file: see Choices in data-file.ts.
  choices jsonb not null default '{}',
  -- What the preview shows about the table: its header, first rows, columns and questions. Empty once it is imported.
  reading jsonb not null default '{}',
  -- The address on imported invoices if the business has none of its own.
  company_email text not null default '',
  -- How many of the chosen rows are written, and how many there are.
  done integer not null default 0,
  total integer not null default 0,
  -- Records that the import created, rows that it skipped, and records that undoing it left, because they were used since.
  added integer not null default 0,
  skipped integer not null default 0,
  kept integer not null default 0,
  -- In milliseconds, like the positions in the list.
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint data_imports_request unique (business_id, request_id),
  foreign key (business_id, file_id) references stored_files (business_id, id)
);
create index data_imports_list on data_imports (business_id, created_at desc, id desc);
create index data_imports_file on data_imports (business_id, file_id) where file_id is not null;
-- Previews that were left are removed after a day.
create index data_imports_left on data_imports (created_at, business_id, id) where state = 'preview';
call platform.protect_tenant_table('data_imports');
grant select (business_id, id, state, created_at) on data_imports to millrace_platform;
create policy left_previews on data_imports for select to millrace_platform using (state = 'preview');

-- The rows of the preview, as they were read. Those that are imported are removed; those with errors stay, to be mended.
create table data_import_rows (
  business_id uuid not null references businesses on delete cascade,
  import_id uuid not null,
  -- The order in the file.
  position integer not null,
  -- In the file, counted from 1. An invoice with several lines has several rows; this is the first.
  row_number integer not null,
  -- existing: it is here already. left_out: it cannot be imported, such as a void invoice.
  state text not null check (state in ('good', 'error', 'existing', 'left_out')),
  chosen boolean not null default false,
  -- The rows as they stand in the file.
  cells jsonb not null,
  -- What is wrong or to be known about it: [{ row, column, text }].
  problems jsonb not null default '[]',
  -- What it becomes. Null if it has errors.
  record jsonb,
  primary key (business_id, import_id, position),
  foreign key (business_id, import_id) references data_imports (business_id, id) on delete cascade
);
create index data_import_rows_state on data_import_rows (business_id, import_id, state, position);
call platform.protect_tenant_table('data_import_rows');

-- What an import created, so that it can be undone.
create table data_import_records (
  business_id uuid not null references businesses on delete cascade,
  kind text not null check (kind in ('client', 'invoice', 'payment', 'expense')),
  record_id uuid not null,
  import_id uuid not null,
  primary key (business_id, kind, record_id),
  foreign key (business_id, import_id) references data_imports (business_id, id) on delete cascade
);
create index data_import_records_import on data_import_records (business_id, import_id, kind);
call platform.protect_tenant_table('data_import_records');
revoke update on data_import_records from millrace_app;

-- The ledger keeps every payment, except those that come from an import that is undone.
grant delete on payments to millrace_app;
create policy only_imported on payments as restrictive for delete to millrace_app using (
  exists (select from data_import_records r
    where r.business_id = payments.business_id and r.kind = 'payment' and r.record_id = payments.id));

alter table invoice_events drop constraint invoice_events_kind_check;
alter table invoice_events add constraint invoice_events_kind_check check (kind in (
  'created', 'duplicated', 'changed', 'viewed', 'paid', 'payment', 'overpaid', 'refunded', 'refund-failed', 'undone',
  'recurred', 'says-paid', 'reminders-paused', 'reminders-resumed', 'waived', 'owed-again', 'disputed', 'dispute-won',
  'dispute-lost', 'credited', 'cancelled', 'imported'));
