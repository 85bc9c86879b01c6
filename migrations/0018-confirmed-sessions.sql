-- When the person last proved who they are in this session: at sign-in, and whenever they type their password again.
-- Sensitive changes ask for it once it is some minutes old. The default covers every session that a sign-in makes.
alter table auth.sessions add column confirmed_at timestamptz not null default now();
update auth.sessions set confirmed_at = created_at;

-- Sensitive changes, for their owner to read: what, by whom, from where. No secret is in it. Nobody can change or remove
-- a row before its time.
create table account_activity (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  detail text not null default '',
  user_id uuid,
  -- In words, as far as the browser says: "Firefox on Windows".
  device text not null default '',
  ip_address text not null default '',
  created_at timestamptz not null default now(),
  primary key (business_id, id)
);
create index account_activity_list on account_activity (business_id, created_at desc, id desc);
create index account_activity_created_at on account_activity (created_at);
call platform.protect_tenant_table('account_activity');
revoke update, delete on account_activity from millrace_app;
-- Passwords are changed by the role of accounts.
grant insert on account_activity to millrace_auth;
create policy account_changes on account_activity for insert to millrace_auth with check (true);
grant select (created_at), delete on account_activity to millrace_platform;
create policy forget on account_activity to millrace_platform using (created_at < now() - interval '1 year');
