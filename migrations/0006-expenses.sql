-- What a business pays again and again: rent, software. Its expenses are made ahead of their day, so that what is to come
-- is known.
create table recurring_expenses (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  version integer not null default 1,
  created_by uuid not null,
  amount_cents bigint not null check (amount_cents >= 0),
  category text not null check (category <> ''),
  notes text not null default '',
  frequency text not null check (frequency in ('weekly', 'biweekly', 'monthly', 'quarterly', 'yearly')),
  -- The day of every later one follows from this: the 31st is the last day of shorter months.
  start_date date not null,
  end_date date,
  end_count integer check (end_count > 0),
  -- Counted from 0 at the start date; the next one that is not settled.
  next_period integer not null default 0 check (next_period >= 0),
  -- Its day; null once there is none left.
  next_on date,
  -- Follows from that day and the business's zone: platform.plan_expenses() sets it. Null while it is paused or over.
  next_run_at timestamptz,
  paused_at timestamptz,
  -- By its owner, for good: it stays because its expenses name it.
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  check (end_date is null or end_count is null)
);
create index recurring_expenses_list on recurring_expenses (business_id, created_at desc, id desc);
create index recurring_expenses_next_run on recurring_expenses (next_run_at, business_id, id)
  where next_run_at is not null;
call platform.protect_tenant_table('recurring_expenses');
revoke delete on recurring_expenses from millrace_app;
grant select (business_id, id, next_run_at) on recurring_expenses to millrace_platform;
create policy due on recurring_expenses for select to millrace_platform using (true);

-- Made 31 days ahead, at the beginning of that day.
create function platform.plan_expenses() returns trigger
language plpgsql as $$
begin
  new.next_run_at := case when new.paused_at is null and new.ended_at is null then (
    select platform.local_moment(new.next_on - 31, 0, b.time_zone) from businesses b where b.id = new.business_id) end;
  return new;
end
$$;
create trigger plan_expenses before insert or update of next_on, paused_at, ended_at on recurring_expenses
  for each row execute function platform.plan_expenses();

create function platform.plan_expenses_anew() returns trigger
language plpgsql as $$
begin
  update recurring_expenses set next_on = next_on where business_id = new.id and next_run_at is not null;
  return null;
end
$$;
create trigger plan_expenses_anew after update of time_zone on businesses
  for each row when (old.time_zone is distinct from new.time_zone) execute function platform.plan_expenses_anew();
grant execute on function platform.plan_expenses, platform.plan_expenses_anew to millrace_app;

create table expenses (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  version integer not null default 1,
  created_by uuid not null,
  -- Of the request that made it: sent twice, it is made once.
  request_id uuid,
  amount_cents bigint not null check (amount_cents >= 0),
  category text not null check (category <> ''),
  date date not null,
  notes text not null default '',
  -- What a search looks through.
  search_text text not null generated always as (lower(notes)) stored,
  -- The recurring expense that it was made by.
  series_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  constraint expenses_request unique (business_id, request_id),
  foreign key (business_id, series_id) references recurring_expenses (business_id, id)
);
-- The list, and the sums of a month from the index alone.
create index expenses_list on expenses (business_id, date desc, id desc) include (amount_cents, category);
create index expenses_category on expenses (business_id, category, date desc, id desc);
create index expenses_recent on expenses (business_id, created_at desc, id desc);
create index expenses_series on expenses (business_id, series_id, date) where series_id is not null;
call platform.protect_tenant_table('expenses');

-- Periods that are settled: an expense was made, or its owner wanted none. What becomes of the expense afterwards does
-- not bring it back.
create table recurring_expense_periods (
  business_id uuid not null,
  series_id uuid not null,
  period integer not null check (period >= 0),
  state text not null check (state in ('made', 'skipped')),
  -- Null when it was skipped, or once it was removed.
  expense_id uuid,
  on_date date not null,
  at timestamptz not null,
  primary key (business_id, series_id, period),
  foreign key (business_id, series_id) references recurring_expenses (business_id, id) on delete cascade
);
create index recurring_expense_periods_expense on recurring_expense_periods (business_id, expense_id)
  where expense_id is not null;
call platform.protect_tenant_table('recurring_expense_periods');
