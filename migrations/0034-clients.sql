-- Clients get a page of their own: notes, an archive, merging, what they owe and what happened.
alter table clients
  add column notes text not null default '' check (length(notes) <= 10000),
  -- Counts changes of the notes, so that none overwrites another unseen.
  add column notes_version integer not null default 0,
  -- Hidden from the list and from the choice for new invoices, until an invoice is saved to the client.
  add column archived_at timestamptz,
  -- A merged client stays as a hidden row, so that its email address leads to the client that it became.
  add column merged_into uuid,
  -- Deferred, because a restored archive brings the rows in the order in which they were made.
  add constraint clients_merged_into foreign key (business_id, merged_into) references clients (business_id, id)
    on delete cascade deferrable initially deferred,
  add constraint clients_not_itself check (merged_into <> id);
create index clients_merged on clients (business_id, merged_into) where merged_into is not null;
-- The list and the choice, by name.
create index clients_shown on clients (business_id, lower(company_name), id) where merged_into is null;
create index clients_archived on clients (business_id, lower(company_name), id)
  where archived_at is not null and merged_into is null;
drop index clients_company_name;

-- What happened to a client, besides its invoices.
create table client_events (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  client_id uuid not null,
  kind text not null check (kind in ('created', 'changed', 'notes', 'archived', 'unarchived', 'merged')),
  -- The name of the client that was merged into this one.
  note text,
  at timestamptz not null default now(),
  primary key (business_id, id),
  foreign key (business_id, client_id) references clients (business_id, id) on delete cascade
);
create index client_events_client on client_events (business_id, client_id, at desc, id desc);
call platform.protect_tenant_table('client_events');
revoke update, delete on client_events from millrace_app;
grant update (client_id) on client_events to millrace_app;

-- The invoices of a client: newest first, when they were sent, and how fast they were paid.
create index invoices_client on invoices (business_id, client_id, issue_date desc, id desc);
create index invoices_client_sent on invoices (business_id, client_id, sent_at desc, id desc)
  where sent_at is not null;
create index invoices_client_paid on invoices (business_id, client_id, paid_at desc) include (issue_date, due_date)
  where status = 'paid';
drop index invoices_client_id;

alter table invoices no force row level security;
alter table invoice_events no force row level security;

-- An event knows the client of its invoice, so that the newest events of a client are read without all of its invoices.
alter table invoice_events add column client_id uuid;
update invoice_events e set client_id = i.client_id
from invoices i where i.business_id = e.business_id and i.id = e.invoice_id and i.client_id is not null;
create index invoice_events_client on invoice_events (business_id, client_id, at desc, id desc)
  where client_id is not null;
grant update (client_id) on invoice_events to millrace_app;

-- Sums of each client's invoices, kept like those of the business: what holds is these sums and the changes together.
alter table money_changes add column client_id uuid;
create table client_sums (
  business_id uuid not null references businesses on delete cascade,
  client_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- owed: what is open of invoices that are not paid. settled: totals of invoices that are paid.
  kind text not null check (kind in ('owed', 'settled')),
  minor bigint not null,
  count bigint not null,
  primary key (business_id, client_id, currency, kind)
);
call platform.protect_tenant_table('client_sums');
-- What is open by due date. What is overdue is what is owed without what is due today or later, so that a page reads no more
-- days than the terms of payment have.
create table client_dues (
  business_id uuid not null references businesses on delete cascade,
  client_id uuid not null,
  due_date date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  minor bigint not null,
  count bigint not null,
  primary key (business_id, client_id, due_date, currency)
);
call platform.protect_tenant_table('client_dues');

insert into client_sums (business_id, client_id, currency, kind, minor, count)
select business_id, client_id, currency, case status when 'paid' then 'settled' else 'owed' end,
  sum(case status when 'paid' then total_minor - credit_notes_minor else open_minor end), count(*)
from invoices where client_id is not null and status <> 'cancelled' group by 1, 2, 3, 4;
insert into client_dues (business_id, client_id, due_date, currency, minor, count)
select business_id, client_id, due_date, currency, sum(open_minor), count(*)
from invoices where client_id is not null and status = 'pending' group by 1, 2, 3, 4;
alter table invoice_events force row level security;
alter table invoices force row level security;
