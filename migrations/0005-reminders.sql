-- The moment at which clocks there show this hour of this day. A zone that this database does not know counts as UTC:
-- its list and that of the app need not be the same.
create function platform.local_moment(day date, hour integer, zone text) returns timestamptz
language plpgsql stable as $$
begin
  return (day + make_interval(hours => hour)) at time zone zone;
exception when invalid_parameter_value then
  return (day + make_interval(hours => hour)) at time zone 'UTC';
end
$$;

-- What clocks there show at a moment.
create function platform.local_time(moment timestamptz, zone text) returns timestamp
language plpgsql stable as $$
begin
  return moment at time zone zone;
exception when invalid_parameter_value then
  return moment at time zone 'UTC';
end
$$;

-- The first moment, from this one on, at which clocks there show this hour.
create function platform.next_sending_hour(earliest timestamptz, hour integer, zone text) returns timestamptz
language sql stable as $$
  select min(moment)
  from generate_series(-1, 2) ahead
  cross join lateral platform.local_moment(platform.local_time(earliest, zone)::date + ahead, hour, zone) moment
  where moment >= earliest
$$;

-- Whether reminders leave at this moment: on the day of the sending hour, up to eight hours after it.
create function platform.is_sending_time(moment timestamptz, hour integer, zone text) returns boolean
language sql stable as $$
  select extract(hour from platform.local_time(moment, zone)) between hour and hour + 7
$$;

-- The first moment at which reminders leave that lies a day or more after this one.
create function platform.day_after(moment timestamptz, hour integer, zone text) returns timestamptz
language sql stable as $$
  select case when platform.is_sending_time(moment + interval '24 hours', hour, zone) then moment + interval '24 hours'
    else platform.next_sending_hour(moment + interval '24 hours', hour, zone) end
$$;

-- How a business chases what it is owed. Without a series of its own, one reminder goes three days before the due date.
create table reminder_settings (
  business_id uuid primary key references businesses on delete cascade,
  has_own_series boolean not null default false,
  -- Of the business's day, at which reminders and recurring invoices leave.
  send_hour smallint not null default 9 check (send_hour between 0 and 23),
  updated_at timestamptz not null default now()
);
call platform.protect_tenant_table('reminder_settings');
revoke delete on reminder_settings from millrace_app;

-- A step is its distance from the due date: removed and added again, it is the same step.
create table reminder_steps (
  business_id uuid not null references businesses on delete cascade,
  offset_days smallint not null check (offset_days between -60 and 365),
  -- Null for the usual words.
  subject text,
  body text,
  primary key (business_id, offset_days)
);
call platform.protect_tenant_table('reminder_steps');

alter table clients add column no_reminders boolean not null default false;

alter table invoices
  -- Follow from the rest of the row, the business's series and what was sent: platform.plan_reminder() sets both.
  add column next_reminder_at timestamptz,
  add column next_reminder_step smallint,
  -- Steps whose moment lies before this are not sent any more: it was made, changed or taken up again later than that.
  add column reminders_since timestamptz,
  -- Put off, because another automatic mail has just left or the day is over.
  add column reminders_not_before timestamptz,
  add column reminders_paused_at timestamptz,
  add column reminders_paused_by text check (reminders_paused_by in ('client', 'owner')),
  -- The last one that went out, by itself or by the owner.
  add column reminded_at timestamptz,
  add check ((reminders_paused_at is null) = (reminders_paused_by is null));
create index invoices_next_reminder on invoices (next_reminder_at, business_id, id) where next_reminder_at is not null;
grant select (next_reminder_at) on invoices to millrace_platform;

-- What became of a step of an invoice, once and for all, and the reminders that its owner sent besides.
create table reminders (
  business_id uuid not null,
  id uuid not null default gen_random_uuid(),
  invoice_id uuid not null,
  -- Null for one that the owner sent outside of the series.
  offset_days smallint,
  -- missed: a later step was due already when it could have been sent.
  state text not null check (state in ('sent', 'skipped', 'missed')),
  is_automatic boolean not null,
  mail_id uuid,
  at timestamptz not null,
  primary key (business_id, id),
  constraint reminders_step unique (business_id, invoice_id, offset_days),
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete cascade
);
create index reminders_invoice on reminders (business_id, invoice_id, at);
call platform.protect_tenant_table('reminders');
revoke update, delete on reminders from millrace_app;

-- The steps of an invoice that are still to be sent, with the moment of each.
create function platform.open_reminders(invoice invoices, out step smallint, out moment timestamptz) returns setof record
language sql stable as $$
  select offset_days, local_moment
  from businesses b
  left join reminder_settings s on s.business_id = b.id
  cross join lateral (
    select offset_days from reminder_steps
    where business_id = b.id and coalesce(s.has_own_series, false)
    union all
    select -3::smallint where not coalesce(s.has_own_series, false)
  ) steps
  cross join lateral platform.local_moment(
    invoice.due_date + offset_days, coalesce(s.send_hour, 9), b.time_zone) local_moment
  where b.id = invoice.business_id
    and invoice.status = 'pending' and invoice.send_reminder
    -- Not open_cents, which is reckoned after the trigger below.
    and invoice.total_cents > invoice.credited_cents + invoice.received_cents
    and (invoice.sent_at is not null or invoice.send_option = 'do_not_send')
    and invoice.reminders_paused_at is null
    and local_moment > invoice.reminders_since
    and not exists (select from reminders r
      where r.business_id = b.id and r.invoice_id = invoice.id and r.offset_days = steps.offset_days)
    and not exists (select from clients c
      where c.business_id = b.id and c.id = invoice.client_id and c.no_reminders)
$$;

create function platform.next_reminder(invoice invoices, out at timestamptz, out step smallint)
language sql stable as $$
  select greatest(o.moment, invoice.reminders_not_before,
    platform.day_after(greatest(invoice.sent_at, invoice.reminded_at), coalesce(s.send_hour, 9), b.time_zone)), o.step
  from platform.open_reminders(invoice) o
  join businesses b on b.id = invoice.business_id
  left join reminder_settings s on s.business_id = b.id
  order by o.moment limit 1
$$;

create function platform.plan_reminder() returns trigger
language plpgsql as $$
begin
  select * into new.next_reminder_at, new.next_reminder_step from platform.next_reminder(new);
  return new;
end
$$;
create trigger plan_reminder before insert or update of due_date, status, send_reminder, send_option, sent_at, client_id,
  total_cents, received_cents, credited_cents, reminders_since, reminders_not_before, reminders_paused_at,
  reminded_at on invoices
  for each row execute function platform.plan_reminder();
grant execute on function platform.local_moment, platform.local_time, platform.next_sending_hour,
  platform.is_sending_time, platform.day_after,
  platform.open_reminders, platform.next_reminder, platform.plan_reminder to millrace_app;

-- Invoices that exist: what lies behind them is not caught up.
-- All that the trigger reads is open to the owner for the moment.
alter table invoices no force row level security;
alter table businesses no force row level security;
alter table clients no force row level security;
alter table reminder_settings no force row level security;
alter table reminder_steps no force row level security;
alter table reminders no force row level security;
update invoices set reminders_since = now();
alter table invoices force row level security;
alter table businesses force row level security;
alter table clients force row level security;
alter table reminder_settings force row level security;
alter table reminder_steps force row level security;
alter table reminders force row level security;

-- An invoice that is made again and again. Its content is what the form sends, without the dates.
create table recurring_series (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  version integer not null default 1,
  created_by uuid not null,
  request_id uuid,
  content jsonb not null,
  client_name text not null,
  total_cents bigint not null check (total_cents >= 0),
  frequency text not null check (frequency in ('weekly', 'biweekly', 'monthly', 'quarterly', 'yearly')),
  -- The day of every later one follows from this: the 31st is the last day of shorter months.
  start_date date not null,
  end_date date,
  end_count integer check (end_count > 0),
  -- Whether its invoices are mailed, or wait for their owner.
  sends boolean not null,
  -- Counted from 0 at the start date; the next one that is not settled.
  next_period integer not null default 0 check (next_period >= 0),
  -- Its day; null once there is none left.
  next_on date,
  -- Follows from that day, the business's hour and its zone: platform.plan_series() sets it. Null while it is paused or over.
  next_run_at timestamptz,
  paused_at timestamptz,
  paused_by text check (paused_by in ('owner', 'plan', 'error')),
  pause_reason text,
  -- By its owner, for good: it stays because its invoices name it.
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  constraint recurring_series_request unique (business_id, request_id),
  check ((paused_at is null) = (paused_by is null)),
  check (end_date is null or end_count is null)
);
create index recurring_series_list on recurring_series (business_id, created_at desc, id desc);
create index recurring_series_next_run on recurring_series (next_run_at, business_id, id) where next_run_at is not null;
call platform.protect_tenant_table('recurring_series');
revoke delete on recurring_series from millrace_app;
grant select (business_id, id, next_run_at) on recurring_series to millrace_platform;
create policy due on recurring_series for select to millrace_platform using (true);

create function platform.plan_series() returns trigger
language plpgsql as $$
begin
  new.next_run_at := case when new.paused_at is null and new.ended_at is null then (
    select platform.local_moment(new.next_on, coalesce(s.send_hour, 9), b.time_zone)
    from businesses b left join reminder_settings s on s.business_id = b.id
    where b.id = new.business_id) end;
  return new;
end
$$;
create trigger plan_series before insert or update of next_on, paused_at, ended_at on recurring_series
  for each row execute function platform.plan_series();

-- Another zone or another hour: the same days, at other moments.
create function platform.plan_anew() returns trigger
language plpgsql as $$
declare
  business uuid := case tg_table_name when 'businesses' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'business_id' end;
begin
  -- In one order, as everybody does who changes many of them: two that wait for each other would both fail.
  perform from invoices where business_id = business and status = 'pending' and send_reminder
    order by id for no key update;
  -- What was to come is not lost: should its moment lie behind now, it is due at once.
  update invoices i set reminders_not_before = null,
    reminders_since = least(i.reminders_since, platform.local_moment(i.due_date + i.next_reminder_step,
      coalesce(s.send_hour, 9), b.time_zone) - interval '1 microsecond')
  from businesses b left join reminder_settings s on s.business_id = b.id
  where b.id = business and i.business_id = business and i.status = 'pending' and i.send_reminder;
  update recurring_series set next_on = next_on where business_id = business and next_run_at is not null;
  return null;
end
$$;
create trigger plan_anew after update of time_zone on businesses
  for each row when (old.time_zone is distinct from new.time_zone) execute function platform.plan_anew();
create trigger plan_first after insert on reminder_settings
  for each row execute function platform.plan_anew();
create trigger plan_anew after update of send_hour on reminder_settings
  for each row when (old.send_hour is distinct from new.send_hour) execute function platform.plan_anew();
grant execute on function platform.plan_series, platform.plan_anew to millrace_app;

-- Periods that are settled: an invoice was made, or the owner wanted none.
create table recurring_periods (
  business_id uuid not null,
  series_id uuid not null,
  period integer not null check (period >= 0),
  -- Null when it was skipped, or once the invoice was removed.
  invoice_id uuid,
  state text not null check (state in ('made', 'skipped')),
  on_date date not null,
  at timestamptz not null,
  primary key (business_id, series_id, period),
  foreign key (business_id, series_id) references recurring_series (business_id, id) on delete cascade,
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete set null (invoice_id)
);
call platform.protect_tenant_table('recurring_periods');
revoke update, delete on recurring_periods from millrace_app;

alter table invoices
  add column series_id uuid,
  add column series_period integer,
  add check ((series_id is null) = (series_period is null)),
  -- One invoice a series and period.
  add constraint invoices_series_period unique (business_id, series_id, series_period),
  add constraint invoices_series foreign key (business_id, series_id)
    references recurring_series (business_id, id);

-- An invoice's content under a name, to begin another one with.
create table invoice_templates (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null,
  content jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id)
);
create unique index invoice_templates_name on invoice_templates (business_id, lower(name));
call platform.protect_tenant_table('invoice_templates');

-- How the document looks: the business's choice for new ones, and what each was made with.
alter table businesses
  add column document_look text not null default 'classic' check (document_look in ('classic', 'modern', 'compact')),
  add column accent_colour text not null default '#0d5f5a' check (accent_colour ~ '^#[0-9a-f]{6}$'),
  add column logo_position text not null default 'left' check (logo_position in ('left', 'center', 'right'));
grant update (document_look, accent_colour, logo_position) on businesses to millrace_app;
alter table invoices
  add column document_look text not null default 'classic' check (document_look in ('classic', 'modern', 'compact')),
  add column accent_colour text not null default '#0d5f5a' check (accent_colour ~ '^#[0-9a-f]{6}$'),
  add column logo_position text not null default 'left' check (logo_position in ('left', 'center', 'right'));

-- What whoever caused it wrote about it.
alter table invoice_events add column note text;
alter table invoice_events drop constraint invoice_events_kind_check;
alter table invoice_events add constraint invoice_events_kind_check check (kind in (
  'created', 'duplicated', 'changed', 'viewed', 'paid', 'payment', 'overpaid', 'refunded', 'refund-failed', 'undone',
  'recurred', 'says-paid', 'reminders-paused', 'reminders-resumed'));
