-- Keys. Each business has a data key, which encrypts its secrets. It is kept wrapped by a master key, which is derived
-- from the installation's secret and stored nowhere; its version tells which secret that is.
create table platform.master_keys (
  version integer primary key,
  -- Recognises the secret without giving it away.
  fingerprint text not null unique,
  -- The one that data keys are wrapped with from now on.
  is_current boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index master_keys_current on platform.master_keys (is_current) where is_current;
grant select, insert, update (is_current) on platform.master_keys to millrace_platform;
-- Whoever makes or opens a data key asks which version it is of. There is no key in here.
grant usage on schema platform to millrace_app;
grant select on platform.master_keys to millrace_app;
insert into platform.master_keys (version, fingerprint, is_current)
select 1, value, true from platform.installation where name = 'secret-fingerprint';
delete from platform.installation where name = 'secret-fingerprint';

create table data_keys (
  business_id uuid primary key references businesses on delete cascade,
  wrapped bytea not null,
  master_version integer not null references platform.master_keys,
  created_at timestamptz not null default now(),
  rewrapped_at timestamptz
);
create index data_keys_master_version on data_keys (master_version);
call platform.protect_tenant_table('data_keys');
revoke update, delete on data_keys from millrace_app;
-- Wrapping them anew is the operator's.
grant select (business_id, wrapped, master_version), update (wrapped, master_version, rewrapped_at)
  on data_keys to millrace_platform;
create policy platform on data_keys to millrace_platform using (true);

-- Every time a secret was decrypted: what, by whom and what for. Nobody can change or remove a row before its time.
create table secret_accesses (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- Table and column, such as integrations.email_password.
  secret text not null,
  reason text not null,
  -- Null when the product itself needed it, such as to deliver a mail.
  user_id uuid,
  created_at timestamptz not null default now(),
  primary key (business_id, id)
);
create index secret_accesses_list on secret_accesses (business_id, created_at desc, id desc);
create index secret_accesses_created_at on secret_accesses (created_at);
call platform.protect_tenant_table('secret_accesses');
revoke update, delete on secret_accesses from millrace_app;
grant select (created_at), delete on secret_accesses to millrace_platform;
create policy forget on secret_accesses to millrace_platform using (created_at < now() - interval '1 year');

-- A business's own accounts with others. What is bytea is encrypted with its data key, bound to this row and column.
create table integrations (
  business_id uuid primary key references businesses on delete cascade,
  integrations_enabled boolean not null default true,
  -- Part of the address to which its own account with the card provider sends events.
  webhook_id uuid not null default gen_random_uuid() unique,
  stripe_account_id text not null default '',
  stripe_publishable_key text not null default '',
  stripe_secret_key bytea,
  -- As the secret key says.
  stripe_mode text check (stripe_mode in ('test', 'live')),
  stripe_webhook_secret bytea,
  -- Since when the provider refuses these keys: nobody can pay with them, and the owner has been told.
  stripe_refused_at timestamptz,
  paypal_client_id text not null default '',
  paypal_client_secret bytea,
  -- demo: the built-in stand-in.
  paypal_mode text not null default 'live' check (paypal_mode in ('live', 'sandbox', 'demo')),
  paypal_refused_at timestamptz,
  email_from_address text not null default '',
  email_host text not null default 'smtp.gmail.com',
  email_port integer not null default 587 check (email_port between 1 and 65535),
  email_username text not null default '',
  email_password bytea,
  plaid_client_id text not null default '',
  plaid_secret bytea,
  plaid_environment text not null default 'production' check (plaid_environment in ('production', 'sandbox')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((stripe_secret_key is null) = (stripe_mode is null))
);
call platform.protect_tenant_table('integrations');
revoke delete on integrations from millrace_app;
grant select (business_id, webhook_id) on integrations to millrace_platform;
create policy link on integrations for select to millrace_platform using (true);

-- Mail in the name of the business leaves through its own account where it has one.
alter table mails
  add column on_behalf boolean not null default false,
  -- Its own account did not take it: it is tried again once the settings are mended.
  add column waits_for_account boolean not null default false,
  -- Until then one delivery has it, and no other may begin.
  add column claimed_until timestamptz;
create index mails_waiting on mails (business_id) where waits_for_account;
-- The platform's own mail server is only for owners who have confirmed their address.
grant select (owner_verified) on businesses to millrace_platform;

-- Which account a visit was opened with, and with that where its money went.
alter table checkouts
  add column provider text not null default 'card' check (provider in ('card', 'paypal')),
  add column is_own boolean not null default false,
  -- An own account may tell nothing by itself, and PayPal never does: what was closed there, or given up because nobody
  -- answered for it, is looked at once more, in case its money was just being taken.
  add column look_again boolean not null default false;
create index checkouts_look_again on checkouts (updated_at) where look_again;
grant select (provider, is_own, look_again, updated_at) on checkouts to millrace_platform;
alter table payments add column is_own boolean not null default false;
alter table payments drop constraint payments_method_check;
alter table payments drop constraint payments_check;
alter table payments drop constraint payments_check1;
alter table payments
  add constraint payments_method check (
    method in ('card', 'paypal', 'demo', 'cash', 'transfer', 'cheque', 'other')),
  add constraint payments_provider_named check (
    (method in ('card', 'paypal')) = (provider_payment_id is not null)),
  add constraint payments_undone check (undone_at is null or method not in ('card', 'paypal'));
grant select (method, is_own) on payments to millrace_platform;

-- An account that its owner wants gone is kept for some days, in case it was a mistake.
alter table businesses
  add column deletion_requested_at timestamptz,
  add column delete_after timestamptz,
  add check ((deletion_requested_at is null) = (delete_after is null));
create index businesses_delete_after on businesses (delete_after) where delete_after is not null;
grant update (deletion_requested_at, delete_after) on businesses to millrace_app;
grant select (delete_after), delete on businesses to millrace_platform;
create policy deletion on businesses for delete to millrace_platform using (delete_after <= now());
-- Mails about the account itself belong to no business and do not go with one.
grant delete on mails to millrace_platform;

-- The built-in stand-in for PayPal keeps its own books.
create schema paypal_sandbox;
grant usage on schema paypal_sandbox to millrace_sandbox;
create table paypal_sandbox.orders (
  id text primary key,
  -- Whose key made it; another key does not see it.
  account text not null,
  -- Of its payment, once there is one.
  capture_id text unique,
  body jsonb not null,
  created_at timestamptz not null
);
create index orders_created_at on paypal_sandbox.orders (created_at);
create table paypal_sandbox.answers (
  account text not null,
  request_id text not null,
  -- What was asked: the same id with another question is refused.
  fingerprint text not null,
  status integer not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (account, request_id)
);
create index answers_created_at on paypal_sandbox.answers (created_at);
grant select, insert, update, delete on all tables in schema paypal_sandbox to millrace_sandbox;
