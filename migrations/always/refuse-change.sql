-- Rows of the audit log are only ever added.
create or replace function platform.refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception 'rows of % are only ever added', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
create or replace trigger append_only before update or delete on platform.audit_log
  for each row execute function platform.refuse_change();
create or replace trigger append_only_as_a_whole before truncate on platform.audit_log
  for each statement execute function platform.refuse_change();
