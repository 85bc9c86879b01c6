-- Open pages of a business are told that rows of a kind have changed; the argument of the trigger is the word for it.
create or replace function platform.tell_row() returns trigger
language plpgsql as $$
begin
  perform pg_notify('millrace', coalesce(new.business_id, old.business_id) || ' ' || tg_argv[0]);
  return null;
end
$$;
create or replace trigger tell_new after insert on bank_connections
  for each row execute function platform.tell_row('banks');
create or replace trigger tell_changed after update on bank_connections for each row
  when ((old.state, old.last_synced_at, old.item_taken_at, old.removed_at)
    is distinct from (new.state, new.last_synced_at, new.item_taken_at, new.removed_at))
  execute function platform.tell_row('banks');
create or replace trigger tell_failed after update on mails for each row
  when ((new.state = 'failed') <> (old.state = 'failed') and new.business_id is not null)
  execute function platform.tell_row('mails');

-- An inquiry moves no money, and still is news for the pages of invoices.
create or replace trigger tell_new after insert on disputes
  for each row execute function platform.tell_row('invoices');
create or replace trigger tell_changed after update on disputes for each row
  when ((old.state, old.needs_response) is distinct from (new.state, new.needs_response))
  execute function platform.tell_row('invoices');

create or replace trigger tell_approval after update on invoices for each row
  when (old.approval is distinct from new.approval) execute function platform.tell_row('invoices');

-- Pages that wait until a bank file is imported or undone.
create or replace trigger tell_changed after update on bank_imports for each row
  when (old.state is distinct from new.state)
  execute function platform.tell_row('banks');

-- Pages that wait until a receipt is read, and other pages of the same business.
create or replace trigger tell_new after insert on receipts
  for each row execute function platform.tell_row('receipts');
create or replace trigger tell_changed after update on receipts for each row
  when ((old.state, old.version, old.thumbnail_id, old.duplicate_of, old.expense_id, old.transaction_id, old.suggestion)
    is distinct from
    (new.state, new.version, new.thumbnail_id, new.duplicate_of, new.expense_id, new.transaction_id, new.suggestion))
  execute function platform.tell_row('receipts');
create or replace trigger tell_gone after delete on receipts
  for each row execute function platform.tell_row('receipts');

-- Pages with transactions show what each belongs to.
create or replace trigger tell_new after insert on transaction_matches
  for each row execute function platform.tell_row('banks');
create or replace trigger tell_changed after update on transaction_matches for each row
  when ((old.state, old.target_key, old.reason) is distinct from (new.state, new.target_key, new.reason))
  execute function platform.tell_row('banks');
create or replace trigger tell_gone after delete on transaction_matches
  for each row execute function platform.tell_row('banks');

-- The client views and answers estimates.
create or replace trigger tell_new after insert on estimates
  for each row execute function platform.tell_row('invoices');
create or replace trigger tell_changed after update on estimates for each row
  when ((old.version, old.status, old.sent_at, old.viewed_at, old.reminded_at)
    is distinct from (new.version, new.status, new.sent_at, new.viewed_at, new.reminded_at))
  execute function platform.tell_row('invoices');
create or replace trigger tell_gone after delete on estimates
  for each row execute function platform.tell_row('invoices');

-- A late fee that is skipped moves no money.
create or replace trigger tell_new after insert on late_fees
  for each row execute function platform.tell_row('invoices');
create or replace trigger tell_changed after update on late_fees for each row
  when (old.state is distinct from new.state)
  execute function platform.tell_row('invoices');

-- Clients write, and propose other details.
create or replace trigger tell_new after insert on portal_messages
  for each row execute function platform.tell_row('clients');
create or replace trigger tell_changed after update on portal_messages for each row
  when (old.read_at is distinct from new.read_at)
  execute function platform.tell_row('clients');
create or replace trigger tell_new after insert on client_proposals
  for each row execute function platform.tell_row('clients');
create or replace trigger tell_changed after update on client_proposals for each row
  when (old.state is distinct from new.state)
  execute function platform.tell_row('clients');

-- Members write to each other.
create or replace trigger tell_new after insert on comments
  for each row execute function platform.tell_row('comments');
create or replace trigger tell_changed after update on comments
  for each row execute function platform.tell_row('comments');
create or replace trigger tell_gone after delete on comments
  for each row execute function platform.tell_row('comments');
create or replace trigger tell_changed after update on mentions for each row
  when (old.seen_at is distinct from new.seen_at)
  execute function platform.tell_row('comments');
