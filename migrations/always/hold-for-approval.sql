-- The roles with the permission invoices.approve of src/shared/roles.ts.
create or replace function platform.may_approve(role text) returns boolean
language sql immutable parallel safe as $$ select role in ('owner', 'admin') $$;

-- A statement that saves an invoice sets approval = 'waiting'. This trigger clears it if the invoice needs no approval: because
-- its total is not above the limit of the business, its author may approve, or an earlier invoice of its series was for as much.
-- A total without an exchange rate counts as above the limit.
create or replace function platform.hold_for_approval() returns trigger
language plpgsql as $$
declare
  above bigint;
  home text;
  asked bigint := new.total_minor;
  author constant uuid := coalesce(nullif(current_setting('app.user_id', true), '')::uuid, new.created_by);
begin
  if new.status <> 'pending' then
    new.approval := null;
  end if;
  if new.approval is distinct from 'waiting' then
    return new;
  end if;
  select b.approval_above_minor, b.currency into above, home from businesses b
  where b.id = new.business_id and b.plan = 'enterprise';
  if new.currency <> home then
    asked := platform.convert_minor(new.total_minor, new.rate, new.currency, home);
  end if;
  if above is null
    or asked <= above
    or exists (select from members m
      where m.business_id = new.business_id and m.user_id = author and m.paused_at is null and platform.may_approve(m.role))
    or new.series_id is not null and exists (select from invoices i
      where i.business_id = new.business_id and i.series_id = new.series_id and i.id <> new.id and i.status <> 'cancelled'
        and i.approval is null and i.client_id is not distinct from new.client_id
        and i.currency = new.currency and i.total_minor >= new.total_minor) then
    new.approval := null;
  end if;
  return new;
end
$$;
-- Its name comes after that of the trigger that sets the rate, and before those that plan what a client gets.
create or replace trigger hold_for_approval before insert or update of version, status on invoices
  for each row when (new.approval is not null and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.hold_for_approval();
grant execute on function platform.may_approve, platform.hold_for_approval to millrace_app;
