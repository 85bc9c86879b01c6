-- The summary of a month, sent by email on a day of the next month. Without a day none is sent.
alter table report_settings
  add column summary_day smallint check (summary_day between 1 and 28),
  add column summary_to_owner boolean not null default true,
  add column accountant_email text not null default '' check (length(accountant_email) <= 254),
  add column summary_basis text not null default 'accrual' check (summary_basis in ('accrual', 'cash')),
  -- The first day of the last month that was summarized or skipped, or that was over when the summary was turned on.
  add column summary_last_month date check (extract(day from summary_last_month) = 1),
  -- Follows from the two above: plan-summary.sql.
  add column next_summary_at timestamptz,
  -- Addresses that stopped these emails with the link in one of them.
  add column summary_stopped text[] not null default '{}',
  -- Signs those links.
  add column summary_key bytea,
  add check (summary_day is null or summary_last_month is not null);
create index report_settings_due on report_settings (next_summary_at) where next_summary_at is not null;
grant select (business_id, next_summary_at) on report_settings to millrace_platform;
create policy due on report_settings for select to millrace_platform using (true);
