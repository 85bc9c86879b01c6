-- Every amount has a currency. What exists is in US dollars, and so is the home currency of every business.
alter table businesses
  add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  -- How amounts are written on its documents and its pages.
  add column locale text not null default 'en-US';
grant update (currency, locale) on businesses to millrace_app;

-- Null for the home currency.
alter table clients add column currency text check (currency ~ '^[A-Z]{3}$');

alter table invoices
  add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  add column locale text not null default 'en-US',
  -- For an invoice in another currency: what one unit of it was worth in the home currency on its issue date.
  add column rate numeric check (rate > 0),
  add column rated_on date,
  add column rate_source text,
  -- Its currency is not the home currency, and there was no rate for its date yet.
  add column needs_rate boolean not null default false;
alter table deleted_invoices add column currency text not null default 'USD';
alter table checkouts add column currency text not null default 'USD';
alter table recurring_series add column currency text not null default 'USD';
alter table recurring_expenses add column currency text not null default 'USD';
alter table bank_accounts add column currency text not null default 'USD';
alter table transactions add column currency text not null default 'USD';

-- Money that moved in another currency keeps the rate of its day and what it was worth in the home currency then, so that
-- later rates change nothing that is past. Null in the home currency, and while there is no rate for that day.
alter table payments
  add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  add column home_minor bigint,
  add column rate numeric check (rate > 0),
  add column rated_on date,
  add column rate_source text,
  add column needs_rate boolean not null default false,
  -- How much more it was worth in the home currency than on the issue date of its invoice.
  add column gain_minor bigint;
grant update (home_minor, rate, rated_on, rate_source, needs_rate, gain_minor) on payments to millrace_app;
alter table refunds
  add column currency text not null default 'USD',
  add column home_minor bigint,
  add column rate numeric check (rate > 0),
  add column rated_on date,
  add column rate_source text,
  add column needs_rate boolean not null default false,
  add column gain_minor bigint;
alter table disputes
  add column currency text not null default 'USD',
  add column home_minor bigint,
  add column rate numeric check (rate > 0),
  add column rated_on date,
  add column rate_source text,
  add column needs_rate boolean not null default false,
  add column gain_minor bigint;
alter table expenses
  add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  add column home_minor bigint,
  add column rate numeric check (rate > 0),
  add column rated_on date,
  add column rate_source text,
  -- Also set while its date is still to come.
  add column needs_rate boolean not null default false;

create index invoices_needs_rate on invoices (business_id) where needs_rate;
create index payments_needs_rate on payments (business_id) where needs_rate;
create index refunds_needs_rate on refunds (business_id) where needs_rate;
create index disputes_needs_rate on disputes (business_id) where needs_rate;
create index expenses_needs_rate on expenses (business_id) where needs_rate;
grant select (business_id, needs_rate) on invoices, payments, refunds, disputes, expenses to millrace_platform;
create policy link on expenses for select to millrace_platform using (true);

-- Reference rates of the operator: how many units of a currency one euro was worth on a day.
create table platform.reference_rates (
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'EUR'),
  day date not null,
  rate numeric not null check (rate > 0),
  -- Who published it, as the pages name it.
  source text not null,
  primary key (currency, day)
);
grant select on platform.reference_rates to millrace_app;
grant select, insert, update, delete on platform.reference_rates to millrace_platform;

-- Rates that a business entered: how many units of the home currency one unit was worth, from that day on.
create table exchange_rates (
  business_id uuid not null references businesses on delete cascade,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  day date not null,
  rate numeric not null check (rate > 0),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (business_id, currency, day)
);
call platform.protect_tenant_table('exchange_rates');

-- The kept sums are kept by currency. Movements of money with a home amount are in the sums of the home currency.
--   gained  what movements were worth in the home currency beyond the value on the issue date of their invoice, by their day
alter table money_totals drop constraint money_totals_pkey;
alter table money_totals add column currency text not null default 'USD';
alter table money_totals add primary key (business_id, span, starts_on, kind, currency);
alter table money_totals drop constraint money_totals_kind_check;
alter table money_totals add constraint money_totals_kind_check
  check (kind in ('received', 'refunded', 'spent', 'owed', 'settled', 'gained'));
alter table money_changes add column currency text not null default 'USD';
alter table money_changes drop constraint money_changes_kind_check;
alter table money_changes add constraint money_changes_kind_check
  check (kind in ('received', 'refunded', 'spent', 'owed', 'settled', 'gained'));
alter table money_totals alter column currency drop default;
alter table money_changes alter column currency drop default;

-- Sums that were read from an index alone are by currency now.
drop index expenses_list;
create index expenses_list on expenses (business_id, date desc, id desc) include (amount_minor, category, currency, home_minor);
drop index payments_tests;
create index payments_tests on payments (business_id, invoice_id) include (received_on, amount_minor, currency, home_minor)
  where is_test and undone_at is null;

-- Movements with an exchange gain, by their day.
create index payments_gained on payments (business_id, received_on desc, id desc)
  where undone_at is null and gain_minor is not null;
create index refunds_gained on refunds (business_id, refunded_on desc, id desc)
  where state in ('pending', 'succeeded') and gain_minor is not null;
create index disputes_gained on disputes (business_id, opened_on desc, id desc)
  where state in ('open', 'lost') and gain_minor is not null;
