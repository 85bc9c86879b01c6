-- Open pages of a business are told that its money has changed, not what has changed. Only the id of the business and the
-- word for the matter are sent; Postgres delivers the same message once a transaction.
create or replace function platform.tell_money() returns trigger
language plpgsql as $$
begin
  perform pg_notify('millrace', business_id || ' ' || case kind when 'spent' then 'expenses' else 'invoices' end)
  from come group by business_id, kind;
  return null;
end
$$;
create or replace trigger tell after insert on money_changes referencing new table as come
  for each statement execute function platform.tell_money();
