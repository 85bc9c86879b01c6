-- A checkout that is not given a page is alone on its own.
create or replace function platform.page_of_checkout() returns trigger
language plpgsql as $$
begin
  new.page_id := coalesce(new.page_id, new.id);
  return new;
end
$$;
create or replace trigger page_of_checkout before insert on checkouts for each row execute function platform.page_of_checkout();
