-- Files that lie outside the database: in the data folder or in an S3-compatible store, under business and id. The file is
-- written before its row, and removed after it: a row always has its file.
create table stored_files (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null,
  content_type text not null,
  byte_count bigint not null check (byte_count > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  primary key (business_id, id)
);
-- The storage that a business uses, from the index alone.
create index stored_files_bytes on stored_files (business_id) include (byte_count);
-- The same file sent again.
create index stored_files_content on stored_files (business_id, sha256);
call platform.protect_tenant_table('stored_files');
revoke update on stored_files from millrace_app;
-- The sweep asks which files have a row.
grant select (business_id, id) on stored_files to millrace_platform;
create policy sweep on stored_files for select to millrace_platform using (true);

-- A receipt for something that the business bought: the file, what was read from it, and where it is filed.
create table receipts (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  version integer not null default 1,
  -- Null if it came by email.
  created_by uuid,
  -- Sent by the page, so that a file that is sent twice is kept once.
  request_id uuid,
  source text not null check (source in ('upload', 'email')),
  -- The sender, if it came by email.
  sender text,
  file_name text not null default '' check (length(file_name) <= 200),
  -- The file as it came.
  original_id uuid not null,
  -- The pages as upright pictures without metadata, and what they show: [{ id, width, height }].
  pages jsonb not null default '[]',
  thumbnail_id uuid,
  state text not null default 'waiting' check (state in ('waiting', 'read', 'unreadable')),
  -- Why it could not be read, as a sentence.
  problem text,
  -- A reader has it until then. Another one takes it when that has passed.
  claimed_until timestamptz,
  claim uuid,
  tries integer not null default 0,
  -- The fields as the owner confirmed them, or as they were read. Null where nobody is sure.
  merchant text check (length(merchant) <= 200),
  date date,
  currency text check (currency ~ '^[A-Z]{3}$'),
  total_minor bigint check (total_minor >= 0),
  tax_minor bigint check (tax_minor >= 0),
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  items jsonb not null default '[]',
  -- What the reader said about each field: { total: { confidence, area: { page, quad } }, … }. Null until it is read.
  reading jsonb,
  -- All text on it.
  text text not null default '',
  search tsvector not null generated always as (
    to_tsvector('simple', coalesce(merchant, '') || ' ' || file_name || ' ' || text)) stored,
  -- The look of the first page in 64 bits. Pictures of the same receipt differ in few of them.
  look bigint,
  duplicate_of uuid,
  -- Where and when the picture was taken, if the owner keeps that: { at, latitude, longitude }.
  taken jsonb,
  expense_id uuid,
  transaction_id uuid,
  -- The expense or transaction that it probably belongs to: { kind, id, band }.
  suggestion jsonb,
  -- Those that the owner has said no to.
  declined uuid[] not null default '{}',
  -- How it came to where it is filed: by the owner, or by itself.
  filed_by text check (filed_by in ('owner', 'match')),
  checked_at timestamptz,
  -- In milliseconds, like the positions in the list.
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint receipts_request unique (business_id, request_id),
  foreign key (business_id, original_id) references stored_files (business_id, id),
  foreign key (business_id, thumbnail_id) references stored_files (business_id, id),
  foreign key (business_id, duplicate_of) references receipts (business_id, id) on delete set null (duplicate_of),
  constraint receipts_expense foreign key (business_id, expense_id) references expenses (business_id, id)
    on delete set null (expense_id),
  constraint receipts_transaction foreign key (business_id, transaction_id) references transactions (business_id, id)
    on delete set null (transaction_id)
);
-- The list with its filters, and the counts of the summary, from the index alone.
create index receipts_list on receipts (business_id, created_at desc, id desc)
  include (state, expense_id, transaction_id, checked_at);
create index receipts_original on receipts (business_id, original_id);
create index receipts_thumbnail on receipts (business_id, thumbnail_id) where thumbnail_id is not null;
create index receipts_duplicate on receipts (business_id, duplicate_of) where duplicate_of is not null;
create index receipts_expense_id on receipts (business_id, expense_id) where expense_id is not null;
create index receipts_transaction_id on receipts (business_id, transaction_id) where transaction_id is not null;
create index receipts_facts on receipts (business_id, total_minor, date) where total_minor is not null;
create index receipts_waiting on receipts (created_at, business_id, id) where state = 'waiting';
call platform.protect_tenant_table('receipts');
-- Readers choose between businesses.
grant select (business_id, id, state, claimed_until, created_at) on receipts to millrace_platform;
create policy read_next on receipts for select to millrace_platform using (state = 'waiting');

-- What a business has set about its receipts. Without a row, the defaults apply.
create table receipt_settings (
  business_id uuid primary key references businesses on delete cascade,
  -- The part before the @ of the address to which receipts can be sent. Null until the owner asks for one.
  mail_name text unique check (mail_name ~ '^[a-z0-9-]{16,64}$'),
  -- Who may send to it, besides the members of the business.
  mail_senders text[] not null default '{}',
  keeps_location boolean not null default false,
  -- Expenses from this amount on, in the home currency, should have a receipt. Null for none.
  missing_from_minor bigint check (missing_from_minor >= 0),
  updated_at timestamptz not null default now()
);
call platform.protect_tenant_table('receipt_settings');
-- An email that arrives names no business but by its address.
grant select (business_id, mail_name) on receipt_settings to millrace_platform;
create policy address on receipt_settings for select to millrace_platform using (true);
