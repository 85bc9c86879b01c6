-- Roles. The role that runs this owns everything and migrates. The app works as roles that own nothing and cannot
-- bypass row-level security; it takes them on with SET ROLE, so none of them can log in. Roles belong to the whole
-- cluster: they may exist already, or be made by another start at this very moment.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['millrace_app', 'millrace_auth', 'millrace_platform'] loop
    begin
      if not exists (select from pg_roles where rolname = wanted) then
        execute format('create role %I nologin nosuperuser nobypassrls nocreatedb nocreaterole', wanted);
      end if;
    exception when duplicate_object or unique_violation then
      null;
    end;
    -- Since Postgres 16 whoever makes a role may grant it, but may not take it on until it is granted to them.
    execute format('grant %I to %I', wanted, current_user);
  end loop;
end
$$;

create schema auth;       -- who people are: reached by millrace_auth alone
create schema platform;   -- what belongs to no business: reached by millrace_platform

revoke all on schema public from public;
grant usage on schema auth to millrace_auth;
grant usage on schema platform to millrace_platform;
grant usage on schema public to millrace_app, millrace_auth, millrace_platform;

-- Gives a table with a business_id the one tenant policy: rows of the business that the transaction names, and an
-- error when it names none. The subselect makes Postgres read the setting once a statement instead of once a row.
create procedure platform.protect_tenant_table(target regclass, tenant_column text default 'business_id')
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s to millrace_app using (%I = (select current_setting(''app.business_id'')::uuid))',
    target, tenant_column);
  execute format('grant select, insert, update, delete on %s to millrace_app', target);
end
$$;
revoke all on procedure platform.protect_tenant_table(regclass, text) from public;

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  role text not null default 'user' check (role in ('user', 'admin')),
  -- False only for the default admin until its first change of password.
  initial_password_changed boolean not null default true,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user_id on auth.sessions (user_id);
create index sessions_expires_at on auth.sessions (expires_at);

create table auth.accounts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_user_id on auth.accounts (user_id);

create table auth.verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on auth.verifications (identifier);
create index verifications_expires_at on auth.verifications (expires_at);

grant select, insert, update, delete on all tables in schema auth to millrace_auth;

create table businesses (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  time_zone text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
call platform.protect_tenant_table('businesses', 'id');
revoke insert, delete on businesses from millrace_app;

create table members (
  business_id uuid not null references businesses on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  role text not null check (role in ('owner')),
  created_at timestamptz not null default now(),
  primary key (business_id, user_id)
);
create unique index members_user_id on members (user_id);
call platform.protect_tenant_table('members');
revoke insert, update, delete on members from millrace_app;

-- Signing up makes a business with its owner, and signing in finds it, both before any business is named.
grant select, insert on businesses, members to millrace_auth;
create policy sign_up on businesses for insert to millrace_auth with check (true);
create policy sign_in on businesses for select to millrace_auth using (true);
create policy sign_up on members for insert to millrace_auth with check (true);
create policy sign_in on members for select to millrace_auth using (true);

-- The outbox: each mail with its state. A mail about a person's account belongs to no business.
create table mails (
  id uuid primary key default gen_random_uuid(),
  business_id uuid references businesses on delete cascade,
  kind text not null,
  from_address text not null,
  to_address text not null,
  reply_to text,
  subject text not null,
  -- Cleared once sent or given up when the mail carries a secret link.
  html text,
  text text,
  has_secret boolean not null default false,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mails_business_id on mails (business_id, created_at desc, id);
create index mails_created_at on mails (created_at desc, id);
create index mails_unsent on mails (state, created_at desc) where state <> 'sent';
call platform.protect_tenant_table('mails');
revoke update, delete on mails from millrace_app;
grant select, insert, update on mails to millrace_platform;
create policy platform on mails to millrace_platform using (true);
grant insert on mails to millrace_auth;
create policy account_mail on mails for insert to millrace_auth with check (business_id is null);

-- How often something was tried in the current window, for limits that hold across processes.
create table platform.rate_limits (
  key text primary key,
  count integer not null,
  window_ends_at timestamptz not null
);
create index rate_limits_window_ends_at on platform.rate_limits (window_ends_at);

-- Facts about this installation.
create table platform.installation (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on all tables in schema platform to millrace_platform;
