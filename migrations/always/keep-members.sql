-- A business is never without an owner. Checked at the end of the transaction, so that one can hand over to another.
create or replace function platform.keep_owner() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- One whose deletion is due loses its members first.
  if exists (select from public.businesses b where b.id = old.business_id and (b.delete_after is null or b.delete_after > now()))
    and not exists (select from public.members m where m.business_id = old.business_id and m.role = 'owner') then
    raise exception 'a business without an owner' using errcode = 'integrity_constraint_violation', constraint = 'members_keep_owner';
  end if;
  return null;
end
$$;
-- A constraint trigger cannot be replaced.
drop trigger if exists keep_owner on members;
create constraint trigger keep_owner after update or delete on members deferrable initially deferred
  for each row when (old.role = 'owner') execute function platform.keep_owner();

-- The name of a member stays for what they did, and follows when they change it.
create or replace function platform.note_person() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.people (business_id, user_id, name)
    select new.business_id, u.id, u.name from auth.users u where u.id = new.user_id
    on conflict (business_id, user_id) do update set name = excluded.name;
  return null;
end
$$;
create or replace trigger note_person after insert on members
  for each row execute function platform.note_person();

create or replace function platform.note_person_name() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.people set name = new.name where user_id = new.id;
  return null;
end
$$;
create or replace trigger note_person_name after update on auth.users for each row
  when (old.name is distinct from new.name) execute function platform.note_person_name();

-- Open pages ask who is signed in when a membership begins, changes or ends.
create or replace trigger tell_session after insert or update or delete on members
  for each row execute function platform.tell_row('session');

-- Members that the plan does not include have no access until it does: Enterprise includes everyone, Pro the viewer who
-- joined first, and the next one once that seat is free.
create or replace function platform.follow_plan() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  business uuid;
begin
  if tg_table_name = 'businesses' then
    business := new.id;
  else
    select b.id into business from public.businesses b where b.id = old.business_id and b.plan = 'pro';
  end if;
  update public.members m
  set paused_at = case when not w.included then now() end,
    offered_at = case when w.included then m.offered_at end
  from (
    select o.user_id, b.plan = 'enterprise' or b.plan = 'pro' and o.role = 'viewer'
      and row_number() over (partition by o.role order by o.created_at, o.user_id) = 1 as included
    from public.members o join public.businesses b on b.id = o.business_id
    where o.business_id = business and o.role <> 'owner'
  ) w
  where m.business_id = business and m.user_id = w.user_id and w.included = (m.paused_at is not null);
  return null;
end
$$;
create or replace trigger follow_plan after update on businesses for each row
  when (old.plan is distinct from new.plan) execute function platform.follow_plan();
create or replace trigger follow_seat after delete on members
  for each row execute function platform.follow_plan();
create or replace trigger follow_role after update on members for each row
  when (old.role is distinct from new.role) execute function platform.follow_plan();

-- Emails in the name of a business wait for an owner whose address is confirmed, whoever owns it.
create or replace function platform.follow_owner() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.businesses b set owner_verified = u.email_verified
  from auth.users u where b.id = new.business_id and u.id = new.user_id and b.owner_verified <> u.email_verified;
  return null;
end
$$;
create or replace trigger follow_owner after update on members for each row
  when (new.role = 'owner' and old.role <> 'owner') execute function platform.follow_owner();

revoke all on function platform.keep_owner, platform.note_person, platform.note_person_name, platform.follow_plan,
  platform.follow_owner from public;
-- A role must be allowed to create a function before it can own it; the right is taken back at once.
grant create on schema platform to millrace_auth;
alter function platform.keep_owner owner to millrace_auth;
alter function platform.note_person owner to millrace_auth;
alter function platform.note_person_name owner to millrace_auth;
alter function platform.follow_plan owner to millrace_auth;
alter function platform.follow_owner owner to millrace_auth;
revoke create on schema platform from millrace_auth;
