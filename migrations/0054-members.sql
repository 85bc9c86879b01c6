-- A business has several members, each with a role, and a person belongs to several businesses.
alter table members drop constraint members_role_check;
alter table members add constraint members_role_check
  check (role in ('owner', 'admin', 'bookkeeper', 'sales', 'viewer'));
-- Set while the plan of the business does not include this member.
alter table members add column paused_at timestamptz;
-- When the owner offered this member the business.
alter table members add column offered_at timestamptz;
alter table members add constraint members_owner_stays
  check (role <> 'owner' or (paused_at is null and offered_at is null));
drop index members_user_id;
create index members_user on members (user_id, created_at);
create unique index members_owner on members (business_id) where role = 'owner';
create unique index members_offered on members (business_id) where offered_at is not null;
grant update (role, paused_at, offered_at), delete on members to millrace_app;
grant select (role, created_at) on members to millrace_admin;

-- The business that a user switched to last in a session.
alter table auth.sessions add column business_id uuid;

-- Everyone who is or was a member, by name, for what they did. Nothing else is kept of who has left.
create table people (
  business_id uuid not null references businesses on delete cascade,
  user_id uuid not null,
  name text not null,
  primary key (business_id, user_id)
);
call platform.protect_tenant_table('people');
revoke insert, update, delete on people from millrace_app;
create index people_user on people (user_id);
grant select, insert, update on people to millrace_auth;
create policy names on people to millrace_auth using (true) with check (true);
alter table people no force row level security;
alter table members no force row level security;
insert into people (business_id, user_id, name)
  select m.business_id, m.user_id, u.name from members m join auth.users u on u.id = m.user_id;
alter table members force row level security;
alter table people force row level security;

create table invitations (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  email text not null,
  role text not null check (role in ('admin', 'bookkeeper', 'sales', 'viewer')),
  -- Of the secret in the link of the last email.
  token_hash text not null unique,
  invited_by uuid not null,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid,
  withdrawn_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (business_id, id)
);
create unique index invitations_open on invitations (business_id, lower(email))
  where accepted_at is null and withdrawn_at is null;
call platform.protect_tenant_table('invitations');
revoke delete on invitations from millrace_app;
-- Who follows the link of an invitation is in no business yet.
grant select, update on invitations to millrace_auth;
create policy joining on invitations to millrace_auth using (true) with check (true);
