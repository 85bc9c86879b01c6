-- Rows that name a client follow it when it is merged into another. A row that is written at that moment waits for the lock
-- on the client, and then names the client that it became; none if the client was deleted.
create or replace function platform.follow_merge() returns trigger
language plpgsql as $$
declare
  survivor uuid;
begin
  if new.client_id is not null then
    -- The lock that a foreign key takes, too. A merge excludes it.
    select merged_into into survivor from clients
    where business_id = new.business_id and id = new.client_id for key share;
    new.client_id := case when found then coalesce(survivor, new.client_id) end;
  end if;
  return new;
end
$$;
create or replace trigger a_follow_merge before insert or update of client_id on invoices
  for each row execute function platform.follow_merge();

create or replace trigger a_follow_merge before insert or update of client_id on estimates
  for each row execute function platform.follow_merge();

create or replace trigger a_follow_merge before insert or update of client_id on saved_cards
  for each row execute function platform.follow_merge();

create or replace trigger a_follow_merge before insert or update of client_id on expenses
  for each row execute function platform.follow_merge();

create or replace trigger a_follow_merge before insert or update of client_id on time_entries
  for each row execute function platform.follow_merge();

-- Most mails name no client, and some are written by roles that know none.
create or replace trigger a_follow_merge before insert or update of client_id on mails
  for each row when (new.client_id is not null) execute function platform.follow_merge();

-- An event and a payment belong to the client of their invoice.
create or replace function platform.take_client() returns trigger
language plpgsql as $$
begin
  new.client_id := (select client_id from invoices where business_id = new.business_id and id = new.invoice_id);
  return new;
end
$$;
create or replace trigger take_client before insert on invoice_events
  for each row execute function platform.take_client();
create or replace trigger take_client before insert on payments
  for each row execute function platform.take_client();

create or replace function platform.pass_client() returns trigger
language plpgsql as $$
begin
  update invoice_events set client_id = new.client_id where business_id = new.business_id and invoice_id = new.id;
  update payments set client_id = new.client_id where business_id = new.business_id and invoice_id = new.id;
  return null;
end
$$;
create or replace trigger pass_client after update of client_id on invoices for each row
  when (old.client_id is distinct from new.client_id)
  execute function platform.pass_client();
grant execute on function platform.follow_merge, platform.take_client, platform.pass_client to millrace_app;
