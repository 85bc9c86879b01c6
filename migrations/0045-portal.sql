-- A place for each client: their invoices, estimates, payments, details and messages, behind a signed link.

-- What the link of a client is signed with. Renewing it increases the generation, so the links before it end.
create table client_portals (
  business_id uuid not null references businesses on delete cascade,
  client_id uuid not null,
  signing_key bytea not null check (length(signing_key) = 32),
  generation integer not null default 1 check (generation > 0),
  renewed_at timestamptz,
  -- When the client last opened it.
  opened_at timestamptz,
  -- The code that a new device was asked for; at most one at a time.
  code_hash bytea,
  code_expires_at timestamptz,
  code_failures integer not null default 0,
  primary key (business_id, client_id),
  constraint client_portals_code_check check ((code_hash is null) = (code_expires_at is null)),
  foreign key (business_id, client_id) references clients (business_id, id) on delete cascade
);
call platform.protect_tenant_table('client_portals');

-- Browsers in which the right code was entered.
create table portal_devices (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  client_id uuid not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint portal_devices_token unique (business_id, client_id, token_hash),
  foreign key (business_id, client_id) references clients (business_id, id) on delete cascade
);
call platform.protect_tenant_table('portal_devices');

-- What a client and the business write to each other.
create table portal_messages (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  client_id uuid not null,
  author text not null check (author in ('client', 'owner')),
  body text not null check (length(body) between 1 and 4000),
  -- Sent by the form, so that a message that is sent twice is kept once.
  request_id uuid not null,
  -- When the owner read it; that of an answer is when it was written.
  read_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint portal_messages_request unique (business_id, request_id),
  foreign key (business_id, client_id) references clients (business_id, id) on delete cascade
);
create index portal_messages_client on portal_messages (business_id, client_id, created_at desc, id desc);
-- What needs the owner's attention.
create index portal_messages_unread on portal_messages (business_id, created_at desc, id desc)
  where author = 'client' and read_at is null;
call platform.protect_tenant_table('portal_messages');
revoke delete on portal_messages from millrace_app;

-- Details that a client would like to have changed. The owner accepts or declines them.
create table client_proposals (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  client_id uuid not null,
  state text not null default 'pending' check (state in ('pending', 'accepted', 'declined')),
  company_name text not null,
  contact_name text not null,
  email text not null,
  phone text not null,
  address text not null,
  country text not null,
  tax_id text not null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint client_proposals_decided_check check ((state = 'pending') = (decided_at is null)),
  foreign key (business_id, client_id) references clients (business_id, id) on delete cascade
);
create index client_proposals_client on client_proposals (business_id, client_id, created_at desc, id desc);
create index client_proposals_pending on client_proposals (business_id, created_at desc, id desc)
  where state = 'pending';
call platform.protect_tenant_table('client_proposals');

alter table client_events
  drop constraint client_events_kind_check,
  add constraint client_events_kind_check check (kind in ('created', 'changed', 'notes', 'archived', 'unarchived', 'merged',
    'portal-opened', 'portal-renewed', 'message', 'proposed', 'proposal-accepted', 'proposal-declined'));

-- A payment knows the client of its invoice, so that the newest payments of a client are read without all of its invoices.
alter table payments no force row level security;
alter table invoices no force row level security;
alter table payments add column client_id uuid;
update payments p set client_id = i.client_id
from invoices i where i.business_id = p.business_id and i.id = p.invoice_id and i.client_id is not null;
grant update (client_id) on payments to millrace_app;
alter table payments force row level security;
alter table invoices force row level security;

-- What the portal reads of a client: open invoices that are no drafts, estimates and payments, newest first.
create index invoices_client_open on invoices (business_id, client_id, issue_date desc, id desc)
  include (currency, due_date, open_minor)
  where status = 'pending' and (sent_at is not null or send_option = 'do_not_send' or received_minor > 0);
create index payments_client on payments (business_id, client_id, received_on desc, id desc)
  where client_id is not null and undone_at is null;
create index estimates_client on estimates (business_id, client_id, issue_date desc, id desc);
drop index estimates_client_id;
