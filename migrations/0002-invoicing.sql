-- Tenant tables from here on have keys that begin with the business: rows of one business lie together, a reference
-- cannot cross to another business, and a distributed Postgres can spread businesses over machines.

-- What a business puts on its invoices, which plan it has, and whether its owner's address is confirmed.
alter table businesses
  add column email text,
  add column phone text not null default '',
  add column address text not null default '',
  add column contact_name text not null default '',
  add column logo_id uuid,
  add column plan text not null default 'free' check (plan in ('free', 'pro', 'enterprise')),
  add column owner_verified boolean not null default false;
-- The plan and the confirmation are not the business's own to change.
revoke update on businesses from millrace_app;
grant update (name, time_zone, email, phone, address, contact_name, logo_id, updated_at) on businesses to millrace_app;
grant update (owner_verified) on businesses to millrace_auth;
create policy verify on businesses for update to millrace_auth using (true);
-- The owner of the tables is bound by their policies too, unless it is a superuser.
alter table businesses no force row level security;
alter table members no force row level security;
update businesses set owner_verified = true
from members join auth.users on users.id = members.user_id
where members.business_id = businesses.id and users.email_verified;
alter table businesses force row level security;
alter table members force row level security;

-- Uploaded files, as the server re-encoded them. Their address is their id, which nobody can guess.
create table files (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('logo')),
  content_type text not null,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  created_at timestamptz not null default now(),
  primary key (business_id, id)
);
-- Compressed already.
alter table files alter column bytes set storage external;
create index files_id on files (id);
call platform.protect_tenant_table('files');
-- Whoever knows a link may be led to its business; nothing else of the row can be read this way.
grant select (business_id, id) on files to millrace_platform;
create policy link on files for select to millrace_platform using (true);

alter table businesses
  add foreign key (id, logo_id) references files (business_id, id) on delete set null (logo_id);

create table clients (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  created_by uuid not null,
  company_name text not null,
  contact_name text not null default '',
  email text not null check (email = lower(email)),
  phone text not null default '',
  address text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint clients_email unique (business_id, email)
);
create index clients_company_name on clients (business_id, lower(company_name), id);
call platform.protect_tenant_table('clients');

create table tax_rates (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null,
  -- Thousandths of a percent: 7.7 % is 7700.
  rate integer not null check (rate between 0 and 100000),
  description text not null default '',
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (business_id, id)
);
create unique index tax_rates_name on tax_rates (business_id, lower(name));
create unique index tax_rates_default on tax_rates (business_id) where is_default;
call platform.protect_tenant_table('tax_rates');

-- An invoice is a document: who, to whom and what for stay as they were written, whatever becomes of the client's
-- record, the logo or a tax rate. Lines, taxes and fees belong to it alone and are never read apart from it.
create table invoices (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  number text not null check (number = upper(left(id::text, 8))),
  created_by uuid not null,
  -- Sent by the form with a new invoice, so that one that is sent twice is made once.
  request_id uuid,
  version integer not null default 1,
  status text not null default 'pending' check (status in ('pending', 'paid')),

  company_name text not null,
  company_email text not null,
  company_phone text not null default '',
  company_address text not null default '',
  contact_name text not null default '',
  logo_id uuid,

  client_id uuid,
  client_name text not null,
  client_email text not null,
  client_contact_name text not null default '',
  client_phone text not null default '',
  client_address text not null default '',

  issue_date date not null,
  due_date date not null,
  payment_terms text not null
    check (payment_terms in ('net_30', 'net_15', 'due_on_receipt', '2_10_net_30', 'custom')),
  purchase_order text not null default '',
  description text not null default '',
  notes text not null default '',

  -- Null for an invoice that is one amount. Quantities are thousandths, rates cents, percentages thousandths.
  lines jsonb,
  discount jsonb,
  taxes jsonb not null default '[]',
  fees jsonb not null default '[]',
  subtotal_cents bigint not null check (subtotal_cents >= 0),
  discount_cents bigint not null check (discount_cents between 0 and subtotal_cents),
  tax_cents bigint not null check (tax_cents >= 0),
  fees_cents bigint not null check (fees_cents >= 0),
  total_cents bigint not null check (total_cents = subtotal_cents - discount_cents + tax_cents + fees_cents),

  send_option text not null check (send_option in ('email_now', 'email_later', 'do_not_send')),
  send_reminder boolean not null,
  sent_at timestamptz,
  viewed_at timestamptz,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  primary key (business_id, id),
  constraint invoices_number unique (business_id, number),
  constraint invoices_request unique (business_id, request_id),
  constraint invoices_client foreign key (business_id, client_id)
    references clients (business_id, id) on delete set null (client_id),
  -- A logo that stands on an invoice cannot be removed.
  constraint invoices_logo foreign key (business_id, logo_id) references files (business_id, id)
);
create index invoices_id on invoices (id);
-- The list, newest due date first. The name is in it so that a search can do without the rows.
create index invoices_due on invoices (business_id, due_date desc, id desc) include (client_name);
-- The list of one status, and the sums.
create index invoices_status on invoices (business_id, status, due_date desc, id desc) include (total_cents);
create index invoices_created_at on invoices (business_id, created_at);
create index invoices_client_id on invoices (business_id, client_id);
create index invoices_logo_id on invoices (business_id, logo_id) where logo_id is not null;
call platform.protect_tenant_table('invoices');
grant select (business_id, id) on invoices to millrace_platform;
create policy link on invoices for select to millrace_platform using (true);

-- What happened to an invoice, besides its mails, which tell their own story.
create table invoice_events (
  business_id uuid not null,
  id uuid not null default gen_random_uuid(),
  invoice_id uuid not null,
  kind text not null check (kind in ('created', 'duplicated', 'changed', 'viewed', 'paid')),
  at timestamptz not null default now(),
  primary key (business_id, id),
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete cascade
);
create index invoice_events_invoice on invoice_events (business_id, invoice_id, at);
call platform.protect_tenant_table('invoice_events');
revoke update, delete on invoice_events from millrace_app;

-- What was removed and by whom. One that had been mailed still counts for the month in which it was made.
create table deleted_invoices (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null,
  number text not null,
  client_name text not null,
  total_cents bigint not null,
  was_sent boolean not null,
  -- Of the invoice.
  created_at timestamptz not null,
  deleted_at timestamptz not null default now(),
  deleted_by uuid not null,
  primary key (business_id, id)
);
create index deleted_invoices_created_at on deleted_invoices (business_id, created_at);
call platform.protect_tenant_table('deleted_invoices');
revoke update, delete on deleted_invoices from millrace_app;

-- A mail can be about an invoice and carry a document that is drawn when it is delivered, from the facts as they were
-- when it was queued. One that waits until its sender's own address is confirmed is held.
alter table mails
  add column invoice_id uuid,
  add column attachment jsonb,
  add foreign key (business_id, invoice_id) references invoices (business_id, id) on delete set null (invoice_id);
alter table mails drop constraint mails_state_check;
alter table mails add constraint mails_state_check check (state in ('held', 'queued', 'sent', 'failed'));
create index mails_invoice on mails (business_id, invoice_id, created_at) where invoice_id is not null;
create index mails_held on mails (business_id) where state = 'held';
