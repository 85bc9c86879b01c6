-- A match stays accepted while its link is there. A link that is removed elsewhere (a payment is undone, a receipt taken
-- away) is the owner's word that the match was wrong; with a target that is deleted, its match goes too. The statements that
-- undo a match change its state first, so that these find nothing to do.
create or replace function platform.release_match(business uuid, of_transaction uuid, released text[]) returns void
language plpgsql as $$
declare
  match transaction_matches;
  kept jsonb;
begin
  -- A business that is deleted is no tenant any more, and everything goes anyway.
  if coalesce(current_setting('app.business_id', true), '') = '' then return; end if;
  select * into match from transaction_matches m
  where m.business_id = business and m.transaction_id = of_transaction and m.state = 'accepted' for update;
  if not found then return; end if;
  select coalesce(jsonb_agg(t.target order by t.n), '[]') into kept
  from jsonb_array_elements(match.targets) with ordinality t (target, n)
  where t.target ->> 'id' <> all (released);
  if kept = match.targets then return; end if;
  if kept <> '[]' then
    update transaction_matches m set targets = kept where m.business_id = business and m.id = match.id;
    return;
  end if;
  delete from transaction_matches m where m.business_id = business and m.transaction_id = of_transaction
    and m.state = 'declined' and m.target_key = match.target_key;
  update transaction_matches m set state = 'declined', decided_by = 'owner', decided_at = now()
  where m.business_id = business and m.id = match.id;
end
$$;

create or replace function platform.release_undone_payment() returns trigger
language plpgsql as $$
begin
  perform platform.release_match(new.business_id, new.transaction_id,
    array[new.id::text, coalesce(new.invoice_id::text, '')]);
  new.transaction_id := null;
  return new;
end
$$;
create or replace trigger release_match before update of undone_at on payments for each row
  when (new.undone_at is not null and new.transaction_id is not null)
  execute function platform.release_undone_payment();

create or replace function platform.release_receipt() returns trigger
language plpgsql as $$
begin
  perform platform.release_match(old.business_id, old.transaction_id, array[old.id::text]);
  return null;
end
$$;
create or replace trigger release_match after update of transaction_id on receipts for each row
  when (old.transaction_id is not null and old.transaction_id is distinct from new.transaction_id)
  execute function platform.release_receipt();

create or replace function platform.remove_match() returns trigger
language plpgsql as $$
begin
  if coalesce(current_setting('app.business_id', true), '') = '' then return null; end if;
  delete from transaction_matches m
  where m.business_id = old.business_id and m.transaction_id = old.transaction_id and m.state = 'accepted'
    and m.kind = tg_argv[0] and m.targets @> jsonb_build_array(jsonb_build_object('id', old.id));
  return null;
end
$$;
create or replace trigger remove_match after delete on expenses for each row when (old.transaction_id is not null)
  execute function platform.remove_match('expense');
create or replace trigger remove_match after delete on receipts for each row when (old.transaction_id is not null)
  execute function platform.remove_match('receipt');

-- The other side of a transfer is an ordinary transaction again.
create or replace function platform.remove_transfer() returns trigger
language plpgsql as $$
begin
  if coalesce(current_setting('app.business_id', true), '') = '' then return null; end if;
  update transactions t set transfer_id = null
  where t.business_id = old.business_id and t.id = old.transfer_id and t.transfer_id = old.id;
  delete from transaction_matches m
  where m.business_id = old.business_id and m.transaction_id = old.transfer_id and m.state = 'accepted'
    and m.kind = 'transfer';
  return null;
end
$$;
create or replace trigger remove_transfer after delete on transactions for each row when (old.transfer_id is not null)
  execute function platform.remove_transfer();
