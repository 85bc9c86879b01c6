-- A user carries the names of the businesses they own, so that one search finds both. The functions run as the role that may
-- write them, whichever role makes, renames or hands over a business.
create or replace function platform.business_names_of(person uuid) returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select string_agg(b.name, ', ' order by m.created_at)
  from public.members m join public.businesses b on b.id = m.business_id where m.user_id = person and m.role = 'owner'
$$;

create or replace function platform.note_business_of_member() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update auth.users set business_name = platform.business_names_of(new.user_id) where id = new.user_id;
  return null;
end
$$;
create or replace trigger note_business after insert on members
  for each row execute function platform.note_business_of_member();
create or replace trigger note_business_role after update on members for each row
  when (old.role is distinct from new.role) execute function platform.note_business_of_member();

create or replace function platform.note_business_name() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update auth.users set business_name = platform.business_names_of(id)
  where id in (select m.user_id from public.members m where m.business_id = new.id and m.role = 'owner');
  return null;
end
$$;
create or replace trigger note_name after update on businesses for each row
  when (old.name is distinct from new.name) execute function platform.note_business_name();

revoke all on function platform.business_names_of from public;
revoke all on function platform.note_business_of_member, platform.note_business_name from public;
-- A role must be allowed to create a function before it can own it; the right is taken back at once.
grant create on schema platform to millrace_admin;
alter function platform.business_names_of owner to millrace_admin;
alter function platform.note_business_of_member owner to millrace_admin;
alter function platform.note_business_name owner to millrace_admin;
revoke create on schema platform from millrace_admin;
