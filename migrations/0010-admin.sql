-- The operator's room works as a role of its own. It sees people and how their subscriptions stand; what a business
-- keeps, its invoices, expenses, clients, banks and secrets, is closed to it.
do $$
begin
  begin
    if not exists (select from pg_roles where rolname = 'millrace_admin') then
      create role millrace_admin nologin nosuperuser nobypassrls nocreatedb nocreaterole;
    end if;
  exception when duplicate_object or unique_violation then
    null;
  end;
  execute format('grant millrace_admin to %I', current_user);
end
$$;
grant usage on schema auth, platform, public to millrace_admin;

-- Three letters each, of a text that is looked through for another.
create function platform.text_keys(content text) returns bigint[]
language sql immutable parallel safe
return (
  select coalesce(array_agg(distinct platform.search_mark(substr(platform.fold_for_search(content), place, 3))), '{}')
  from generate_series(1, length(content) - 2) place
);

-- Whoever is suspended gets in nowhere. The name of the business is kept beside the person, so that one search finds both.
alter table auth.users
  add column suspended_at timestamptz,
  add column business_name text;
alter table auth.users add column search_text text not null generated always as (
  lower(name || E'\n' || email || E'\n' || coalesce(business_name, ''))) stored;
-- Its mails wait, and nothing is written in its name.
alter table businesses add column suspended_at timestamptz;
grant select (suspended_at) on businesses to millrace_platform;

alter table members no force row level security;
alter table businesses no force row level security;
update auth.users u set business_name = b.name
from members m join businesses b on b.id = m.business_id where m.user_id = u.id;
alter table members force row level security;
alter table businesses force row level security;

create index users_list on auth.users (created_at desc, id desc);
create index users_admins on auth.users (created_at desc, id desc) where role = 'admin';
create index users_suspended on auth.users (created_at desc, id desc) where suspended_at is not null;
create index users_search on auth.users using gin (platform.text_keys(search_text));

grant select (id, name, email, email_verified, role, created_at, last_sign_in_at, suspended_at, business_name, search_text),
  update (role, suspended_at, business_name, updated_at) on auth.users to millrace_admin;
-- To end them; not to read what is in them.
grant select (user_id), delete on auth.sessions to millrace_admin;
grant select (business_id, user_id) on members to millrace_admin;
create policy admin on members for select to millrace_admin using (true);
-- A deletion that was asked for is put off where nobody could have stopped it.
grant select (id, name, suspended_at, delete_after), update (suspended_at, delete_after) on businesses to millrace_admin;
create policy admin_read on businesses for select to millrace_admin using (true);
create policy admin_suspend on businesses for update to millrace_admin using (true);
grant select (business_id, plan, status, current_period_end) on subscriptions to millrace_admin;
create policy admin on subscriptions for select to millrace_admin using (true);
create index subscriptions_running on subscriptions (status) where status in ('trialing', 'active', 'past_due');

-- As the role that may write it, whoever makes or renames a business.
create function platform.note_business_of_member() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update auth.users set business_name = (select b.name from public.businesses b where b.id = new.business_id)
  where id = new.user_id;
  return null;
end
$$;
create function platform.note_business_name() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update auth.users set business_name = new.name
  where id in (select m.user_id from public.members m where m.business_id = new.id);
  return null;
end
$$;
-- How many there are is all that is told of them.
create function platform.count_invoices() returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*) from public.invoices
$$;
revoke all on function platform.note_business_of_member, platform.note_business_name, platform.count_invoices from public;
create trigger note_business after insert on members for each row execute function platform.note_business_of_member();
create trigger note_name after update on businesses for each row
  when (old.name is distinct from new.name) execute function platform.note_business_name();
-- To own them they have to be allowed to make them, for the moment.
grant create on schema platform to millrace_admin, millrace_platform;
alter function platform.note_business_of_member owner to millrace_admin;
alter function platform.note_business_name owner to millrace_admin;
alter function platform.count_invoices owner to millrace_platform;
revoke create on schema platform from millrace_admin, millrace_platform;
grant execute on function platform.count_invoices to millrace_admin;

-- What each customer of the operator has paid for subscriptions, less what was given back, as the card provider says. It
-- names no business, and outlives it.
create table platform.subscription_revenue (
  customer_id text primary key,
  is_live boolean not null,
  paid_cents bigint not null check (paid_cents >= 0),
  updated_at timestamptz not null default now()
);
create index subscription_revenue_sum on platform.subscription_revenue (is_live) include (paid_cents);
grant select, insert, update on platform.subscription_revenue to millrace_platform;
grant select on platform.subscription_revenue to millrace_admin;

-- Who did what, to whom, from where. It is only ever added to; it names people as they were, so that it stays readable
-- when they are gone.
create table platform.audit_log (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default clock_timestamp(),
  actor_id uuid not null,
  actor_email text not null,
  action text not null,
  -- A user, mail, job or message.
  target_id uuid,
  target_label text,
  details jsonb not null default '{}',
  ip_address text not null,
  user_agent text
);
create index audit_log_list on platform.audit_log (created_at desc, id desc);
create index audit_log_action on platform.audit_log (action, created_at desc, id desc);
create index audit_log_actor on platform.audit_log (actor_email, created_at desc, id desc);
create index audit_log_target on platform.audit_log (target_label, created_at desc, id desc);
grant select, insert on platform.audit_log to millrace_admin;
grant insert on platform.audit_log to millrace_platform;

create function platform.refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception 'rows of % are only ever added', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
create trigger append_only before update or delete on platform.audit_log
  for each row execute function platform.refuse_change();
create trigger append_only_as_a_whole before truncate on platform.audit_log
  for each statement execute function platform.refuse_change();

-- What visitors write through the contact form, and what they were answered.
create table platform.contact_messages (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  -- The one that tells whoever runs this; it goes with the message.
  mail_id uuid references mails on delete set null,
  updated_at timestamptz not null default now()
);
create index contact_messages_list on platform.contact_messages (created_at desc, id desc);
create index contact_messages_email on platform.contact_messages (email);
create index contact_messages_mail on platform.contact_messages (mail_id);
create index contact_messages_state on platform.contact_messages (state, created_at desc, id desc);
create table platform.contact_replies (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references platform.contact_messages on delete cascade,
  -- Drawn by whoever writes it: sent twice, it is one answer.
  request_id uuid not null unique,
  created_at timestamptz not null default now(),
  author_email text not null,
  body text not null,
  mail_id uuid references mails on delete set null
);
create index contact_replies_message on platform.contact_replies (message_id, created_at, id);
create index contact_replies_mail on platform.contact_replies (mail_id);
grant select, insert, update on platform.contact_messages, platform.contact_replies to millrace_platform;
-- With the account of who wrote them.
grant delete on platform.contact_messages to millrace_platform;

-- For the outbox as a whole: by state, newest first.
create index mails_state on mails (state, created_at desc, id desc);

-- Charges of the built-in card provider say what was taken, as real ones do.
update card_sandbox.objects set body = body || jsonb_build_object(
  'captured', body -> 'paid',
  'amount_captured', case when (body ->> 'paid')::boolean then body -> 'amount' else '0'::jsonb end)
where type = 'charge' and not body ? 'amount_captured';
