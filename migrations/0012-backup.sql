-- Backups are read as a role of their own, which sees every row and changes none.
do $$
begin
  begin
    if not exists (select from pg_roles where rolname = 'millrace_backup') then
      create role millrace_backup nologin nosuperuser nobypassrls nocreatedb nocreaterole;
    end if;
  exception when duplicate_object or unique_violation then
    null;
  end;
  execute format('grant millrace_backup to %I', current_user);
end
$$;

-- What there is, in whatever schema; extensions may have put things of others beside it. What protects rows lets this
-- role read them all.
do $$
declare
  found record;
begin
  for found in
    select nspname as name from pg_namespace
    where nspname <> 'information_schema' and nspname not like 'pg\_%' and pg_has_role(nspowner, 'usage')
  loop
    execute format('grant usage on schema %I to millrace_backup', found.name);
  end loop;
  for found in
    select c.oid::regclass as name, c.relrowsecurity as is_protected,
      case c.relkind when 'S' then 'sequence' else 'table' end as kind
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'S') and pg_has_role(c.relowner, 'usage')
      and n.nspname <> 'information_schema' and n.nspname not like 'pg\_%'
  loop
    execute format('grant select on %s %s to millrace_backup', found.kind, found.name);
    if found.is_protected then
      execute format('create policy backup on %s for select to millrace_backup using (true)', found.name);
    end if;
  end loop;
end
$$;

-- What will be: later migrations and the job queue make tables of their own.
alter default privileges grant usage on schemas to millrace_backup;
alter default privileges grant select on tables to millrace_backup;
alter default privileges grant select on sequences to millrace_backup;

create or replace procedure platform.protect_tenant_table(target regclass, tenant_column text default 'business_id')
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s to millrace_app using (%I = (select current_setting(''app.business_id'')::uuid))',
    target, tenant_column);
  execute format('create policy backup on %s for select to millrace_backup using (true)', target);
  execute format('grant select, insert, update, delete on %s to millrace_app', target);
end
$$;
