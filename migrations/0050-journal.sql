-- What reports are made of. The first month of the year, how far the books are closed, and whether bank transactions that
-- belong to no invoice or expense count.
create table report_settings (
  business_id uuid primary key references businesses on delete cascade,
  fiscal_month smallint not null default 1 check (fiscal_month between 1 and 12),
  closed_through date,
  counts_bank boolean not null default false,
  updated_at timestamptz not null default now()
);
call platform.protect_tenant_table('report_settings');

-- Each time that a period was closed or reopened. A row is never changed.
create table period_changes (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('closed', 'reopened')),
  -- The last closed day before and after; null for none.
  before date,
  after date,
  note text not null default '' check (length(note) <= 500),
  created_by uuid not null,
  at timestamptz not null default now(),
  primary key (business_id, id)
);
call platform.protect_tenant_table('period_changes');
revoke update, delete on period_changes from millrace_app;

-- The journal: what each invoice, payment, expense and bank transaction adds to which account, on which day. On each basis
-- the postings of a source come to 0. They follow from the rows of the source and can be made again from them.
create table journal (
  business_id uuid not null references businesses on delete cascade,
  id bigint generated always as identity,
  source text not null check (source in ('invoice', 'payment', 'expense', 'transaction')),
  source_id uuid not null,
  -- What of the source moved the account, such as a credit note.
  entry text not null,
  day date not null,
  basis text not null check (basis in ('both', 'accrual', 'cash')),
  account text not null,
  currency text not null,
  -- Positive for a debit, negative for a credit.
  minor bigint not null,
  -- The same in the home currency; null while there is no rate.
  home_minor bigint,
  client_id uuid,
  item text not null default '',
  tax text not null default '',
  tax_rate integer,
  -- What a tax is on, with the sign of the posting.
  base_minor bigint,
  base_home_minor bigint,
  method text not null default '',
  is_test boolean not null default false,
  -- True if the day is a later one, because the period of the actual day was closed.
  is_correction boolean not null default false,
  primary key (business_id, id)
);
create index journal_sources on journal (business_id, source_id);
create index journal_accounts on journal (business_id, account, day, id);
create index journal_clients on journal (business_id, client_id, day) where client_id is not null;
create index journal_corrections on journal (business_id, day) where is_correction;
call platform.protect_tenant_table('journal');

-- Its sums by day and by month, in the home currency where there is a rate and else in their own.
create table journal_totals (
  business_id uuid not null references businesses on delete cascade,
  span text not null check (span in ('day', 'month')),
  starts_on date not null,
  basis text not null,
  account text not null,
  is_bank boolean not null,
  is_test boolean not null,
  currency text not null,
  minor bigint not null,
  count bigint not null,
  primary key (business_id, span, starts_on, basis, account, is_bank, is_test, currency)
);
call platform.protect_tenant_table('journal_totals');

-- Up to which day the journal is frozen. It follows closed_through once everything noted before is in the journal.
create table journal_state (
  business_id uuid primary key references businesses on delete cascade,
  frozen_through date
);
call platform.protect_tenant_table('journal_state');

-- The sources whose postings have to be made again, added in the transaction of the change, in the order in which they are
-- taken. `everything` stands for all sources of a business, `closing` for another last closed day.
create table journal_changes (
  business_id uuid not null references businesses on delete cascade,
  id bigint generated always as identity,
  source text not null check (source in ('everything', 'closing', 'invoice', 'payment', 'expense', 'transaction')),
  source_id uuid,
  -- Only for `closing`.
  closed_through date,
  -- A closed period does not hold back what the journal never had.
  is_first boolean not null default false,
  primary key (business_id, id)
);
call platform.protect_tenant_table('journal_changes');
revoke update on journal_changes from millrace_app;
grant select (business_id) on journal_changes to millrace_platform;
create policy due on journal_changes for select to millrace_platform using (true);

alter table journal_changes no force row level security;
alter table businesses no force row level security;
insert into journal_changes (business_id, source) select id, 'everything' from businesses;
alter table businesses force row level security;
alter table journal_changes force row level security;
