-- Protects a table that has a business_id: a transaction sees and writes the rows of the business that it names, and gets
-- an error when it names no business. The subselect makes Postgres read the setting once a statement instead of once a row.
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
revoke all on procedure platform.protect_tenant_table(regclass, text) from public;
